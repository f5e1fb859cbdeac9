import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { domainOf } from '../../../platform/mail/address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAccount, findDefaultAccount } from './accounts-store.ts'
import type { ChannelAccount } from './accounts-store.ts'
import type { SenderIdentity } from '../senders/senders-store.ts'
import { isSandbox } from './show-account.ts'

const channelNames: Record<Channel, string> = { email: 'email', sms: 'SMS', webhook: 'webhooks', whatsapp: 'WhatsApp' }

/** The account that messages go out through: the named one, or the channel's default. @throws 404; 409 where it is switched off or there is none. */
export async function resolveAccount(tx: OrgTx, channel: Channel, accountId: string | null): Promise<ChannelAccount> {
  const account = accountId === null ? await findDefaultAccount(tx, channel) : await findAccount(tx, accountId)
  if (accountId === null && !account) throw conflict(`No account is the default for ${channelNames[channel]}. Choose one under Channels.`)
  if (!account) throw notFound('Channel account not found.')
  if (account.channel !== channel) throw conflict(`The channel account "${account.name}" is for ${channelNames[account.channel]}.`)
  if (!account.isActive) throw conflict(`The channel account "${account.name}" is switched off.`)
  return account
}

/** Where a message to a contact goes by this account; null where the contact has no such address. */
export function addressFor(account: ChannelAccount, contact: { email: string | null; phone: string | null }): string | null {
  if (account.channel === 'email') return contact.email
  if (account.channel === 'webhook') return account.settings.url ?? 'sandbox:webhook'
  return contact.phone
}

/**
 * Who mail of people may come from by an account: a sender that is verified, or any where nothing leaves this machine. Null: the
 * installation's own address, which serves only where the installation's own way out does. @throws 409 where there is neither.
 */
export function usableSender(
  platform: Pick<Platform, 'config'>,
  account: ChannelAccount,
  sender: SenderIdentity | null,
): SenderIdentity | null {
  const isNear = isSandbox(platform, account)
  if (sender && (sender.verifiedAt || isNear)) return sender
  if (isNear || account.provider === 'platform-smtp') return null
  throw conflict('Add and verify a sender first.')
}

/**
 * The envelope sender that names the recipient (VERP): `token` is that of the recipient (campaigns) or of a conversation. Without a domain
 * for what comes back it is of the sender's domain where that is the organization's or the installation's own. Where it is neither (a sender
 * who is known by a letter alone, at a provider of mailboxes), reports with the addresses of recipients would go to a stranger there: they go
 * to the sender, and are matched by the Message-ID that they quote.
 */
export const returnPathFor = (account: ChannelAccount, sender: { address: string; ownsDomain: boolean }, token: string): string => {
  const domain = account.settings.bounceDomain || (sender.ownsDomain ? domainOf(sender.address) : '')
  return domain ? `b+${token}@${domain}` : sender.address
}

/**
 * The envelope sender of a single message. It names the message where the account has a domain for what comes back; else it is the sender's
 * own address, whose mailbox exists: a report is matched by the Message-ID that it quotes.
 */
export const returnPathOfSingle = (account: ChannelAccount, senderAddress: string, token: string): string =>
  returnPathFor(account, { address: senderAddress, ownsDomain: false }, token)
