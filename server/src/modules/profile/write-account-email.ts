import type { Language } from '@imperium/contract/languages.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'
import type { AccountEmailName, ProfileTexts } from './texts/texts.ts'

const texts: Record<Language, ProfileTexts> = { en, es, fr, de, ja }

interface About {
  language: Language
  /** Target of the email's button; only for emails that have one. */
  url?: string
  values?: Record<string, string>
}

/** An email about the user's own account, in the user's language. */
export function writeAccountEmail(name: AccountEmailName, { language, url, values = {} }: About): RenderedEmail {
  const emailMessage = texts[language][name]
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
  return renderEmail({
    language,
    subject: fill(emailMessage.subject),
    paragraphs: [fill(emailMessage.text)],
    ...(emailMessage.action && url ? { action: { label: emailMessage.action, url } } : {}),
    notes: emailMessage.note ? [fill(emailMessage.note)] : [],
  })
}
