import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ContactField, ContactFieldType } from '@imperium/contract/contacts/contact-fields.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

const selectFields = (tx: OrgTx) =>
  tx.selectFrom('contact_fields').select(['id', 'key', 'label', 'type', 'choices', 'created_at', 'updated_at', 'cleared_by'])

type Row = Awaited<ReturnType<ReturnType<typeof selectFields>['execute']>>[number]

const toField = (row: Row): ContactField => ({
  id: row.id,
  key: row.key,
  label: row.label,
  // The table's check holds it to the contract's words.
  type: row.type as ContactFieldType,
  choices: row.choices,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** The organization's own fields of contacts, in the order of their making; one that is being deleted is none. */
export async function listFields(tx: OrgTx): Promise<ContactField[]> {
  const rows = await selectFields(tx).where('cleared_by', 'is', null).orderBy('created_at').orderBy('id').execute()
  return rows.map(toField)
}

/** Makes one organization's changes of fields wait for each other: limit and keys are looked at before they are written. */
export async function lockFields(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact-fields:${tx.orgId}`}, 0))`.execute(tx)
}

/** `isBeingRemoved`: it is being deleted, and the contacts' values with it. */
export async function findFieldByKey(tx: OrgTx, key: string): Promise<{ isBeingRemoved: boolean } | null> {
  const row = await selectFields(tx).where('key', '=', key).executeTakeFirst()
  return row ? { isBeingRemoved: row.cleared_by !== null } : null
}

export async function findFieldForUpdate(tx: OrgTx, id: string): Promise<ContactField | null> {
  const row = await selectFields(tx).where('id', '=', id).where('cleared_by', 'is', null).forUpdate().executeTakeFirst()
  return row ? toField(row) : null
}

export async function insertField(tx: OrgTx, field: Pick<ContactField, 'id' | 'key' | 'label' | 'type' | 'choices'>): Promise<void> {
  await tx
    .insertInto('contact_fields')
    .values({ org_id: tx.orgId, ...field })
    .execute()
}

export async function writeField(tx: OrgTx, { id, label, choices }: Pick<ContactField, 'id' | 'label' | 'choices'>): Promise<void> {
  await tx
    .updateTable('contact_fields')
    .set({ label, choices, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Contacts that have one of these choices. */
export async function countChosen(tx: OrgTx, key: string, choices: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('contacts')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<SqlBool>`custom ->> ${key} = any(${[...choices]}::text[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** From here on the field is none; its row holds the key until the last value is gone. */
export async function markFieldLeaving(tx: OrgTx, id: string, by: string): Promise<void> {
  await tx.updateTable('contact_fields').set({ cleared_by: by }).where('id', '=', id).execute()
}

/** Takes the values of a field from the next contacts after `cursor`. @returns the last one looked at, null after the last. */
export async function clearFieldValues(tx: OrgTx, key: string, cursor: string | null, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; seen: number }>`
    with page as (
      select id from app.contacts where id > coalesce(${cursor}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${limit}
    ), cleared as (
      update app.contacts c set custom = c.custom - ${key}::text from page where c.id = page.id and c.custom ->> ${key}::text is not null
    )
    select (select id from page order by id desc limit 1) as last, (select count(*) from page) as seen`.execute(tx)
  const [page] = rows
  return page && page.seen === limit ? page.last : null
}

export async function deleteField(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('contact_fields').where('id', '=', id).where('cleared_by', 'is not', null).execute()
}
