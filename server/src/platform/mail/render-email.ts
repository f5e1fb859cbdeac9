import type { Language } from '@imperium/contract/languages.ts'
import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { renderEmailHtml } from './render-email-html.ts'

/** Parts of a product email, with one layout for all. Texts are plain: user input is escaped here. */
export interface EmailLayoutParts {
  language: Language
  subject: string
  /** The organization that speaks, shown as sender; Imperium itself unless given. */
  organizationName?: string
  /** The brand style of that organization; that of the product unless given. */
  style?: EmailStyle | undefined
  paragraphs: readonly string[]
  /** One button; its URL is also written out, for readers who cannot use it. */
  action?: { label: string; url: string }
  /** Shown as a table, such as device and address of a sign-in. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Small print: why the email was sent, and what to do if it was not requested. */
  notes?: readonly string[]
  /** Only for recurring email: its one-click unsubscribe. Also a link among the notes. */
  unsubscribe?: { label: string; url: string; oneClickUrl: string }
}

export interface RenderedEmail {
  subject: string
  text: string
  html: string
  fromName: string
  unsubscribeUrl?: string
}

/** One line: a line break in a name must not start a header of its own (SEC-32). */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Renders both parts of an email; the HTML needs no remote content. */
export function renderEmail(parts: EmailLayoutParts): RenderedEmail {
  const { subject, organizationName, paragraphs, action, facts = [], notes = [], unsubscribe } = parts
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(facts.length ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...notes,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
    '-- \nImperium',
  ].join('\n\n')
  const fromName = organizationName ? `${oneLine(organizationName)} (Imperium)` : 'Imperium'
  return {
    subject: oneLine(subject).slice(0, 200),
    text,
    html: renderEmailHtml(parts),
    fromName: fromName.slice(0, 200),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.oneClickUrl } : {}),
  }
}
