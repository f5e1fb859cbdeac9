import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { FieldChanges } from './batch-store.ts'

/** Contacts that an import made and that are still there, but those that somebody has merged another one into since. */
export async function listMade(tx: OrgTx, importId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('contacts as c')
    .select('c.id')
    .where('c.import_id', '=', importId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('contact_merges as m')
            .select('m.merged_id')
            .whereRef('m.org_id', '=', 'c.org_id')
            .whereRef('m.contact_id', '=', 'c.id'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Nobody is of an import that was taken back. */
export async function deleteMembers(tx: OrgTx, importId: string): Promise<void> {
  await tx.deleteFrom('contact_import_members').where('import_id', '=', importId).execute()
}

/** Takes the next changes of an import out of what is remembered. */
export async function takeChanges(tx: OrgTx, importId: string, limit: number): Promise<{ id: string; changes: FieldChanges }[]> {
  const { rows } = await sql<{ id: string; before: unknown }>`
    delete from contact_import_changes where (org_id, import_id, contact_id) in (
      select org_id, import_id, contact_id from contact_import_changes where import_id = ${importId} order by contact_id limit ${limit}
    ) returning contact_id as id, before`.execute(tx)
  return rows.map(({ id, before }) => ({ id, changes: before as FieldChanges }))
}

export interface RestoredRow {
  id: string
  phone: string | null
  phoneHash: string | null
  firstName: string
  lastName: string
  locale: string | null
  timeZone: string | null
  tags: string[]
  custom: Record<string, unknown>
}

export async function restoreContacts(tx: OrgTx, rows: readonly RestoredRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update contacts c set phone = i.phone, phone_hash = decode(i."phoneHash", 'hex'), first_name = i."firstName", last_name = i."lastName",
      locale = i.locale, time_zone = i."timeZone", tags = i.tags, custom = i.custom, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(id uuid, phone text, "phoneHash" text, "firstName" text, "lastName" text,
      locale text, "timeZone" text, tags text[], custom jsonb)
    where c.org_id = ${tx.orgId} and c.id = i.id`.execute(tx)
}

/**
 * Takes back the consent that an import recorded for these contacts: its entries go, and where what stands came from one of them, the
 * newest entry that is left stands again, or nothing. A withdrawal would be a "no" that nobody has said.
 */
export async function takeBackConsent(tx: OrgTx, importId: string, contactIds: readonly string[]): Promise<void> {
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
