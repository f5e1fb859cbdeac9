import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { mergedInto, morePeopleWithNumber, numbersOf, peopleByNumber } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import type { NewRecipient } from './engine/send-store.ts'
import type { SendFacts } from './engine/parts.ts'

type Person = Pick<MessageContact, 'id' | 'phone'>

/** Whether another contact claimed the contact's number before. The call itself claims a free number for this contact. */
export type IsNumberTaken = (contact: Person) => boolean

export const usesNumbers = (channel: Channel): boolean => channel === 'sms' || channel === 'whatsapp'

/** Several contacts may share a number, which gets a message once: for the first reachable contact. An email address has one contact. */
export function createClaims(channel: Channel): IsNumberTaken {
  if (!usesNumbers(channel)) return () => false
  const claims = new Map<string, string>()
  return ({ id, phone }) => {
    if (!phone) return false
    const owner = claims.get(phone) ?? id
    claims.set(phone, owner)
    return owner !== id
  }
}

// The claims of one worker while it holds a chunk: it looks ahead of what is written.
const claimsOf = new WeakMap<SendFacts, IsNumberTaken>()

/** `sent`: the number has its message. `promised`: another contact is to get it, and may still be skipped. */
export type NumberState = 'free' | 'promised' | 'sent'

/**
 * The same for a page of a chunk: earlier messages to the numbers, in two statements except for crowded ones, and this worker's claims.
 * Contacts with one number are in one chunk (`keepTogether`), so that no other worker claims it meanwhile.
 */
export async function checkNumbers(tx: OrgTx, facts: SendFacts, contacts: readonly Person[]): Promise<(contact: Person) => NumberState> {
  if (!usesNumbers(facts.channel)) return () => 'free'
  const claims = claimsOf.get(facts) ?? createClaims(facts.channel)
  claimsOf.set(facts, claims)
  const numbers = contacts.flatMap(({ phone }) => phone ?? [])
  // Two of each number: one of them may be the contact itself.
  const sent = await firstAmong(tx, numbers, 2, (ids) => sentAmong(tx, facts.sendId, ids))
  return (contact) => {
    if ((sent.get(contact.phone ?? '') ?? []).some((id) => id !== contact.id)) return 'sent'
    return claims(contact) ? 'promised' : 'free'
  }
}

const fewPeople = 10
const manyPeople = 1_000

/** For each shared number the first `most` contacts that `look` finds. Numbers of only one contact are skipped. */
async function firstAmong(
  tx: OrgTx,
  numbers: readonly string[],
  most: number,
  look: (ids: readonly string[]) => Promise<{ has(id: string): boolean }>,
): Promise<Map<string, string[]>> {
  const people = [...(await peopleByNumber(tx, [...new Set(numbers)], fewPeople))].filter(([, ids]) => ids.length > 1)
  const hits = await look(people.flatMap(([, ids]) => ids))
  const found = new Map(people.map(([phone, ids]) => [phone, ids.filter((id) => hits.has(id))]))
  for (const [phone, ids] of people) {
    const own = found.get(phone) ?? []
    let last = ids.length < fewPeople ? undefined : ids.at(-1)
    while (own.length < most && last !== undefined) {
      const more = await morePeopleWithNumber(tx, phone, last, manyPeople)
      const hitsOfMore = await look(more)
      own.push(...more.filter((id) => hitsOfMore.has(id)))
      last = more.length < manyPeople ? undefined : more.at(-1)
    }
  }
  return found
}

/** Contacts that already had the message of this send as another contact, merged into them since. */
export async function gotAsOthers(tx: OrgTx, sendId: string, contactIds: readonly string[]): Promise<Set<string>> {
  const nameNow = await mergedInto(tx, contactIds)
  const sent = await sentAmong(tx, sendId, [...nameNow.keys()])
  return new Set([...sent].flatMap((id) => nameNow.get(id) ?? []))
}

/** Recipients of a message that was sent, is in flight, or may have been sent. */
async function sentAmong(tx: OrgTx, sendId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select contact_id as id from app.campaign_recipients
    where send_id = ${sendId} and contact_id = any(${[...ids]}::uuid[]) and (sent_at is not null or copies > 0
      or status in ('sending', 'held') or (status = 'failed' and reason = 'outcome_unknown'))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Puts contacts with one number into the chunk, and the variant, of the first of them. Pages come in the order of ids. */
export async function keepTogether(tx: OrgTx, { channel, sendId }: SendFacts, page: readonly NewRecipient[]): Promise<NewRecipient[]> {
  if (!usesNumbers(channel) || page.length === 0) return [...page]
  const numbers = await numbersOf(
    tx,
    page.map(({ contactId }) => contactId),
  )
  const places = new Map<string, Place>()
  const first = await firstAmong(tx, [...numbers.values()], 1, async (ids) => {
    const placed = await placesOf(tx, sendId, ids)
    for (const [id, place] of placed) places.set(id, place)
    return placed
  })
  const byNumber = new Map<string, Place>()
  for (const [phone, [id = '']] of first) {
    const place = places.get(id)
    if (place) byNumber.set(phone, place)
  }
  return page.map((each) => {
    const phone = numbers.get(each.contactId)
    const { chunk, variant } = (phone === undefined ? undefined : byNumber.get(phone)) ?? each
    if (phone !== undefined) byNumber.set(phone, { chunk, variant })
    return { contactId: each.contactId, chunk, variant }
  })
}

type Place = Omit<NewRecipient, 'contactId'>

async function placesOf(tx: OrgTx, sendId: string, ids: readonly string[]): Promise<Map<string, Place>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('campaign_recipients')
    .select(['contact_id', 'chunk', 'variant'])
    .where('send_id', '=', sendId)
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map(({ contact_id: id, chunk, variant }) => [id, { chunk, variant }]))
}
