import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { requireContactQuota } from './limit-contacts.ts'
import type { CustomValue } from './recipient-store.ts'

// Contacts by the thousand, for imports: a statement for each batch.

export interface ImportedValues {
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  locale: string | null
  timeZone: string | null
  tags: string[]
  custom: Record<string, CustomValue>
}

export interface NewRow extends ImportedValues {
  id: string
  eventId: string
  emailHash: string | null
  phoneHash: string | null
  /** In the file, for the timeline. */
  row: number
}

export interface MadeBy {
  importId: string
  fileName: string
  actorName: string
}

/** Inserts contacts with the first entry of their timelines, except those whose email address is in use. @returns ids of the new ones. @throws 409 PLAN_LIMIT */
export async function insertContacts(tx: OrgTx, rows: readonly NewRow[], by: MadeBy): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  // Always in the order of addresses: two lists with the same people wait for each other instead of locking up.
  const { rows: made } = await sql<{ id: string }>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "eventId" uuid, email text, phone text, "emailHash" text,
        "phoneHash" text, "firstName" text, "lastName" text, locale text, "timeZone" text, tags text[], custom jsonb, "row" int)
    ), made as (
      insert into contacts (org_id, id, email, phone, email_hash, phone_hash, first_name, last_name, locale, time_zone, tags, custom, source,
        source_detail, import_id)
      select ${tx.orgId}, id, email, phone, decode("emailHash", 'hex'), decode("phoneHash", 'hex'), "firstName", "lastName", locale, "timeZone",
        tags, custom, 'import', ${by.fileName}, ${by.importId} from input order by email, phone
      on conflict (org_id, email) where email is not null do nothing
      returning id
    ), told as (
      insert into contact_events (org_id, id, contact_id, type, actor_name, data)
      select ${tx.orgId}, input."eventId", input.id, 'contact.imported', ${by.actorName},
        jsonb_build_object('importId', ${by.importId}::text, 'file', ${by.fileName}::text, 'row', input."row")
      from made join input using (id)
    )
    select id from made`.execute(tx)
  await requireContactQuota(tx)
  return new Set(made.map(({ id }) => id))
}

export interface StoredContact {
  id: string
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  locale: string | null
  timeZone: string | null
  tags: string[]
  custom: Record<string, CustomValue>
  importId: string | null
}

const selectStored = (tx: OrgTx) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'email', 'phone', 'first_name as firstName', 'last_name as lastName', 'locale', 'time_zone as timeZone', 'tags'])
    .select(['custom', 'import_id as importId'])

type StoredRow = Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number]
// Values are checked against the fields' types when they are written.
const toStored = (row: StoredRow): StoredContact => ({ ...row, custom: row.custom as Record<string, CustomValue> })

/** Contacts with one of these e-mail addresses, held until the transaction ends. */
export async function lockByEmail(tx: OrgTx, emails: readonly string[]): Promise<Map<string, StoredContact>> {
  if (emails.length === 0) return new Map()
  const rows = await selectStored(tx)
    .where((eb) => eb('email', '=', eb.fn.any(eb.val([...emails]))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.email ?? '', toStored(row)]))
}

/** Whose numbers these are, held; of several people with one number the one known longest. */
export async function lockByPhone(tx: OrgTx, phones: readonly string[]): Promise<Map<string, StoredContact>> {
  if (phones.length === 0) return new Map()
  // Numbers have no unique index: imports that make contacts from them wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact-import-phones:${tx.orgId}`}, 0))`.execute(tx)
  const rows = await selectStored(tx)
    .select('created_at')
    .where((eb) => eb('phone', '=', eb.fn.any(eb.val([...phones]))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const found = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const known = found.get(row.phone ?? '')
    if (!known || row.created_at < known.created_at) found.set(row.phone ?? '', row)
  }
  return new Map([...found].map(([phone, { created_at: _at, ...row }]) => [phone, toStored(row)]))
}

export interface ChangedRow extends StoredContact {
  eventId: string
  phoneHash: string | null
  row: number
  /** Names of what changed, for the timeline. */
  changed: string[]
}

export async function updateContacts(tx: OrgTx, rows: readonly ChangedRow[], by: MadeBy): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "eventId" uuid, phone text, "phoneHash" text,
        "firstName" text, "lastName" text, locale text, "timeZone" text, tags text[], custom jsonb, "row" int, changed jsonb)
    ), written as (
      update contacts c set phone = i.phone, phone_hash = decode(i."phoneHash", 'hex'), first_name = i."firstName", last_name = i."lastName",
        locale = i.locale, time_zone = i."timeZone", tags = i.tags, custom = i.custom, updated_at = clock_timestamp()
      from input i where c.org_id = ${tx.orgId} and c.id = i.id and jsonb_array_length(i.changed) > 0
    )
    insert into contact_events (org_id, id, contact_id, type, actor_name, data)
    select ${tx.orgId}, "eventId", id, 'contact.imported', ${by.actorName},
      jsonb_build_object('importId', ${by.importId}::text, 'file', ${by.fileName}::text, 'row', "row", 'changed', changed)
    from input`.execute(tx)
}

/** Locks contacts with one of these numbers, and contacts with only a phone number among the others. */
export const lockWithNumbers = (
  tx: OrgTx,
  { own, others }: { own: readonly string[]; others: readonly string[] },
): Promise<{ id: string; email: string | null; phone: string | null; importId: string | null }[]> =>
  tx
    .selectFrom('contacts')
    .select(['id', 'email', 'phone', 'import_id as importId'])
    .where((eb) => eb('phone', '=', eb.fn.any(eb.val([...own, ...others]))))
    .where((eb) => eb.or([eb('phone', '=', eb.fn.any(eb.val([...own]))), eb('email', 'is', null)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Existing contacts that an import created, except those that another contact was merged into since. */
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
