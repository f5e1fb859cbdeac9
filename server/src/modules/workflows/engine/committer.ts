import type { Database } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RunWrite, Written } from './stored-run.ts'
import { writeRuns } from './write-runs-store.ts'

/** Of one organization in one transaction. */
const mostAtOnce = 200
/** Transactions of one organization at a time: while one waits for the disk, the next is filled. */
const sideBySide = 2
const mostTries = 5

interface Waiting {
  write: RunWrite
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

interface Lane {
  waiting: Waiting[]
  running: number
  isScheduled: boolean
}

export interface Committer {
  /** Resolves when the run is written, in one transaction with other writes of its organization. */
  write(write: RunWrite): Promise<Written>
}

/** Many runs share a commit: waiting for the disk is most of the cost of a run. */
export function createCommitter(platform: Platform): Committer {
  const lanes = new Map<string, Lane>()

  const flush = (orgId: string, lane: Lane): void => {
    while (lane.running < sideBySide && lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, mostAtOnce)
      lane.running += 1
      void commit(platform, orgId, batch).finally(() => {
        lane.running -= 1
        if (lane.waiting.length > 0) flush(orgId, lane)
        else if (lane.running === 0) lanes.delete(orgId)
      })
    }
  }
  return {
    write: (write) =>
      new Promise((resolve, reject) => {
        const lane = lanes.get(write.orgId) ?? { waiting: [], running: 0, isScheduled: false }
        lanes.set(write.orgId, lane)
        lane.waiting.push({ write, resolve, reject })
        if (lane.isScheduled) return
        lane.isScheduled = true
        setImmediate(() => {
          lane.isScheduled = false
          flush(write.orgId, lane)
        })
      }),
  }
}

async function commit(platform: Platform, orgId: string, batch: readonly Waiting[]): Promise<void> {
  try {
    const writes = batch.map(({ write }) => write)
    const written = await inTransaction(platform.db, orgId, (tx) => writeRuns(platform, tx, writes))
    for (const { write, resolve } of batch) resolve(written.get(write.runId) as Written)
  } catch (error) {
    const [only] = batch
    if (batch.length === 1) only?.reject(error)
    // One that cannot be written must not take the others along.
    else if (isRefusal(error)) for (const each of batch) await commit(platform, orgId, [each])
    else for (const { reject } of batch) reject(error)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
/** The database refused the write: nothing of it was written. */
const isRefusal = (error: unknown): boolean => /^(22|23|42|54)/.test(codeOf(error))
const isCollision = (error: unknown): boolean =>
  ['40P01', '40001'].includes(codeOf(error)) || (error instanceof Error && error.cause !== undefined && isCollision(error.cause))

/** Retries after a deadlock; `undo` restores objects in memory that the work changed. */
export async function inTransaction<T>(
  db: Database,
  orgId: string,
  work: Parameters<typeof db.withOrg<T>>[1],
  undo: () => void = () => undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.withOrg(orgId, work)
    } catch (error) {
      if (!isCollision(error) || tries >= mostTries) throw error
      undo()
    }
  }
}
