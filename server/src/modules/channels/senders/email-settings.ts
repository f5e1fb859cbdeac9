import { sql } from 'kysely'
import type { z } from 'zod'
import type { EmailSettings as Shown, UpdateEmailSettingsBody } from '@imperium/contract/channels/senders.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { stale } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile } from '../../organizations/index.ts'
import { checkFooter } from './check-footer.ts'

export interface EmailSettings {
  /** Liquid, below every campaign mail. */
  footerText: string
  trackOpens: boolean
  trackClicks: boolean
  /** The most recipients that a MEMBER may send to in one launch. */
  launchLimit: number
  updatedAt: Date | null
}

const defaults: EmailSettings = { footerText: '', trackOpens: true, trackClicks: true, launchLimit: 1000, updatedAt: null }

/** The organization's email settings; the defaults if none are saved. */
export async function readEmailSettings(tx: OrgTx): Promise<EmailSettings> {
  const row = await tx.selectFrom('email_settings').selectAll().executeTakeFirst()
  if (!row) return defaults
  return {
    footerText: row.footer_text,
    trackOpens: row.track_opens,
    trackClicks: row.track_clicks,
    launchLimit: row.launch_limit,
    updatedAt: row.updated_at,
  }
}

/** The text below every campaign email, besides the unsubscribe link. */
export interface Footer {
  /** Liquid; empty for none. */
  text: string
  organizationName: string
  /** On one line: legal name, street, city, country; empty if the profile has none. */
  postalAddress: string
}

export async function footerOf(tx: OrgTx): Promise<Footer> {
  const { footerText } = await readEmailSettings(tx)
  const profile = await findProfile(tx, tx.orgId)
  const parts = profile ? [profile.address, profile.city, profile.country] : []
  const place = parts.map((part) => part.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
  const named = place.length ? [profile?.legalName || profile?.name || '', ...place] : []
  return { text: footerText, organizationName: profile?.name ?? '', postalAddress: named.join(', ') }
}

/** As screens show it. */
export async function showEmailSettings({ config }: Pick<Platform, 'config'>, tx: OrgTx): Promise<Shown> {
  const { updatedAt, ...settings } = await readEmailSettings(tx)
  const { postalAddress } = await footerOf(tx)
  return { ...settings, postalAddress, isSandbox: config.smtpUrl === undefined, updatedAt: updatedAt?.toISOString() ?? null }
}

/** @throws 409 for a stale write; 422 for a footer that cannot be filled in. */
export async function updateEmailSettings(
  platform: Pick<Platform, 'config'>,
  tx: OrgTx,
  change: z.output<typeof UpdateEmailSettingsBody>,
): Promise<{ before: Shown; after: Shown }> {
  if (change.footerText !== undefined) await checkFooter(change.footerText)
  // Creates the row if it is missing, then locks it: of two parallel first changes, the second sees the first.
  await tx
    .insertInto('email_settings')
    .values({ org_id: tx.orgId })
    .onConflict((on) => on.column('org_id').doNothing())
    .execute()
  const row = await tx.selectFrom('email_settings').select('updated_at').forUpdate().executeTakeFirstOrThrow()
  if (change.updatedAt != null && row.updated_at.getTime() !== Date.parse(change.updatedAt)) throw stale()
  const before = await showEmailSettings(platform, tx)
  await tx
    .updateTable('email_settings')
    .set({
      ...(change.footerText === undefined ? {} : { footer_text: change.footerText }),
      ...(change.trackOpens === undefined ? {} : { track_opens: change.trackOpens }),
      ...(change.trackClicks === undefined ? {} : { track_clicks: change.trackClicks }),
      ...(change.launchLimit === undefined ? {} : { launch_limit: change.launchLimit }),
      updated_at: sql`date_trunc('milliseconds', greatest(clock_timestamp(), updated_at + interval '1 millisecond'))`,
    })
    .execute()
  return { before, after: await showEmailSettings(platform, tx) }
}
