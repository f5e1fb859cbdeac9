import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Contact, ContactSource, contactSorts } from '@imperium/contract/contacts/contacts.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listStatement } from '../../platform/resources/list-statement.ts'
import type { Listed } from '../../platform/resources/list-statement.ts'
import { isoText } from '../../platform/resources/reply-of.ts'
import { fullName } from './recipient-store.ts'
import type { CustomValue } from './recipient-store.ts'
import { matchesText } from './search-contacts.ts'
import { groupOf } from './contact-groups.ts'

export interface ContactRowFilter {
  q?: string | undefined
  /** What numbers begin with that `q` may mean, read with the organization's country. */
  numberStart?: string | null | undefined
  /** As they are kept: lower case, E.164. */
  email?: string | undefined
  phone?: string | undefined
  updatedSince?: string | undefined
  tag?: string | undefined
  source?: ContactSource | undefined
  reach?: 'email' | 'phone' | 'bounced' | undefined
  importId?: string | undefined
  /** None but these. */
  ids?: readonly string[] | undefined
}

const selectContacts = (tx: OrgTx) =>
  tx
    .selectFrom('contacts as c')
    .select(['c.id', 'c.email', 'c.phone', 'c.first_name', 'c.last_name', 'c.locale', 'c.time_zone', 'c.tags', 'c.custom', 'c.source'])
    .select(['c.source_detail', 'c.email_state', 'c.created_at', 'c.updated_at'])

type ContactRow = Awaited<ReturnType<ReturnType<typeof selectContacts>['execute']>>[number]

export const shownName = (row: { first_name: string; last_name: string; email: string | null; phone: string | null }): string =>
  fullName(row.first_name, row.last_name) || (row.email ?? row.phone ?? '')

const toContact = (row: ContactRow | Listed<ContactRow>): Contact => ({
  id: row.id,
  email: row.email,
  phone: row.phone,
  firstName: row.first_name,
  lastName: row.last_name,
  name: shownName(row),
  locale: row.locale,
  timeZone: row.time_zone,
  tags: row.tags,
  // Values are checked against the fields' types when they are written.
  custom: row.custom as Record<string, CustomValue>,
  // The table's checks hold these two to the contract's words.
  source: row.source as ContactSource,
  emailState: row.email_state as Contact['emailState'],
  sourceDetail: row.source_detail,
  createdAt: isoText(row.created_at),
  updatedAt: isoText(row.updated_at),
})

/** What the filter asks, for queries that call the table `c`; comparisons that row-level security lets an index answer. */
function matching({
  q,
  numberStart,
  email,
  phone,
  updatedSince,
  tag,
  source,
  reach,
  importId,
  ids,
}: ContactRowFilter): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`true`]
  if (q) conditions.push(matchesText(q, numberStart))
  if (email) conditions.push(sql<SqlBool>`c.email = ${email}`)
  if (phone) conditions.push(sql<SqlBool>`c.phone = ${phone}`)
  if (updatedSince) conditions.push(sql<SqlBool>`c.updated_at >= ${updatedSince}::timestamptz`)
  if (tag) conditions.push(sql<SqlBool>`${tag} = any(c.tags)`)
  if (source) conditions.push(sql<SqlBool>`c.source = ${source}`)
  if (reach === 'email') conditions.push(sql<SqlBool>`c.email is not null and c.email_state = 'active'`)
  if (reach === 'bounced') conditions.push(sql<SqlBool>`c.email is not null and c.email_state = 'bounced'`)
  if (reach === 'phone') conditions.push(sql<SqlBool>`c.phone is not null`)
  if (importId) conditions.push(groupOf('import').includesOne(importId))
  if (ids) conditions.push(sql<SqlBool>`c.id = any(${[...ids]}::uuid[])`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

type Sort = (typeof contactSorts)[number]

// Each sort as an expression without nulls (a null cannot be compared in a cursor), and the type its text is read back as.
const sorts: Record<Sort, { by: RawBuilder<unknown>; type: string }> = {
  createdAt: { by: sql`c.created_at`, type: 'timestamptz' },
  name: { by: sql`c.name_key`, type: 'text' },
  email: { by: sql`coalesce(c.email, '')`, type: 'text' },
}

export interface ContactPage {
  filter: ContactRowFilter
  sort: Sort
  direction: 'asc' | 'desc'
  limit: number
  /** Sort value (as text) and id of the last row of the page before. */
  after: [string, string] | null
}

const contactPage = listStatement((tx, { filter, sort, direction, limit, after }: ContactPage) => {
  const { by, type } = sorts[sort]
  const compare = sql.raw(direction === 'asc' ? '>' : '<')
  const order = sql.raw(direction)
  return selectContacts(tx)
    .select(sql<string>`${by}::text`.as('sort_key'))
    .where(matching(filter))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(${by}, c.id) ${compare} (${after?.[0]}::${sql.raw(type)}, ${after?.[1]}::uuid)`),
    )
    .orderBy(sql`${by} ${order}`)
    .orderBy(sql`c.id ${order}`)
    .limit(limit + 1)
})

/** The transaction's last statement. */
export async function listContacts(tx: OrgTx, page: ContactPage): Promise<{ rows: Contact[]; last: [string, string] | null }> {
  const rows = await contactPage(tx, page)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { rows: shown.map(toContact), last: last ? [last.sort_key, last.id] : null }
}

/** Contacts in the order of their ids, for exports. */
export async function listContactsById(tx: OrgTx, filter: ContactRowFilter, after: string | null, limit: number): Promise<Contact[]> {
  const rows = await selectContacts(tx)
    .where(matching(filter))
    .$if(after !== null, (query) => query.where('c.id', '>', after as string))
    .orderBy('c.id')
    .limit(limit)
    .execute()
  return rows.map(toContact)
}

export async function contactStats(tx: OrgTx, filter: ContactRowFilter, addedSince: Date) {
  return tx
    .selectFrom('contacts as c')
    .select([
      sql<number>`count(*) filter (where ${matching(filter)})`.as('matching'),
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where c.email is not null and c.email_state = 'active')`.as('withEmail'),
      sql<number>`count(*) filter (where c.email is not null and c.email_state = 'bounced')`.as('bounced'),
      sql<number>`count(*) filter (where c.phone is not null)`.as('withPhone'),
      sql<number>`count(*) filter (where c.created_at >= ${addedSince})`.as('added'),
    ])
    .executeTakeFirstOrThrow()
}

