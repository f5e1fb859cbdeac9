import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { sharingNumbers } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import type { NewRecipient } from './engine/send-store.ts'
import type { SendFacts } from './engine/parts.ts'

type Person = Pick<MessageContact, 'id' | 'phone'>

/** Whether the number of a contact has had its message, or gives it to somebody else who has it. Asking gives it to who asks first. */
export type IsNumberTaken = (contact: Person) => boolean

export const usesNumbers = (channel: Channel): boolean => channel === 'sms' || channel === 'whatsapp'

/** A number may be several people's, and gets a message once: it is the first one's who may be reached. E-mail addresses are of one contact. */
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

// What one worker has given away while it holds a chunk: it looks ahead of what is written.
const claimsOf = new WeakMap<SendFacts, IsNumberTaken>()

/**
 * The same for a page of a chunk: what was sent to the numbers before, in two statements, and what this holder has given away. People
 * with one number are in one chunk (`keepTogether`), so that nobody else gives it away meanwhile.
 */
export async function checkNumbers(tx: OrgTx, facts: SendFacts, contacts: readonly Person[]): Promise<IsNumberTaken> {
  if (!usesNumbers(facts.channel)) return () => false
  const claims = claimsOf.get(facts) ?? createClaims(facts.channel)
  claimsOf.set(facts, claims)
  const others = await sharingNumbers(
    tx,
    contacts.map(({ id }) => id),
  )
  const sent = await sentAmong(tx, facts.sendId, [...others.values()].flat())
  return (contact) => (others.get(contact.id) ?? []).some((id) => sent.has(id)) || claims(contact)
}

/** Whose message left, is leaving, or may have left. */
async function sentAmong(tx: OrgTx, sendId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select contact_id as id from app.campaign_recipients
    where send_id = ${sendId} and contact_id = any(${[...ids]}::uuid[]) and (sent_at is not null or status in ('sending', 'held'))`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Puts people with one number into the chunk, and the variant, of the first of them. Pages come in the order of ids. */
export async function keepTogether(tx: OrgTx, { channel, sendId }: SendFacts, page: readonly NewRecipient[]): Promise<NewRecipient[]> {
  if (!usesNumbers(channel) || page.length === 0) return [...page]
  const others = await sharingNumbers(
    tx,
    page.map(({ contactId }) => contactId),
  )
  const placed = await placesOf(tx, sendId, [...others.values()].flat())
  return page.map((each) => {
    const first = others.get(each.contactId)?.find((id) => placed.has(id))
    const place = (first === undefined ? undefined : placed.get(first)) ?? each
    const recipient = { contactId: each.contactId, chunk: place.chunk, variant: place.variant }
    placed.set(each.contactId, recipient)
    return recipient
  })
}

async function placesOf(tx: OrgTx, sendId: string, ids: readonly string[]): Promise<Map<string, Omit<NewRecipient, 'contactId'>>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('campaign_recipients')
    .select(['contact_id', 'chunk', 'variant'])
    .where('send_id', '=', sendId)
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map(({ contact_id: id, chunk, variant }) => [id, { chunk, variant }]))
}
