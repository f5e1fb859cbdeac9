import type { Database, OrgTx } from './database.ts'

/** Of one organization in one transaction. */
const mostAtOnce = 200
/** By `sizeOf`: one large item does not make the statement of others slow. */
const mostBytesAtOnce = 2_000_000
/** Transactions of one organization at a time: while one waits for the disk, the next is filled. */
const sideBySide = 2
const mostTries = 5

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[]
  running: number
  isScheduled: boolean
}

export interface GroupCommit<Item, Result> {
  /** Resolves with the item's result when the transaction that it shares with others of its organization has committed. */
  write(orgId: string, item: Item): Promise<Result>
}

/**
 * Small transactions of one organization share a commit: waiting for the disk is most of their cost. `work` writes many items and
 * returns a result for each, in their order. When the database refuses them, each is tried alone, so that one does not take others along.
 */
export function createGroupCommit<Item, Result>(
  db: Database,
  work: (tx: OrgTx, items: readonly Item[]) => Promise<readonly Result[]>,
  sizeOf: (item: Item) => number = () => 0,
): GroupCommit<Item, Result> {
  const lanes = new Map<string, Lane<Item, Result>>()

  const commit = async (orgId: string, batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const items = batch.map(({ item }) => item)
      const results = await inTransaction(db, orgId, (tx) => work(tx, items))
      if (results.length !== batch.length) throw new TypeError('A group commit returns a result for each item.')
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) for (const each of batch) await commit(orgId, [each])
      else for (const { reject } of batch) reject(error)
    }
  }
  /** How many of those that wait go together: at least one. */
  const countNext = (waiting: readonly Waiting<Item, Result>[]): number => {
    let bytes = 0
    const tooMany = waiting.findIndex(({ item }, index) => (bytes += sizeOf(item)) > mostBytesAtOnce && index > 0)
    return Math.min(mostAtOnce, tooMany < 0 ? waiting.length : tooMany)
  }
  const flush = (orgId: string, lane: Lane<Item, Result>): void => {
    while (lane.running < sideBySide && lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, countNext(lane.waiting))
      lane.running += 1
      void commit(orgId, batch).finally(() => {
        lane.running -= 1
        if (lane.waiting.length > 0) flush(orgId, lane)
        else if (lane.running === 0) lanes.delete(orgId)
      })
    }
  }
  return {
    write: (orgId, item) =>
      new Promise((resolve, reject) => {
        const lane = lanes.get(orgId) ?? { waiting: [], running: 0, isScheduled: false }
        lanes.set(orgId, lane)
        lane.waiting.push({ item, resolve, reject })
        if (lane.isScheduled) return
        lane.isScheduled = true
        setImmediate(() => {
          lane.isScheduled = false
          flush(orgId, lane)
        })
      }),
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
/** The database refused the write, or the work itself failed before the commit: nothing of it was written. */
const isRefusal = (error: unknown): boolean => /^(21|22|23|42|54|P0)/.test(codeOf(error)) || error instanceof TypeError
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
