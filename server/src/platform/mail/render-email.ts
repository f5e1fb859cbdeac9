import type { Language } from '@imperium/contract/languages.ts'
import { escapeHtml } from '../text/escape-html.ts'

/** Parts of a product email, with one layout for all. Texts are plain: user input is escaped here. */
export interface EmailLayoutParts {
  language: Language
  subject: string
  /** The organization that speaks, shown as sender; Imperium itself unless given. */
  organizationName?: string
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

const orPaste: Record<Language, string> = {
  en: 'Or open this address:',
  es: 'O abre esta dirección:',
  fr: 'Ou ouvrez cette adresse :',
  de: 'Oder öffnen Sie diese Adresse:',
  ja: 'または次のアドレスを開いてください:',
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
    html: renderHtml(parts),
    fromName: fromName.slice(0, 200),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.oneClickUrl } : {}),
  }
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:15px;line-height:1.6;color:#1f2430">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

function renderHtml({
  language,
  subject,
  organizationName,
  paragraphs,
  action,
  facts = [],
  notes = [],
  unsubscribe,
}: EmailLayoutParts): string {
  const button = action
    ? `<p style="margin:8px 0 20px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p style="margin:0 0 20px;font-size:13px;line-height:1.5;color:#5b6270">${escapeHtml(orPaste[language])}<br><a href="${escapeHtml(action.url)}" style="color:#4f46e5;word-break:break-all">${escapeHtml(action.url)}</a></p>`
    : ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:5px 16px 5px 0;color:#5b6270;font-size:14px;white-space:nowrap;vertical-align:top">${escapeHtml(label)}</td><td style="padding:5px 0;font-size:14px;color:#1f2430">${escapeHtml(value)}</td></tr>`,
  )
  const table = rows.length ? `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${rows.join('')}</table>` : ''
  const small = notes
    .map((note) => `<p style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#5b6270">${escapeHtml(note)}</p>`)
    .join('')
  const end = unsubscribe
    ? `<p style="margin:0 0 8px;font-size:13px;line-height:1.5"><a href="${escapeHtml(unsubscribe.url)}" style="color:#5b6270">${escapeHtml(unsubscribe.label)}</a></p>`
    : ''
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:0;background:#f4f5f8;${font}"><table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:32px 16px">` +
    `<table role="presentation" width="100%" style="max-width:560px;border-collapse:separate;background:#ffffff;border:1px solid #e3e6ec;border-radius:12px"><tr><td style="padding:28px 32px">` +
    `<p style="margin:0 0 20px;font-size:14px;font-weight:600;color:#4f46e5">${escapeHtml(organizationName ?? 'Imperium')}</p>` +
    `<h1 style="margin:0 0 18px;font-size:20px;line-height:1.35;font-weight:600;color:#12151c">${escapeHtml(subject)}</h1>` +
    `${paragraphs.map(paragraph).join('')}${button}${table}${small}${end}` +
    `</td></tr></table><p style="margin:16px 0 0;font-size:12px;color:#6b7280">Imperium</p></td></tr></table></body></html>`
  )
}
