import type { EmailLayoutParts, EmailLook } from './email-parts.ts'
import { inNameOf, productName } from '../text/product-name.ts'
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
  /** What it was rendered from: an organization's look is known only when it is sent. */
  layout?: EmailLayoutParts
}

/** A file of a queued email, as text for the queue. */
export interface QueuedFile {
  name: string
  contentType: string
  base64: string
}

/** One line: a line break in a name must not start a header of its own (SEC-32). */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The texts without the product's name where the organization alone is to be named. */
function inOwnName(parts: EmailLayoutParts): EmailLayoutParts {
  const { organizationName, look } = parts
  if (!organizationName || !look?.hidesProduct) return parts
  const own = (text: string): string => inNameOf(text, organizationName)
  return {
    ...parts,
    subject: own(parts.subject),
    paragraphs: parts.paragraphs.map(own),
    ...(parts.action ? { action: { ...parts.action, label: own(parts.action.label) } } : {}),
    ...(parts.facts ? { facts: parts.facts.map(([label, value]) => [own(label), value] as const) } : {}),
    ...(parts.notes ? { notes: parts.notes.map(own) } : {}),
    ...(parts.unsubscribe ? { unsubscribe: { ...parts.unsubscribe, label: own(parts.unsubscribe.label) } } : {}),
  }
}

/** Renders both parts of an email; the HTML needs no remote content but an organization's logo. */
export function renderEmail(layout: EmailLayoutParts): RenderedEmail {
  const parts = inOwnName(layout)
  const { subject, organizationName, paragraphs, action, facts = [], notes = [], unsubscribe, look } = parts
  const isOwn = organizationName !== undefined && look?.hidesProduct === true
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(facts.length ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...notes,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
    `-- \n${isOwn ? organizationName : productName}`,
  ].join('\n\n')
  const name = organizationName === undefined ? undefined : oneLine(organizationName)
  const fromName = name === undefined ? productName : isOwn ? name : `${name} (${productName})`
  return {
    subject: oneLine(subject).slice(0, 200),
    text,
    html: renderEmailHtml(parts),
    fromName: fromName.slice(0, 200),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.oneClickUrl } : {}),
    layout,
  }
}

/** The email as it goes out: with the look of its organization, which may have changed since it was written. */
export function withLook({ layout, ...email }: RenderedEmail, look: EmailLook | undefined): Omit<RenderedEmail, 'layout'> {
  if (!layout || !look) return email
  const { subject, text, html, fromName } = renderEmail({ ...layout, style: layout.style ?? look.style, look })
  return { ...email, subject, text, html, fromName }
}
