import { setImmediate as breathe } from 'node:timers/promises'
import type { Text } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { toAppError } from '../../../platform/operations/problem.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tick } from '../../../platform/tick.ts'
import { findLiveEntity, shareTable } from '../../entities/index.ts'
import * as store from './import-store.ts'
import type { ImportRow, StoredSettings } from './import-store.ts'
import { rowsOf, tableIn } from './read-table.ts'
import type { TableRow } from './read-table.ts'
import { writeBatch } from './write-batch.ts'

export const recordImportJobName = 'records.import'
export interface RecordImportJobData {
  orgId: string
  importId: string
}

const batchRows = 500
/** One job works so long and queues itself again: others get their turn, and a process that stops waits for a batch and not for a file. */
const jobLimitMs = 60_000
const stalledAfterMs = 60_000
const keptDays = 30

/** Another process has taken the step, or the import was stopped: what this one has in hand is void. */
class Superseded extends Error {}

/** A read position. */
interface Place {
  byte: number
  row: number
}

/** @returns whether rows are left. */
async function workOn(platform: Platform, orgId: string, held: ImportRow, signal: AbortSignal): Promise<boolean> {
  const { file_id: fileId } = held
  // Only `start` writes them.
  const settings = held.settings as StoredSettings
  if (!fileId) throw new AppError('NOT_FOUND', 404, 'The file no longer exists.')
  const until = performance.now() + jobLimitMs
  let place: Place = { byte: held.done_bytes, row: held.rows_read }
  let batch: TableRow[] = []
  const commit = async (): Promise<void> => {
    place = await commitBatch(platform, orgId, { held, settings }, place, batch)
    batch = []
  }
  for await (const row of rowsOf(orgId, (byte) => platform.files.read(orgId, fileId, byte), settings, { ...place })) {
    batch.push(row)
    if (batch.length < batchRows) continue
    await commit()
    if (signal.aborted || performance.now() > until) return true
    // Requests of others get their turn.
    await breathe()
  }
  if (batch.length > 0) await commit()
  return false
}

async function commitBatch(
  platform: Platform,
  orgId: string,
  { held, settings }: { held: ImportRow; settings: StoredSettings },
  from: Place,
  rows: readonly TableRow[],
): Promise<Place> {
  const last = rows.at(-1)
  const to: Place = { byte: last?.end ?? from.byte, row: last?.row ?? from.row }
  const filled = tableIn(rows, settings.hasHeader && from.row === 0)
  const body = settings.hasHeader && from.row === 0 ? filled.slice(1) : filled
  await platform.db.withOrg(orgId, async (tx) => {
    await shareTable(tx, held.entity_id)
    const entity = await findLiveEntity(tx, held.entity)
    if (entity?.status !== 'active') throw new AppError('CONFLICT', 409, 'The entity is no longer active.')
    const { created, updated, faults } = await writeBatch(platform, tx, { entity, settings, byName: held.created_by_name }, body)
    const isOurs = await store.takeStep(tx, held.id, from.byte, { doneBytes: to.byte, rowsRead: to.row, created, updated, faults })
    if (!isOurs) throw new Superseded()
  })
  return to
}

const end = (platform: Platform, orgId: string, held: ImportRow, status: 'completed' | 'failed', text: Text | null) =>
  platform.db.withOrg(orgId, async (tx) => {
    if ((await store.setEnded(tx, held.id, status, text)) && held.file_id) await platform.files.remove(tx, held.file_id)
  })

/** Reads on from where the last batch was committed: killed at any moment, no row is lost and none is written twice. */
export const recordImportJob = (platform: Platform): JobDefinition<RecordImportJobData> => ({
  name: recordImportJobName,
  lane: 'bulk',
  run: async ({ orgId, importId }, { signal }) => {
    const held = await platform.db.withOrg(orgId, (tx) => store.findImport(tx, importId))
    if (held?.status !== 'running') return
    try {
      if (await workOn(platform, orgId, held, signal))
        await platform.db.withOrg(orgId, (tx) => platform.jobs.send<RecordImportJobData>(tx, recordImportJobName, { orgId, importId }))
      else await end(platform, orgId, held, 'completed', null)
    } catch (error) {
      if (error instanceof Superseded) return
      const fault = toAppError(error)
      // What trying again may change is tried again by the queue.
      if (fault.status >= 500) throw error
      await end(platform, orgId, held, 'failed', fault.text)
    }
  },
})

export const recordImportTicks = ({ db, jobs }: Platform): Tick[] => [
  {
    name: 'resume-record-imports',
    everyMs: 30_000,
    run: async () => {
      for (const { org_id: orgId, id } of await db.withSystem((tx) => store.findStalled(tx, stalledAfterMs)))
        await db.withOrg(orgId, async (tx) => {
          await store.touchImport(tx, id)
          await jobs.send<RecordImportJobData>(tx, recordImportJobName, { orgId, importId: id })
        })
    },
  },
  { name: 'sweep-record-imports', everyMs: 3_600_000, run: () => db.withSystem((tx) => store.deleteOldImports(tx, keptDays)) },
]
