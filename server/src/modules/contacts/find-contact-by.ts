import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { parseEmailAddress } from '../../platform/mail/address.ts'
import { phoneReaderOf } from './read-phone.ts'
import { findContactByAddress, loadRecipients } from './recipient-store.ts'
import type { MessageContact } from './recipient-store.ts'

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** An address as it is kept: email in lower case, a number in E.164; null for text that is none. */
export async function readAddress(tx: OrgTx, channel: Exclude<Channel, 'webhook'>, text: string): Promise<string | null> {
  if (channel === 'email') return parseEmailAddress(text.trim())?.toLowerCase() ?? null
  return (await phoneReaderOf(tx))(text.trim())
}

/** The contact that a text names by id, email address or phone number. */
export async function findContactBy(tx: OrgTx, text: string): Promise<MessageContact | null> {
  const given = text.trim()
  if (isId(given)) return (await loadRecipients(tx, [given])).get(given) ?? null
  const channel = given.includes('@') ? 'email' : 'sms'
  const address = await readAddress(tx, channel, given)
  return address === null ? null : findContactByAddress(tx, channel, address)
}
