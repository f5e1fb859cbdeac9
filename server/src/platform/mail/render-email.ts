import type { EmailLayoutParts } from './email-parts.ts'
import { renderEmailHtml } from './render-email-html.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
  fromName: string
  unsubscribeUrl?: string
  /** Where replies are read, if anywhere. */
  replyTo?: string
  /** In place of one by its own id. */
  messageId?: string
  attachments?: readonly QueuedFile[]
}

/** A file of a queued email, as text for the queue. */
export interface QueuedFile {
  name: string
  contentType: string
  base64: string
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
