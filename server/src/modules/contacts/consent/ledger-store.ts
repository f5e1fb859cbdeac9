import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { ConsentSource, ConsentStatus } from './record-consent.ts'

export interface LedgerRow {
  id: string
  channel: Channel
  purpose: string
  status: ConsentStatus
  source: ConsentSource
  proof: Record<string, unknown>
  actorName: string
  at: Date
}

const selectEntries = (tx: OrgTx, contactId: string) =>
  tx
    .selectFrom('consent_entries')
    .select(['id', 'channel', 'purpose', 'status', 'source', 'proof', 'actor_name', 'at'])
    .where('contact_id', '=', contactId)

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

const toRow = (row: Row): LedgerRow => ({
  id: row.id,
  channel: row.channel as Channel,
  purpose: row.purpose,
  status: row.status as ConsentStatus,
  source: row.source as ConsentSource,
  proof: row.proof as Record<string, unknown>,
  actorName: row.actor_name,
  at: row.at,
})

/** In the order in which they were written, newest first; `after` is the id of the last one seen. */
export async function listEntries(
  tx: OrgTx,
  contactId: string,
  { limit, after }: { limit: number; after: string | null },
): Promise<{ rows: LedgerRow[]; last: string | null }> {
  const rows = await selectEntries(tx, contactId)
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { rows: shown.map(toRow), last: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** The newest entries older than a moment, for the timeline. */
export async function entriesBefore(tx: OrgTx, contactId: string, before: Date | null, limit: number): Promise<LedgerRow[]> {
  const rows = await selectEntries(tx, contactId)
    .$if(before !== null, (query) => query.where('at', '<', before ?? new Date()))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

/** All of it, for the person's export. */
export const allEntries = async (tx: OrgTx, contactId: string): Promise<LedgerRow[]> =>
  (await selectEntries(tx, contactId).orderBy('id').execute()).map(toRow)

/** The ledger of one contact goes on as that of another; what stood for the first is gone. */
export async function moveLedger(tx: OrgTx, from: string, into: string): Promise<void> {
  await tx.deleteFrom('consents').where('contact_id', '=', from).execute()
  // The ledger is never changed, only moved: there is no right to update it.
  await sql`
    with old as (delete from consent_entries where contact_id = ${from} returning *)
    insert into consent_entries (org_id, id, contact_id, channel, purpose, status, source, proof, actor_name, at)
    select org_id, id, ${into}, channel, purpose, status, source, proof, actor_name, at from old`.execute(tx)
}
