import type { z } from 'zod'
import type { InboundMailbox } from '@imperium/contract/channels/channel-accounts.ts'
import { invalid } from '../../../platform/errors.ts'
import type { KeyRing } from '../../../platform/crypto/crypto.ts'

export type MailboxBody = z.output<typeof InboundMailbox>
/** As the row keeps it. */
export type MailboxSettings = Omit<MailboxBody, 'password'>

export const mailboxPlace = (accountId: string) => `channel_accounts.inbound_secret:${accountId}`

export interface StoredMailbox {
  settings: MailboxSettings | null
  sealed: string | null
}

/** The values to store from the form. A blank password keeps the stored one, which is not sent to another server. @throws 422 */
export function mailboxValues(keyRing: KeyRing, accountId: string, body: MailboxBody | null, before: StoredMailbox): StoredMailbox {
  if (body === null) return { settings: null, sealed: null }
  const { password, ...settings } = body
  if (password !== '') return { settings, sealed: keyRing.encrypt(password, mailboxPlace(accountId)) }
  const same = before.settings?.host === settings.host && before.settings.port === settings.port
  if (!before.sealed || !same) throw invalid([{ path: 'inbound.password', message: 'Password is required' }])
  return { settings, sealed: before.sealed }
}
