import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { momentOf } from '../contacts/index.ts'
import type { TimelinePage } from '../contacts/index.ts'
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

/** For the timeline: by when the person said it. */
export async function entriesBefore(
  tx: OrgTx,
  contactId: string,
  { before, limit }: TimelinePage,
): Promise<(LedgerRow & { micros: number })[]> {
  const { rows } = await sql<LedgerRow & { micros: number }>`
    select id, channel, purpose, status, source, proof, actor_name as "actorName", at, (extract(epoch from at) * 1000000)::int8 as micros
    from app.consent_entries
    where contact_id = ${contactId} and (at, id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid)
    order by at desc, id desc limit ${limit}`.execute(tx)
  return rows
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
