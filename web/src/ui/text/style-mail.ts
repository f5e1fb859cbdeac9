/**
 * An email as a separate page for a sandboxed frame. Our CSP forbids style attributes (SEC-31), so each becomes a rule of a style
 * element with the page's nonce, like the email's own style elements. Links open in a new tab.
 */
export function styleMail(html: string, nonce: string): string {
  const rules: string[] = []
  const body = html.replace(/\sstyle=(?:"([^"]*)"|'([^']*)')/g, (_whole, double: string | undefined, single: string | undefined) => {
    rules.push(`[data-rule="${rules.length}"]{${decode(double ?? single ?? '').replace(/[{}<>]/g, '')}}`)
    return ` data-rule="${rules.length - 1}"`
  })
  const styled = body.replace(/<style\b/gi, `<style nonce="${nonce}"`)
  const head = `<base target="_blank"><style nonce="${nonce}">${rules.join('\n')}</style>`
  return /<head[^>]*>/i.test(styled) ? styled.replace(/<head[^>]*>/i, (tag) => tag + head) : head + styled
}

/** Mail is anyone's content: a number that is no character must not stop the screen. */
const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''

const decode = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_whole, digits: string) => character(Number(digits)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const prefersDark = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi

/** The email as readers in light mode see it, whatever the mode of this device. */
export const preferLight = (html: string): string => html.replace(prefersDark, '(max-width:0)')
/** The email as readers in dark mode see it, if it has rules for that. */
export const preferDark = (html: string): string => html.replace(prefersDark, '(min-width:0)')
