import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { domainOf } from '../../../platform/mail/address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAccount, findDefaultAccount } from './accounts-store.ts'
import type { ChannelAccount } from './accounts-store.ts'
import type { SenderIdentity } from '../senders/senders-store.ts'
import { isSandbox } from './show-account.ts'

const channelNames: Record<Channel, string> = { email: 'email', sms: 'SMS', webhook: 'webhooks', whatsapp: 'WhatsApp' }

/** The account that sends the messages: the named one, or the channel's default. @throws 404; 409 if it is disabled or there is none. */
export async function resolveAccount(tx: OrgTx, channel: Channel, accountId: string | null): Promise<ChannelAccount> {
  const account = accountId === null ? await findDefaultAccount(tx, channel) : await findAccount(tx, accountId)
  if (accountId === null && !account)
    throw conflict(message('There is no default account for {channel}. Choose one under Channels.', { channel: channelNames[channel] }))
  if (!account) throw notFound('Channel account not found.')
  if (account.channel !== channel)
    throw conflict(
      message('The channel account "{account}" is for {channel}.', { account: account.name, channel: channelNames[account.channel] }),
    )
  if (!account.isActive) throw conflict(message('The channel account "{account}" is switched off.', { account: account.name }))
  return account
}

/** The contact's address on this account's channel; null if the contact has none. */
export function addressFor(account: ChannelAccount, contact: { email: string | null; phone: string | null }): string | null {
  if (account.channel === 'email') return contact.email
  if (account.channel === 'webhook') return account.settings.url ?? 'sandbox:webhook'
  return contact.phone
}

/**
 * The sender an account may use for email: a verified one, or any if nothing leaves this machine. Null: the installation's own address,
 * usable only with the installation's own account. @throws 409 if there is neither.
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
 * VERP envelope sender; `token` is of the recipient (campaigns) or conversation. Without a bounce domain: on the sender's domain if it is
 * ours or the organization's, else the sender itself, so that no stranger gets reports; those are matched by the quoted Message-ID.
 */
export const returnPathFor = (account: ChannelAccount, sender: { address: string; ownsDomain: boolean }, token: string): string => {
  const domain = account.settings.bounceDomain || (sender.ownsDomain ? domainOf(sender.address) : '')
  return domain ? `b+${token}@${domain}` : sender.address
}

/**
 * The envelope sender of a single message. With a bounce domain it names the message; else it is the sender's own address, an existing
 * mailbox: a report is matched by the Message-ID that it quotes.
 */
export const returnPathOfSingle = (account: ChannelAccount, senderAddress: string, token: string): string =>
  returnPathFor(account, { address: senderAddress, ownsDomain: false }, token)
