import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { formerIds } from './merging/merge-store.ts'

export type CustomValue = string | number | boolean

/** A contact as senders, consent and templates need it. */
export interface MessageContact {
  id: string
  /** Lower case. */
  email: string | null
  /** E.164. */
  phone: string | null
  /** What suppressions know the addresses by (`platform.hashAddress`). */
  emailHash: Buffer | null
  phoneHash: Buffer | null
  firstName: string
  lastName: string
  /** First and last name; empty where both are. */
  name: string
  /** BCP 47. */
  locale: string | null
  /** IANA. */
  timeZone: string | null
  /** How it was made: `import`, `form`, ... */
  source: string
  tags: string[]
  custom: Record<string, CustomValue>
  /** 'bounced': mail to it came back for good. */
  emailState: 'active' | 'bounced'
  /** Of the segments that decide who sees a block of the message, those that the contact is in. */
  segmentIds?: ReadonlySet<string>
}

const selectRecipients = (tx: OrgTx) =>
  tx
    .selectFrom('contacts')
    .select([
      'id',
      'email',
      'phone',
      'email_hash',
      'phone_hash',
      'first_name',
      'last_name',
      'locale',
      'time_zone',
      'source',
      'tags',
      'custom',
    ])
    .select('email_state')

type Row = Awaited<ReturnType<ReturnType<typeof selectRecipients>['execute']>>[number]

export const fullName = (first: string, last: string): string => `${first} ${last}`.trim()

const toRecipient = (row: Row): MessageContact => ({
  id: row.id,
  email: row.email,
  phone: row.phone,
  emailHash: row.email_hash,
  phoneHash: row.phone_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  name: fullName(row.first_name, row.last_name),
  locale: row.locale,
  timeZone: row.time_zone,
  source: row.source,
  tags: row.tags,
  // Values are checked against the fields' types when they are written.
  custom: row.custom as Record<string, CustomValue>,
  emailState: row.email_state as MessageContact['emailState'],
})

/** Those of the ids that exist, by id, in one statement; erased and merged ones are missing. */
export async function loadRecipients(tx: OrgTx, ids: readonly string[]): Promise<Map<string, MessageContact>> {
  if (ids.length === 0) return new Map()
  const rows = await selectRecipients(tx)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.id, toRecipient(row)]))
}

/**
 * Whose address it is: email in any case, numbers in E.164. A number may be several people's: then the one known longest. A
 * webhook is no address of a contact.
 */
export async function findContactByAddress(tx: OrgTx, channel: Channel, address: string): Promise<MessageContact | null> {
  if (channel === 'webhook') return null
  const row = await selectRecipients(tx)
    .where(channel === 'email' ? 'email' : 'phone', '=', channel === 'email' ? address.toLowerCase() : address)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? toRecipient(row) : null
}

const mostPeople = 1_000

/** Ids of all contacts with the address, with ids of contacts merged into them: contacts may share a number. At most the first thousand. */
export async function idsByAddress(tx: OrgTx, channel: Channel, address: string): Promise<string[]> {
  if (channel === 'webhook') return []
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where(channel === 'email' ? 'email' : 'phone', '=', channel === 'email' ? address.toLowerCase() : address)
    .orderBy('id')
    .limit(mostPeople)
    .execute()
  const ids = rows.map(({ id }) => id)
  return [...ids, ...(await formerIds(tx, ids))]
}

/** The numbers (E.164) of those contacts that have one, by contact. */
export async function numbersOf(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'phone'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('phone', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, phone }) => [id, phone ?? '']))
}

/** Who has each of the numbers, by number, in the order of ids: of each number the first `limit`, in one statement. */
export async function peopleByNumber(tx: OrgTx, numbers: readonly string[], limit: number): Promise<Map<string, string[]>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ phone: string; ids: string[] }>`
    select n.phone, array(select c.id from app.contacts c where c.phone = n.phone order by c.id limit ${limit}) as ids
    from unnest(${[...numbers]}::text[]) as n(phone)`.execute(tx)
  return new Map(rows.map(({ phone, ids }) => [phone, ids]))
}

/** The next contacts with a number: half a list may share one. */
export async function morePeopleWithNumber(tx: OrgTx, phone: string, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where('phone', '=', phone)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks the email addresses of contacts as dead ('bounced') or good again. */
export async function setEmailState(tx: OrgTx, contactIds: readonly string[], state: MessageContact['emailState']): Promise<void> {
  if (contactIds.length === 0) return
  await tx
    .updateTable('contacts')
    .set({ email_state: state })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('email_state', '<>', state)
    .execute()
}
