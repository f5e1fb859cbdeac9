import type { Block, Span } from './email-design.ts'

/** HTML with its Liquid replaced by placeholders, so that neither is parsed as the other; `put` restores it. */
export function setLiquidAside(source: string): { html: string; put: (html: string) => string } {
  const pieces: string[] = []
  // Placeholders from the Unicode private use area; such characters in the source are dropped, since no font has them.
  const html = source
    .replace(/[\uE000\uE001]/g, '')
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, (piece) => `\uE000${pieces.push(piece) - 1}\uE001`)
  return { html, put: (text) => text.replace(/\uE000(\d+)\uE001/g, (_mark, index: string) => pieces[Number(index)] ?? '') }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text that may hold merge fields, as HTML or an attribute's value: everything but the Liquid is escaped. */
export function escapeTemplate(source: string): string {
  const { html, put } = setLiquidAside(source)
  return put(html.replace(/[&<>"']/g, (character) => escapes[character] ?? character))
}

/** A merge field as Liquid. A missing value without a fallback is shown as nothing. */
export function fieldTemplate(field: string, fallback: string): string {
  const name = field === 'tags' ? "tags | join: ', '" : field
  // Braces would end the output, and one kind of quotes has to stay outside.
  const plain = fallback.replace(/[{}\r\n]/g, '')
  const quoted = plain.includes('"') ? `'${plain.replaceAll("'", '’')}'` : `"${plain}"`
  return `{{ ${name} | default: ${quoted} }}`
}

export const spanTemplate = (span: Span): string => ('field' in span ? fieldTemplate(span.field, span.fallback) : span.text)

/** The plain text of spans, for labels and checks. */
export const plainOf = (spans: readonly Span[]): string => spans.map((span) => ('field' in span ? span.fallback : span.text)).join('')

/** The key of a segment in what templates see; ids hold dashes, which Liquid takes for minus. */
export const segmentKey = (segmentId: string): string => `s${segmentId.replaceAll('-', '')}`

/** A block's output, behind the condition of its visibility. */
export function whenVisible({ visibility }: Pick<Block, 'visibility'>, output: string): string {
  if (!visibility || output === '') return output
  const tag = visibility.show === 'inside' ? 'if' : 'unless'
  return `{% ${tag} __segments.${segmentKey(visibility.segmentId)} %}${output}{% end${tag} %}`
}
