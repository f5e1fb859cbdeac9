import type { Language } from '@imperium/contract/languages.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import { tellPersonally } from '../../../platform/notifications/personal-news.ts'
import type { Platform } from '../../../platform/platform.ts'
import { postLetter } from '../../../platform/mail/post.ts'
import { describeDevice } from '../describe-device.ts'
import { writePasswordChangedLetter } from '../letters.ts'
import type { Account } from '../store.ts'

/** Notifies the owner of an account of a password change, by email, on the page and in the browser. */
export async function tellOfChange(platform: Platform, context: PublicContext, tx: AuthTx, account: Account): Promise<void> {
  const { device, browser } = describeDevice(context.userAgent)
  const letter = writePasswordChangedLetter({
    // The table's check holds it to the contract's languages.
    language: account.language as Language,
    timeZone: account.time_zone,
    at: platform.clock.now(),
    publicUrl: platform.config.publicUrl,
    ipAddress: context.ipAddress,
    device,
    browser,
  })
  await postLetter(platform, tx, null, account.email, letter)
  await tellPersonally(platform.jobs, tx, {
    userId: account.id,
    type: 'warning',
    title: letter.subject,
    message: `${browser} · ${device} · ${context.ipAddress}`,
    actionUrl: 'profile?tab=password',
    source: `password:${newId()}`,
  })
}
