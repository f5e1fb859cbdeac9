import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

export interface ReachSettings {
  doubleOptIn: boolean
  doubleOptInSms: boolean
  /** `HH:MM`, in the recipient's time zone; null: no quiet hours. */
  quietFrom: string | null
  quietUntil: string | null
  quietChannels: Channel[]
  /** Campaign messages to one person in `capDays` days, all channels together; null: no cap. */
  capMessages: number | null
  capDays: number
  pageTitle: string
  pageText: string
  helpText: string
  /** Null: still the defaults. */
  updatedAt: Date | null
}

export const defaultReachSettings: ReachSettings = {
  doubleOptIn: false,
  doubleOptInSms: false,
  quietFrom: '21:00',
  quietUntil: '08:00',
  quietChannels: ['sms', 'whatsapp'],
  capMessages: null,
  capDays: 7,
  pageTitle: '',
  pageText: '',
  helpText: '',
  updatedAt: null,
}

export async function readReachSettings(tx: OrgTx): Promise<ReachSettings> {
  const row = await tx.selectFrom('contact_settings').selectAll().executeTakeFirst()
  if (!row) return defaultReachSettings
  return {
    doubleOptIn: row.double_opt_in,
    doubleOptInSms: row.double_opt_in_sms,
    quietFrom: row.quiet_from?.slice(0, 5) ?? null,
    quietUntil: row.quiet_until?.slice(0, 5) ?? null,
    quietChannels: row.quiet_channels as Channel[],
    capMessages: row.cap_messages,
    capDays: row.cap_days,
    pageTitle: row.page_title,
    pageText: row.page_text,
    helpText: row.help_text,
    updatedAt: row.updated_at,
  }
}

export type SettingsChange = Omit<ReachSettings, 'updatedAt'>

/** False where the row is not as `unchangedSince` (null: not there yet) says, to the millisecond that the API shows; undefined: whatever it is. */
export async function writeReachSettings(tx: OrgTx, change: SettingsChange, unchangedSince: string | null | undefined): Promise<boolean> {
  const values = {
    double_opt_in: change.doubleOptIn,
    double_opt_in_sms: change.doubleOptInSms,
    quiet_from: change.quietFrom,
    quiet_until: change.quietUntil,
    quiet_channels: change.quietChannels,
    cap_messages: change.capMessages,
    cap_days: change.capDays,
    page_title: change.pageTitle,
    page_text: change.pageText,
    help_text: change.helpText,
    updated_at: sql<Date>`clock_timestamp()`,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_settings')
    .values({ org_id: tx.orgId, ...values })
    .onConflict((on) => {
      const update = on.column('org_id').doUpdateSet(values)
      if (unchangedSince === undefined) return update
      const since = sql<boolean>`date_trunc('milliseconds', contact_settings.updated_at) is not distinct from ${unchangedSince}::timestamptz`
      return update.where(since)
    })
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}
