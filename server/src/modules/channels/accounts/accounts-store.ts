import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ReportProvider } from '@imperium/contract/channels/delivery-reports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { englishOf, readKey, storedKey } from '@imperium/contract/kit/message.ts'
import type { MessageKey, Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { ChannelAccounts } from '../../../platform/db/types.gen.ts'

export const providers = ['platform-smtp', 'smtp', 'twilio', 'whatsapp-cloud', 'webhook', 'sandbox'] as const
export type Provider = (typeof providers)[number]

/** Not secret; each provider uses its own of these. */
export interface AccountSettings {
  /** SMTP. */
  host?: string
  port?: number
  /** `tls`: from the first byte; `starttls`: required; `none`: only if the network between cannot be intercepted. */
  security?: 'tls' | 'starttls' | 'none'
  username?: string
  /** Email: the domain that receives bounces (VERP); the sender's domain unless given. */
  bounceDomain?: string
  /** Email: the provider that reports deliveries, if not in our own format; chosen with the account's address (`updateHook`). */
  reports?: ReportProvider
  /** The base address of the API of an SMS or WhatsApp provider. */
  baseUrl?: string
  accountSid?: string
  /** The number or messaging service that sends an SMS. */
  from?: string
  /** SMS: the principal entity of India's register (TRAI DLT). */
  dltEntityId?: string
  phoneNumberId?: string
  businessAccountId?: string
  /** Webhook: the URL that messages are posted to. */
  url?: string
  /** Webhook: headers that go along; their values are secret. */
  headerNames?: string[]
  /** Webhook: until then the former signing secret signs along. ISO 8601. */
  formerSecretUntil?: string
}

/** An account that an organization sends (and receives) messages with. Secrets are sealed. */
export interface ChannelAccount {
  orgId: string
  id: string
  channel: Channel
  name: string
  provider: Provider
  settings: AccountSettings
  secretSealed: string | null
  secretHint: string
  /** Under which address its provider calls us, sealed. */
  hookSealed: string | null
  isDefault: boolean
  isActive: boolean
  /** Messages a second; null: no bound of ours. */
  ratePerSecond: number | null
  /** Messages a second to one recipient domain. */
  domainRatePerSecond: number | null
  /** Micro-dollars per message, per part for SMS; null: unknown. */
  priceMicros: number | null
  unknownPolicy: 'repeat' | 'hold'
  acceptanceDelivers: boolean
  failures: number
  /** No attempt is made before this time (circuit breaker). */
  openUntil: Date | null
  lastError: string
  lastErrorKey: MessageKey | undefined
  createdAt: Date
  updatedAt: Date
}

export type AccountRow = Selectable<ChannelAccounts>

export const toAccount = (row: AccountRow): ChannelAccount => ({
  orgId: row.org_id,
  id: row.id,
  // The table's checks limit the columns to these values.
  channel: row.channel as Channel,
  name: row.name,
  provider: row.provider as Provider,
  settings: row.settings as AccountSettings,
  secretSealed: row.secret,
  secretHint: row.secret_hint,
  hookSealed: row.hook_token_sealed,
  isDefault: row.is_default,
  isActive: row.is_active,
  ratePerSecond: row.rate_per_second,
  domainRatePerSecond: row.domain_rate_per_second,
  priceMicros: row.price_micros,
  unknownPolicy: row.unknown_policy as ChannelAccount['unknownPolicy'],
  acceptanceDelivers: row.acceptance_delivers,
  failures: row.failures,
  openUntil: row.open_until,
  lastError: row.last_error,
  lastErrorKey: readKey(row.last_error, row.last_error_key),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findAccount(tx: OrgTx, id: string): Promise<ChannelAccount | null> {
  const row = await tx.selectFrom('channel_accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findDefaultAccount(tx: OrgTx, channel: Channel): Promise<ChannelAccount | null> {
  const row = await tx
    .selectFrom('channel_accounts')
    .selectAll()
    .where('channel', '=', channel)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/** The same, locked against changes until the end of the transaction. */
export async function lockDefaultAccount(tx: OrgTx, channel: Channel): Promise<ChannelAccount | null> {
  const row = await tx
    .selectFrom('channel_accounts')
    .selectAll()
    .where('channel', '=', channel)
    .where('is_default', '=', true)
    .forShare()
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/** Counts a failure in a row; from the fifth on the account rests: 30 s, each further failure twice as long, 10 minutes at most. */
export async function countFailure(tx: OrgTx, id: string, now: Date, reason: Text): Promise<Date | null> {
  const row = await tx
    .updateTable('channel_accounts')
    .set({
      failures: sql`failures + 1`,
      // A failure of a message in flight when the circuit breaker opened does not extend the pause.
      open_until: sql`case when open_until > ${now}::timestamptz then open_until
        when failures + 1 >= 5 then ${now}::timestamptz + least(600, 30 * power(2, least(failures - 4, 5))) * interval '1 second'
        else open_until end`,
      last_error: englishOf(reason).slice(0, 300),
      last_error_key: storedKey(reason),
    })
    .where('id', '=', id)
    .returning('open_until')
    .executeTakeFirst()
  return row?.open_until ?? null
}

/** A message was sent, so failures are reset. Usually there are none, and it writes nothing. @returns the account if it was paused. */
export async function clearFailures(tx: OrgTx, id: string): Promise<Pick<ChannelAccount, 'id' | 'channel' | 'isDefault'> | null> {
  const { rows } = await sql<{ channel: string; is_default: boolean; rested: boolean }>`
    with before as (
      select org_id, id, open_until from app.channel_accounts where id = ${id} and (failures > 0 or open_until is not null) for update
    )
    update app.channel_accounts a set failures = 0, open_until = null, last_error = '' from before
    where a.org_id = before.org_id and a.id = before.id
    returning a.channel, a.is_default, before.open_until is not null as rested`.execute(tx)
  const [row] = rows
  // The table's check limits the channel to these values.
  return row?.rested ? { id, channel: row.channel as Channel, isDefault: row.is_default } : null
}

export const findAccountRow = (tx: OrgTx, id: string): Promise<AccountRow | undefined> =>
  tx.selectFrom('channel_accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const listAccountRows = (tx: OrgTx): Promise<AccountRow[]> =>
  tx
    .selectFrom('channel_accounts')
    .selectAll()
    .orderBy('channel')
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** One at a time changes which account is the default: the row of each is locked. */
export const lockAccounts = (tx: OrgTx): Promise<AccountRow[]> =>
  tx.selectFrom('channel_accounts').selectAll().orderBy('id').forUpdate().execute()

export async function clearDefault(tx: OrgTx, channel: Channel): Promise<void> {
  await tx
    .updateTable('channel_accounts')
    .set({ is_default: false })
    .where('channel', '=', channel)
    .where('is_default', '=', true)
    .execute()
}

type AccountValues = Updateable<ChannelAccounts>

export async function insertAccount(tx: OrgTx, values: Omit<Insertable<ChannelAccounts>, 'org_id'>): Promise<void> {
  await tx
    .insertInto('channel_accounts')
    .values({ ...values, org_id: tx.orgId })
    .execute()
}

export async function updateAccountRow(tx: OrgTx, id: string, values: AccountValues): Promise<void> {
  await tx.updateTable('channel_accounts').set(values).where('id', '=', id).execute()
}

export async function deleteAccount(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('channel_accounts').where('id', '=', id).execute()
}
