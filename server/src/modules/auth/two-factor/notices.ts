import { inEachLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notifyAccount } from '../../../platform/notifications/account-notification.ts'
import { queueAccountEmail } from '../../../platform/mail/account-email.ts'
import { describeDevice } from '../describe-device.ts'
import { writeMoment } from '../../../platform/text/write-date.ts'
import type { DateReader } from '../../../platform/text/write-date.ts'
import { factLabels, noticeLabels, notYou } from './notice-texts.ts'
import type { Notice, NoticeText } from './notice-texts.ts'

export type { Notice } from './notice-texts.ts'

interface Recipient {
  userId: string
  email: string
  preferences: DateReader
}

type Origin = { ipAddress: string; userAgent: string } | null
type Means = Pick<Platform, 'keyRing' | 'jobs' | 'clock' | 'config'>

/** Notifies a user by email, on the page and in the browser of a change of the account's second factor; delivered if `tx` commits. */
export const postNotice = (platform: Means, tx: AuthTx, recipient: Recipient, origin: Origin, notice: Notice): Promise<void> =>
  postAccountNotice(platform, tx, recipient, origin, { words: noticeLabels[notice], actionUrl: 'settings/security?tab=two-factor' })

/** The same for any sign-in method of the account. `actionUrl`: the page that manages it. */
export async function postAccountNotice(
  platform: Means,
  tx: AuthTx,
  { userId, email, preferences }: Recipient,
  origin: Origin,
  { words: terms, actionUrl }: { words: Record<Language, NoticeText>; actionUrl: string },
): Promise<void> {
  // The table's check holds it to the contract's languages.
  const language = preferences.language as Language
  const { subject, text } = terms[language]
  const [when, device, address] = factLabels[language]
  const facts: [string, string][] = [[when, writeMoment(platform.clock.now(), preferences)]]
  if (origin) {
    const { device: name, browser } = describeDevice(origin.userAgent)
    facts.push([device, `${browser} · ${name}`], [address, origin.ipAddress])
  }
  const emailMessage = renderEmail({ language, subject, paragraphs: [text], facts, notes: [notYou[language]] })
  await queueAccountEmail(platform, tx, { userId, to: email }, emailMessage)
  await notifyAccount(platform.jobs, tx, {
    userId,
    type: 'warning',
    texts: inEachLanguage((each) => ({ title: terms[each].subject, message: terms[each].text })),
    actionUrl,
    source: `account:${newId()}`,
  })
}
