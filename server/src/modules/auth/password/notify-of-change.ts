import { inEachLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import { notifyAccount } from '../../../platform/notifications/account-notification.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueAccountEmail } from '../../../platform/mail/account-email.ts'
import { dateReaderOf } from '../date-reader.ts'
import { describeDevice } from '../describe-device.ts'
import { emailTexts } from '../email-texts.ts'
import { writePasswordChangedEmail } from '../emails.ts'
import type { Account } from '../store.ts'

/** Notifies the owner of an account of a password change, by email, on the page and in the browser. */
export async function notifyOfChange(platform: Platform, context: PublicContext, tx: AuthTx, account: Account): Promise<void> {
  const { device, browser } = describeDevice(context.userAgent)
  const emailMessage = writePasswordChangedEmail({
    // The table's check holds it to the contract's languages.
    language: account.language as Language,
    reader: dateReaderOf(account),
    at: platform.clock.now(),
    publicUrl: platform.config.publicUrl,
    ipAddress: context.ipAddress,
    device,
    browser,
  })
  await queueAccountEmail(platform, tx, { userId: account.id, to: account.email }, emailMessage)
  await notifyAccount(platform.jobs, tx, {
    userId: account.id,
    type: 'warning',
    texts: inEachLanguage((each) => ({
      title: emailTexts.changed[each].subject,
      message: `${browser} · ${device} · ${context.ipAddress}`,
    })),
    actionUrl: 'profile?tab=password',
    source: `password:${newId()}`,
  })
}
