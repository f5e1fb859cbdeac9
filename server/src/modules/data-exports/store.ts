import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { mostCounted } from '@imperium/contract/data-exports/data-exports.ts'
import type { DataExport, HeldKind } from '@imperium/contract/data-exports/data-exports.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/types.gen.ts'
import { readKey } from '@imperium/contract/kit/message.ts'

type ExportRow = Selectable<DB['data_exports']>

const shown = 20

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export function toDataExport(row: ExportRow): DataExport {
  const messageKey = readKey(row.message, row.message_key)
  return {
    id: row.id,
    state: row.state as DataExport['state'],
    requestedBy: row.requested_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: iso(row.finished_at),
    sizeBytes: row.size_bytes,
    rows: row.row_count,
    files: row.file_count,
    expiresAt: iso(row.expires_at),
    message: row.message,
    ...(messageKey ? { messageKey } : {}),
  }
}

export const insertExport = (tx: OrgTx, values: { id: string; requestedBy: string; now: Date }): Promise<ExportRow> =>
  tx
    .insertInto('data_exports')
    .values({ org_id: tx.orgId, id: values.id, requested_by: values.requestedBy, created_at: values.now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const listExports = (tx: OrgTx): Promise<ExportRow[]> =>
  tx.selectFrom('data_exports').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(shown).execute()

export const findExport = (tx: OrgTx, id: string): Promise<ExportRow | undefined> =>
  tx.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteExport = (tx: OrgTx, id: string): Promise<ExportRow | undefined> =>
  tx.deleteFrom('data_exports').where('id', '=', id).returningAll().executeTakeFirst()

/** Deletes what has expired and what is more than the page shows. @returns the files of those. */
export async function deleteOldExports(tx: OrgTx, now: Date): Promise<string[]> {
  const kept = tx
    .selectFrom('data_exports')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(shown - 1)
  const rows = await tx
    .deleteFrom('data_exports')
    .where((where) => where.or([where('expires_at', '<', now), where('id', 'not in', kept)]))
    .where('state', '!=', 'running')
    .returning('file_id')
    .execute()
  return rows.flatMap(({ file_id }) => file_id ?? [])
}

type Ended = Partial<Pick<ExportRow, 'file_id' | 'size_bytes' | 'row_count' | 'file_count' | 'expires_at' | 'message'>> & {
  state: 'done' | 'failed'
  message_key?: string | null
  finished_at: Date
}

/** @returns whether it was still running. */
export async function endExport(tx: OrgTx, id: string, change: Ended): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Held {
  kind: HeldKind
  count: number
  bytes: number | null
  oldest: Date | null
}

/** Table and time of each kind. */
const tables: Record<Exclude<HeldKind, 'files'>, readonly [table: string, at: string]> = {
  contacts: ['contacts', 'created_at'],
  messages: ['messages', 'at'],
  campaigns: ['campaigns', 'created_at'],
  agents: ['agents', 'created_at'],
  runs: ['runs', 'created_at'],
  workflows: ['workflows', 'created_at'],
  workflowRuns: ['workflow_runs', 'started_at'],
  articles: ['knowledge_articles', 'created_at'],
  documents: ['knowledge_documents', 'created_at'],
  invoices: ['sales_invoices', 'created_at'],
  audit: ['audit_log', 'at'],
}

/** How much there is of each kind. Counting stops at a bound: a page that only shows it must not read millions of rows. */
export async function countHeld(tx: OrgTx): Promise<Held[]> {
  const counted = Object.entries(tables).map(
    ([kind, [table, at]]) => sql<Held>`
      select ${kind} as kind, (select count(*) from (select from ${sql.table(`app.${table}`)} limit ${sql.lit(mostCounted)}) counted)::int as count,
        null::bigint as bytes, (select min(${sql.ref(at)}) from ${sql.table(`app.${table}`)}) as oldest`,
  )
  const { rows } = await sql<Held>`${sql.join(counted, sql` union all `)}
    union all select 'files', count(*)::int, coalesce(sum(size_bytes), 0)::bigint, min(created_at) from app.files where completed_at is not null`.execute(
    tx,
  )
  return rows
}
