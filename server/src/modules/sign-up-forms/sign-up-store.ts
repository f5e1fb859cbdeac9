import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Language } from '@imperium/contract/languages.ts'
import type { SignUpDefinition } from '@imperium/contract/contacts/sign-up-forms.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { idOfSlug } from '../organizations/index.ts'
import type { CustomValue } from '../contacts/index.ts'

export interface FormRow {
  id: string
  slug: string
  name: string
  definition: SignUpDefinition
  version: number
  submittedCount: number
  confirmedCount: number
  createdBy: string
  archivedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const selectForms = (tx: OrgTx) => tx.selectFrom('sign_up_forms').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof selectForms>['execute']>>[number]

const withoutSms = { smsConsent: false, smsConsentText: '' }

const toForm = (row: Row): FormRow => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  // Parsed by the contract before it was written; the oldest know nothing of text messages.
  definition: { ...withoutSms, ...(row.definition as unknown as Omit<SignUpDefinition, keyof typeof withoutSms>) },
  version: row.version,
  submittedCount: row.submitted_count,
  confirmedCount: row.confirmed_count,
  createdBy: row.created_by,
  archivedAt: row.archived_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Those in use first, the newest of each first. */
export const listForms = async (tx: OrgTx): Promise<FormRow[]> =>
  (
    await selectForms(tx)
      .orderBy(sql`archived_at is not null`)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
  ).map(toForm)

export async function findForm(tx: OrgTx, id: string): Promise<FormRow | null> {
  const row = await selectForms(tx).where('id', '=', id).executeTakeFirst()
  return row ? toForm(row) : null
}

export async function lockForm(tx: OrgTx, id: string): Promise<FormRow | null> {
  const row = await selectForms(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toForm(row) : null
}

/** Makes one organization's changes of forms wait for each other: limit and addresses are looked at before they are written. */
export async function lockForms(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up-forms:${tx.orgId}`}, 0))`.execute(tx)
}

/** What an address leads to; null for none, and where the organization is suspended. */
export async function findPlace(tx: SystemTx, org: string, form: string): Promise<{ orgId: string; formId: string } | null> {
  const row = await tx
    .selectFrom('sign_up_forms')
    .select(['org_id as orgId', 'id as formId'])
    .where('org_id', '=', idOfSlug(org))
    .where('slug', '=', form)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function insertForm(tx: OrgTx, row: Pick<FormRow, 'id' | 'slug' | 'name' | 'definition' | 'createdBy'>): Promise<void> {
  await tx
    .insertInto('sign_up_forms')
    .values({
      org_id: tx.orgId,
      id: row.id,
      slug: row.slug,
      name: row.name,
      definition: JSON.stringify(row.definition),
      created_by: row.createdBy,
    })
    .execute()
}

export async function writeForm(
  tx: OrgTx,
  id: string,
  change: Partial<Pick<FormRow, 'name' | 'definition' | 'version' | 'archivedAt'>>,
): Promise<void> {
  await tx
    .updateTable('sign_up_forms')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.definition ? { definition: JSON.stringify(change.definition) } : {}),
      ...(change.version === undefined ? {} : { version: change.version }),
      ...(change.archivedAt === undefined ? {} : { archived_at: change.archivedAt }),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Figures are no change of the form: who edits it meanwhile need not read it again. */
export async function countOn(tx: OrgTx, id: string, what: 'submitted_count' | 'confirmed_count'): Promise<void> {
  await tx
    .updateTable('sign_up_forms')
    .set({ [what]: sql`${sql.ref(what)} + 1` })
    .where('id', '=', id)
    .execute()
}

const namesWhere = async (tx: OrgTx, condition: ReturnType<typeof sql<SqlBool>>): Promise<string[]> =>
  (
    await tx.selectFrom('sign_up_forms').select('name').where('archived_at', 'is', null).where(condition).orderBy('created_at').execute()
  ).map((row) => row.name)

/** Names of the forms that ask for a custom field. */
export const formsWithField = (tx: OrgTx, key: string): Promise<string[]> =>
  namesWhere(tx, sql<SqlBool>`definition -> 'fields' @> ${JSON.stringify([{ field: `custom:${key}` }])}::jsonb`)

/** Names of the forms on which people agree to a purpose. */
export const formsWithPurpose = (tx: OrgTx, key: string): Promise<string[]> =>
  namesWhere(tx, sql<SqlBool>`definition -> 'purposes' ? ${key}`)

/** Names of the forms that ask for text messages. */
export const formsWithSms = (tx: OrgTx): Promise<string[]> => namesWhere(tx, sql<SqlBool>`definition @> '{"smsConsent": true}'::jsonb`)

/** Values of the form besides the address. */
export interface Given {
  firstName: string
  lastName: string
  phone: string | null
  custom: Record<string, CustomValue>
}

/** The ticked box for text messages: what stood beside it. */
export interface SmsWish {
  words: string
  language: Language
}

export interface SignUpRow {
  id: string
  formId: string
  contactId: string
  purposes: string[]
  given: Given
  proof: Record<string, unknown>
  /** Null: no text messages were asked for. */
  sms: SmsWish | null
  at: Date
  confirmedAt: Date | null
  /** When the number was asked to answer YES. */
  smsAskedAt: Date | null
}

const selectSignUps = (tx: OrgTx) =>
  tx
    .selectFrom('sign_ups')
    .select(['id', 'form_id', 'contact_id', 'purposes', 'given', 'proof', 'sms', 'at', 'confirmed_at', 'sms_asked_at'])
type SignUpDbRow = Awaited<ReturnType<ReturnType<typeof selectSignUps>['execute']>>[number]

const toSignUp = (row: SignUpDbRow): SignUpRow => ({
  id: row.id,
  formId: row.form_id,
  contactId: row.contact_id,
  purposes: row.purposes,
  given: row.given as unknown as Given,
  proof: row.proof as Record<string, unknown>,
  sms: row.sms as unknown as SmsWish | null,
  at: row.at,
  confirmedAt: row.confirmed_at,
  smsAskedAt: row.sms_asked_at,
})

export async function insertSignUp(tx: OrgTx, row: Omit<SignUpRow, 'at' | 'confirmedAt' | 'smsAskedAt'>): Promise<void> {
  await tx
    .insertInto('sign_ups')
    .values({
      org_id: tx.orgId,
      id: row.id,
      form_id: row.formId,
      contact_id: row.contactId,
      purposes: row.purposes,
      given: JSON.stringify(row.given),
      proof: JSON.stringify(row.proof),
      sms: row.sms && JSON.stringify(row.sms),
    })
    .onConflict((on) => on.columns(['org_id', 'id']).doNothing())
    .execute()
}

export async function findSignUp(tx: OrgTx, id: string): Promise<SignUpRow | null> {
  const row = await selectSignUps(tx).where('id', '=', id).executeTakeFirst()
  return row ? toSignUp(row) : null
}

export async function setConfirmed(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('sign_ups')
    .set({ confirmed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** The number behind the hash was asked for its YES. */
export async function markSmsRequested(tx: OrgTx, id: string, hash: Buffer): Promise<void> {
  await tx
    .updateTable('sign_ups')
    .set({ sms_hash: hash, sms_asked_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Whether the number got a request from any form since then, under any contact. */
export const wasSmsRequested = async (tx: OrgTx, hash: Buffer, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('sign_ups')
    .select('id')
    .where('sms_hash', '=', hash)
    .where('sms_asked_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes unconfirmed sign-ups and their values; their links stop working. */
export async function deleteOldSignUps(tx: SystemTx, days: number): Promise<void> {
  await sql`delete from sign_ups where confirmed_at is null and at < now() - make_interval(days => ${days})`.execute(tx)
}

/** For the person's export. */
export const signUpsOf = async (tx: OrgTx, contactId: string): Promise<SignUpRow[]> =>
  (await selectSignUps(tx).where('contact_id', '=', contactId).orderBy('id').execute()).map(toSignUp)

export async function moveSignUps(tx: OrgTx, from: string, into: string): Promise<void> {
  await tx.updateTable('sign_ups').set({ contact_id: into }).where('contact_id', '=', from).execute()
}
