import { EmailDesign, EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { productName } from '../text/product-name.ts'
import { escapeHtml } from '../text/escape-html.ts'
import type { EmailLayoutParts } from './email-parts.ts'
import { renderLiteralDesign } from './render-literal-design.ts'

const orPaste: Record<Language, string> = {
  en: 'Or open this address:',
  es: 'O abre esta dirección:',
  fr: 'Ou ouvrez cette adresse :',
  de: 'Oder öffnen Sie diese Adresse:',
  ja: 'または次のアドレスを開いてください:',
}

/** The look of emails that Imperium itself sends. */
const productStyle = EmailStyle.parse({
  width: 560,
  textSize: 15,
  pageColor: '#f4f5f8',
  headingColor: '#12151c',
  textColor: '#1f2430',
  mutedColor: '#5b6270',
  linkColor: '#4338ca',
  buttonColor: '#4f46e5',
  radius: 12,
})

/** Percent of the room between the paddings: at most 200 pixels wide and 50 high. */
const logoShare = ({ width, height }: { width: number; height: number }, room: number): number =>
  Math.min(100, Math.max(5, Math.round((Math.min(200, width, (50 * width) / height) / (room - 64)) * 100)))

/** Small print in the muted color, which no other block has. */
const smallPrint = (style: EmailStyle, lines: readonly string[]): string =>
  lines
    .map(
      (html) =>
        `<p class="m" style="margin:0 0 8px;font-family:Arial,Helvetica,sans-serif;font-size:13px;line-height:20px;color:${style.mutedColor};word-break:break-word">${html}</p>`,
    )
    .join('')

const linkHtml = (url: string, words: string, color: string): string =>
  `<a href="${escapeHtml(url)}" class="k" style="color:${color};word-break:break-all">${escapeHtml(words)}</a>`

/** The HTML of a product email, by the renderer of designed emails; it needs no remote content. */
export function renderEmailHtml(parts: EmailLayoutParts): string {
  const { language, subject, organizationName, paragraphs, action, facts = [], notes = [], unsubscribe, style = productStyle, look } = parts
  const small = [
    ...notes.map((note) => escapeHtml(note)),
    ...(unsubscribe ? [linkHtml(unsubscribe.url, unsubscribe.label, style.mutedColor)] : []),
  ]
  const text = (words: string, marks: object = {}) => ({
    spans: (words.match(/[\s\S]{1,20000}/g) ?? []).map((piece) => ({ text: piece, ...marks })),
  })
  const html = (lines: readonly string[]) => ({
    type: 'html',
    html: smallPrint(style, lines),
  })
  const speaker = look?.logo
    ? {
        type: 'image',
        src: look.logo.url,
        alt: (organizationName ?? '').slice(0, 200),
        width: logoShare(look.logo, style.width),
        align: 'left',
      }
    : { type: 'text', paragraphs: [text(organizationName ?? productName, { bold: true })] }
  const blocks: object[] = [
    speaker,
    { type: 'heading', level: 2, ...text(subject) },
    { type: 'text', paragraphs: paragraphs.map((each) => text(each)) },
    ...(action
      ? [
          { type: 'button', label: action.label.slice(0, 200), url: action.url },
          html([`${escapeHtml(orPaste[language])}<br>${linkHtml(action.url, action.url, style.linkColor)}`]),
        ]
      : []),
    ...(facts.length
      ? [
          {
            type: 'record',
            rows: facts.map(([label, value]) => ({ label: label.slice(0, 120), value: value.slice(0, 500) })),
          },
        ]
      : []),
    ...(small.length ? [{ type: 'divider' }, html(small)] : []),
    ...(organizationName && !look?.hidesProduct ? [html([productName])] : []),
  ]
  const design = { style, blocks: blocks.map((block, at) => ({ id: `b${at}`, ...block })) }
  return renderLiteralDesign(EmailDesign.parse(design), { language, title: subject }).html
}
