import type { Language } from '@imperium/contract/languages.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { writeMoment } from '../../platform/text/write-date.ts'
import type { DateReader } from '../../platform/text/write-date.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import { emailTexts } from './email-texts.ts'

interface Reader {
  language: Language
  publicUrl: string
}

/** The email of a registration, or of a request for a new link. The link is valid for 24 hours. */
export function writeVerificationEmail({ language, publicUrl }: Reader, token: string): RenderedEmail {
  const terms = emailTexts.verify[language]
  return renderEmail({
    language,
    subject: terms.subject,
    paragraphs: terms.paragraphs,
    action: { label: terms.action, url: linkTo(publicUrl, 'verify-email', token) },
    notes: terms.notes,
  })
}

/** The link that sets a new password. Good for 30 minutes. */
export function writeResetEmail({ language, publicUrl }: Reader, token: string): RenderedEmail {
  const terms = emailTexts.reset[language]
  return renderEmail({
    language,
    subject: terms.subject,
    paragraphs: terms.paragraphs,
    action: { label: terms.action, url: linkTo(publicUrl, 'reset-password', token) },
    notes: terms.notes,
  })
}

interface Occasion extends Reader {
  reader: DateReader
  at: Date
  ipAddress: string
  device: string
  browser: string
}

/** After a password was changed or reset. */
export const writePasswordChangedEmail = (occasion: Occasion): RenderedEmail => writeNotice(emailTexts.changed[occasion.language], occasion)

/** After a sign-in from a browser and a network that are both new to the account. */
export const writeNewDeviceEmail = (occasion: Occasion): RenderedEmail => writeNotice(emailTexts.newDevice[occasion.language], occasion)

interface NoticeTexts {
  subject: string
  paragraphs: string[]
  action: string
  notes: string[]
}

function writeNotice(terms: NoticeTexts, { language, publicUrl, reader, at, ipAddress, device, browser }: Occasion): RenderedEmail {
  const [when, onDevice, address] = emailTexts.facts[language]
  return renderEmail({
    language,
    subject: terms.subject,
    paragraphs: terms.paragraphs,
    facts: [
      [when, writeMoment(at, reader)],
      [onDevice, `${browser} · ${device}`],
      [address, ipAddress],
    ],
    action: { label: terms.action, url: `${publicUrl}/forgot-password` },
    notes: terms.notes,
  })
}

/** The token is in the `#` fragment, which browsers send to no server: neither our log nor another site gets it (SEC-15). */
const linkTo = (publicUrl: string, page: string, token: string): string => `${publicUrl}/${page}#token=${token}`
