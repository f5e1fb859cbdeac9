import { renderDesignText } from '@imperium/contract/email-designs/render-text.ts'
import { alwaysRenders } from './always-renders.ts'
import { appendToBody, htmlFromText, isLiquidLink, markLiquidLinks, prependToBody, rewriteLinks, textFromHtml } from './html-parts.ts'
import type { MessageSource } from './message-source.ts'

const usesUnsubscribe = /\{\{-?\s*(?:unsubscribe_url|preferences_url)\b/
const usesAddress = /\{\{-?\s*organization\.address\b/

/**
 * The templates of an email as sent: preheader, tracked links, footer, postal address and unsubscribe link where the template has none,
 * tracking pixel; the text part is made from the HTML where there is none.
 */
export function emailParts({ content, footer, tracking, links }: MessageSource): { subject: string; html: string | null; text: string } {
  const { subject, preheader } = content
  const text = writtenText(content) + textFooter(footer, content)
  if (content.html.trim() === '') return { subject, html: null, text }
  let html = content.html
  if (tracking.clicks) {
    const numbers = new Map(links.map((url, index) => [url, index]))
    html = rewriteLinks(html, (url) => (numbers.has(url) ? `{{ __link[${numbers.get(url)}] }}` : null))
    if (links.some(isLiquidLink)) {
      html = markLiquidLinks(html, (link) => {
        const index = numbers.get(link)
        return index === undefined ? undefined : index + 1
      })
    }
  }
  if (preheader !== '')
    html = prependToBody(html, `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${htmlFromText(preheader)}</div>`)
  html = appendToBody(html, htmlFooter(footer, content.html))
  if (tracking.opens)
    html = appendToBody(html, '{% if __open != "" %}<img src="{{ __open }}" width="1" height="1" alt="" style="display:block">{% endif %}')
  return { subject, html, text }
}

/** The text part as written, else made from the design or from the HTML. */
function writtenText({ text, design, html }: MessageSource['content']): string {
  if (text.trim() !== '') return text
  return design ? renderDesignText(design) : textFromHtml(html)
}

type Footer = MessageSource['footer']

/** What the organization must show in every email and the template does not always show. */
const required = ({ postalAddress }: Footer, own: string) => ({
  address: postalAddress !== '' && !alwaysRenders(own, usesAddress),
  links: !alwaysRenders(own, usesUnsubscribe),
})

function textFooter(footer: Footer, content: { text: string; html: string }): string {
  const { address, links } = required(footer, content.text.trim() === '' ? content.html : content.text)
  const lines = [
    ...(footer.text.trim() === '' ? [] : [footer.text.trim()]),
    ...(address ? ['{{ organization.address }}'] : []),
    ...(links ? ['{{ __words.unsubscribe }}: {{ unsubscribe_url }}'] : []),
  ]
  return lines.length ? `\n\n--\n${lines.join('\n')}\n` : ''
}

function htmlFooter(footer: Footer, own: string): string {
  const { address, links } = required(footer, own)
  const lines = [
    ...(footer.text.trim() === '' ? [] : [htmlFromText(footer.text.trim())]),
    ...(address ? ['{{ organization.address }}'] : []),
    ...(links
      ? [
          '<a href="{{ unsubscribe_url }}" style="color:inherit">{{ __words.unsubscribe }}</a> · <a href="{{ preferences_url }}" style="color:inherit">{{ __words.preferences }}</a>',
        ]
      : []),
  ]
  if (lines.length === 0) return ''
  return `<div style="margin:32px 0 16px;font:12px/1.6 sans-serif;color:#6b7280;text-align:center">${lines.join('<br>')}</div>`
}
