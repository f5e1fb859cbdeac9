/**
 * A mail as a page of its own, for a sandboxed frame. Mail is styled by attributes, which our pages' policy forbids (SEC-31): each
 * becomes a rule of one style element that carries the page's nonce, as the mail's own style elements do. Links open in a tab of their own.
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

const decode = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