export async function findContact(tx: OrgTx, id: string): Promise<Contact | null> {
  const row = await selectContacts(tx).where('c.id', '=', id).executeTakeFirst()
  return row ? toContact(row) : null
}

export async function findContactByEmail(tx: OrgTx, email: string): Promise<Contact | null> {
  const row = await selectContacts(tx).where('c.email', '=', email).executeTakeFirst()
  return row ? toContact(row) : null
}

export async function contactExists(tx: OrgTx, id: string): Promise<boolean> {
  return (await tx.selectFrom('contacts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Those of the ids that exist. */
export async function listContactsWith(tx: OrgTx, ids: readonly string[]): Promise<Contact[]> {
  if (ids.length === 0) return []
  const rows = await selectContacts(tx)
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map(toContact)
}

/** Those of the ids that exist, held until the transaction ends, always in the order of ids. */
export async function lockContacts(tx: OrgTx, ids: readonly string[]): Promise<Contact[]> {
  const rows = await selectContacts(tx)
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('c.id')
    .forUpdate()
    .execute()
  return rows.map(toContact)
}

export interface ContactValues {
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  locale: string | null
  timeZone: string | null
  tags: readonly string[]
  custom: Record<string, CustomValue>
  emailState: Contact['emailState']
}

export async function writeContact(
  tx: OrgTx,
  id: string,
  values: ContactValues & { emailHash: Buffer | null; phoneHash: Buffer | null },
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({
      email: values.email,
      phone: values.phone,
      email_hash: values.emailHash,
      phone_hash: values.phoneHash,
      first_name: values.firstName,
      last_name: values.lastName,
      locale: values.locale,
      time_zone: values.timeZone,
      tags: [...values.tags],
      custom: JSON.stringify(values.custom),
      email_state: values.emailState,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes the rows; what hangs on them by foreign keys goes along. */
export async function deleteContacts(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('contacts')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

export async function contactTags(tx: OrgTx, limit: number): Promise<{ tag: string; count: number }[]> {
  return tx
    .selectFrom((eb) =>
      eb
        .selectFrom('contacts')
        .select(sql<string>`unnest(tags)`.as('tag'))
        .as('each'),
    )
    .select(['tag', sql<number>`count(*)`.as('count')])
    .groupBy('tag')
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(limit)
    .execute()
}

/** However it is spelled: "VIP" and "vip" are one tag. */
const hasTag = (tag: string) => sql<SqlBool>`exists (select from unnest(tags) as each where lower(each) = lower(${tag}))`

/** Adds the tag to those that do not have it. @returns ids that changed. */
export async function addTag(tx: OrgTx, ids: readonly string[], tag: string): Promise<string[]> {
  const rows = await tx
    .updateTable('contacts')
    .set({ tags: sql`array_append(tags, ${tag})`, updated_at: sql`clock_timestamp()` })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where((eb) => eb.not(hasTag(tag)))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** In every spelling that they have it in. @returns ids that changed. */
export async function removeTag(tx: OrgTx, ids: readonly string[], tag: string): Promise<string[]> {
  const rows = await tx
    .updateTable('contacts')
    .set({
      tags: sql`array(select each from unnest(tags) with ordinality as t (each, place) where lower(each) <> lower(${tag}) order by place)`,
      updated_at: sql`clock_timestamp()`,
    })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where(hasTag(tag))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
