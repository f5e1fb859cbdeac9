import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { isOfImport } from './consent-store.ts'
import type { ConsentEntry } from './record-consent.ts'

/**
 * Among rows of one import for one contact an opt-out wins, in any order: an earlier batch's opt-in is removed first. The ledger keeps
 * both.
 */
export async function dropOptIn(tx: OrgTx, importId: string, entries: readonly ConsentEntry[]): Promise<void> {
  const optOuts = entries
    .filter(({ status }) => status === 'withdrawn')
    .map(({ contactId: id, channel, purpose }) => ({ id, channel, purpose }))
  if (optOuts.length === 0) return
  await sql`
    delete from consents c using jsonb_to_recordset(${JSON.stringify(optOuts)}::jsonb) as x(id uuid, channel text, purpose text)
    where c.org_id = ${tx.orgId} and c.contact_id = x.id and c.channel = x.channel and c.purpose = x.purpose and c.status <> 'withdrawn'
      and ${isOfImport(importId)}`.execute(tx)
}

/**
 * Removes consent that an import recorded: its entries are deleted and the newest remaining entry, if any, counts again.
 * A withdrawal instead would be an opt-out that no contact gave.
 */
export async function removeImportedConsent(tx: OrgTx, importId: string, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  const { rows } = await sql<{ contact_id: string; channel: string; purpose: string }>`
    with gone as (
      delete from consent_entries where contact_id = any(${[...contactIds]}::uuid[]) and source = 'import' and proof ->> 'importId' = ${importId}
      returning contact_id, channel, purpose, at
    )
    delete from consents c using gone where c.org_id = ${tx.orgId} and c.contact_id = gone.contact_id and c.channel = gone.channel
      and c.purpose = gone.purpose and c.source = 'import' and c.at = gone.at
    returning c.contact_id, c.channel, c.purpose`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into consents (org_id, contact_id, channel, purpose, status, source, at)
    select distinct on (e.contact_id, e.channel, e.purpose) e.org_id, e.contact_id, e.channel, e.purpose, e.status, e.source, e.at
    from consent_entries e join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(contact_id uuid, channel text, purpose text)
      using (contact_id, channel, purpose)
    where e.org_id = ${tx.orgId}
    order by e.contact_id, e.channel, e.purpose, e.at desc, e.id desc
    on conflict (org_id, contact_id, channel, purpose) do nothing`.execute(tx)
}
