import { sql } from 'kysely'
import type { DemoData } from '@imperium/contract/onboarding/demo-data.ts'
import { englishOf, readKey, storedKey } from '@imperium/contract/kit/message.ts'
import type { MessageKey, Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'

/** A record type of the demo data, with the records that were made in it. */
export interface DemoEntity {
  id: string
  name: string
  records: string[]
}

/** What was created, to be removed again. */
export interface DemoRecords {
  agents: string[]
  segments: string[]
  campaigns: string[]
  workflows: string[]
  conversations: string[]
  products: string[]
  orders: string[]
  quotations: string[]
  invoices: string[]
  documents: string[]
  webhooks: string[]
  connections: string[]
  dietPlans: string[]
  codeArtifacts: string[]
  reports: string[]
  entities: DemoEntity[]
  /** The root of the hierarchy, where it was created with the demo nodes. */
  rootNode: string | null
  /** Null before the contacts are imported. */
  importId: string | null
  contacts: number
  runs: number
  /** When the first try began; null before. */
  since: string | null
}

export const noRecords = (since: Date | null = null): DemoRecords => ({
  agents: [],
  segments: [],
  campaigns: [],
  workflows: [],
  conversations: [],
  products: [],
  orders: [],
  quotations: [],
  invoices: [],
  documents: [],
  webhooks: [],
  connections: [],
  dietPlans: [],
  codeArtifacts: [],
  reports: [],
  entities: [],
  rootNode: null,
  importId: null,
  contacts: 0,
  runs: 0,
  since: since?.toISOString() ?? null,
})

/** Work that has written nothing for this long has ended without a word: its process died. */
const interruptedAfter = sql`interval '60 seconds'`

export interface DemoRow {
  status: DemoData['status']
  progress: number
  records: DemoRecords
  error: string | null
  errorKey: MessageKey | undefined
  startedAt: Date
}

export async function findDemo(tx: OrgTx): Promise<DemoRow | null> {
  const row = await tx
    .selectFrom('demo_data')
    .select(['progress', 'records', 'error', 'error_key', 'started_at'])
    .select(
      sql<DemoData['status']>`case when status in ('loading', 'removing') and updated_at < now() - ${interruptedAfter}
        then 'failed' else status end`.as('status'),
    )
    .executeTakeFirst()
  if (!row) return null
  return {
    status: row.status,
    progress: row.progress,
    records: { ...noRecords(), ...(row.records as Partial<DemoRecords>) },
    error: row.error,
    errorKey: readKey(row.error, row.error_key),
    startedAt: row.started_at,
  }
}

/** False if there is demo data, or if it is being loaded or removed. What a failed try left stays recorded: the job removes it first. */
export async function beginLoading(tx: OrgTx, workId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into app.demo_data as d (org_id, status, records, work_id) values (${tx.orgId}, 'loading', ${JSON.stringify(noRecords())}::jsonb, ${workId})
    on conflict (org_id) do update set status = 'loading', work_id = ${workId}, progress = 0, error = null, started_at = now(), updated_at = now()
    where d.status = 'failed' or (d.status <> 'ready' and d.updated_at < now() - ${interruptedAfter})`.execute(tx)
  return numAffectedRows === 1n
}

/** False if there is none, or if it is being loaded or removed. */
export async function beginRemoving(tx: OrgTx, workId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app.demo_data set status = 'removing', work_id = ${workId}, progress = 0, error = null, started_at = now(), updated_at = now()
    where status in ('ready', 'failed') or updated_at < now() - ${interruptedAfter}`.execute(tx)
  return numAffectedRows === 1n
}

/** Another load or removal has begun meanwhile, because this one stood still for too long. */
export class TakenOverError extends Error {}

const assertOwn = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => {
  if (numUpdatedRows === 0n) throw new TakenOverError('other work on the demo data has begun')
}

/** @throws TakenOverError */
export async function writeProgress(tx: OrgTx, workId: string, progress: number, records?: DemoRecords): Promise<void> {
  assertOwn(
    await tx
      .updateTable('demo_data')
      .set({ progress, updated_at: sql`now()`, ...(records ? { records: JSON.stringify(records) } : {}) })
      .where('work_id', '=', workId)
      .executeTakeFirst(),
  )
}

/** @throws TakenOverError */
export async function endLoading(tx: OrgTx, workId: string, status: 'ready' | 'failed', error: Text | null): Promise<void> {
  assertOwn(
    await tx
      .updateTable('demo_data')
      .set({
        status,
        error: error && englishOf(error),
        error_key: storedKey(error),
        progress: status === 'ready' ? 100 : 0,
        updated_at: sql`now()`,
      })
      .where('work_id', '=', workId)
      .executeTakeFirst(),
  )
}

export async function deleteDemo(tx: OrgTx, workId: string): Promise<void> {
  await tx.deleteFrom('demo_data').where('work_id', '=', workId).execute()
}
