import type { ChannelAccount as Shown } from '@imperium/contract/channels/channel-accounts.ts'
import type { MessageKey } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAccountRow, listAccountRows, toAccount } from './accounts-store.ts'
import type { AccountRow, ChannelAccount } from './accounts-store.ts'
import type { MailboxSettings } from '../inbound/inbound-mailbox.ts'

export const accountNotFound = () => notFound('Channel account not found.')

/** Messages of this account do not leave this machine. */
export const isSandbox = ({ config }: Pick<Platform, 'config'>, { provider }: Pick<ChannelAccount, 'provider'>): boolean =>
  provider === 'sandbox' || (provider === 'platform-smtp' && config.smtpUrl === undefined)

function healthOf({ isActive, failures, openUntil, lastError, lastErrorKey }: ChannelAccount, now: Date): Shown['health'] {
  const isOpen = openUntil !== null && openUntil > now
  const state = !isActive ? 'off' : isOpen ? 'resting' : failures > 0 ? 'failing' : 'ok'
  return { state, failures, restsUntil: isOpen ? openUntil.toISOString() : null, lastError, lastErrorKey }
}

/** What reading the mailbox remembers. */
export interface InboundState {
  uidValidity?: string
  lastUid?: number
  readAt?: string
  lastError?: string
  lastErrorKey?: MessageKey | undefined
  /** The message that is being read, by which process, and how many processes have begun with it. */
  trying?: { uid: number; by: string; attempts: number } | undefined
}

function inboundOf(row: AccountRow): Shown['inbound'] {
  if (row.inbound === null) return null
  // Older rows know no name of the receiving server.
  const {
    host,
    port,
    security,
    username,
    folder,
    authservId = '',
  } = row.inbound as unknown as Partial<MailboxSettings> & Omit<MailboxSettings, 'authservId'>
  const state = row.inbound_state as InboundState
  const { readAt = null, lastError = '', lastErrorKey } = state
  return { host, port, security, username, folder, authservId, readAt, lastError, ...(lastErrorKey ? { lastErrorKey } : {}) }
}

export function showAccount(platform: Platform, row: AccountRow): Shown {
  const account = toAccount(row)
  const { id, channel, name, provider, settings, secretHint, isDefault, isActive, ratePerSecond, domainRatePerSecond } = account
  return {
    id,
    channel,
    name,
    provider,
    settings,
    secretHint,
    isDefault,
    isActive,
    ratePerSecond,
    domainRatePerSecond,
    isSandbox: isSandbox(platform, account),
    unknownPolicy: account.unknownPolicy,
    acceptanceDelivers: account.acceptanceDelivers,
    priceMicros: account.priceMicros,
    health: healthOf(account, platform.clock.now()),
    inbound: inboundOf(row),
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  }
}

/** @throws 404 */
export async function readAccount(platform: Platform, tx: OrgTx, id: string): Promise<Shown> {
  const row = await findAccountRow(tx, id)
  if (!row) throw accountNotFound()
  return showAccount(platform, row)
}

export const readAccounts = async (platform: Platform, tx: OrgTx): Promise<Shown[]> =>
  (await listAccountRows(tx)).map((row) => showAccount(platform, row))
