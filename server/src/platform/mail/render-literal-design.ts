import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import type { RenderOptions } from '@imperium/contract/email-designs/render-design.ts'
import { renderDesignText } from '@imperium/contract/email-designs/render-text.ts'

/** From the private use area, which no font has: stands for a brace while the design is rendered. */
const brace = '\uE010'
const literal = (text: string): string => text.replaceAll(brace, '').replaceAll('{', brace)

/** A design whose texts are final: a brace in them is text and no merge field, which the renderer would leave unescaped. */
export function renderLiteralDesign(design: EmailDesign, { language, title = '' }: RenderOptions = {}): { html: string; text: string } {
  const texts = JSON.parse(JSON.stringify(design), (_name, value: unknown) =>
    typeof value === 'string' ? literal(value) : value,
  ) as EmailDesign
  const html = renderDesign(texts, { ...(language ? { language } : {}), title: literal(title) })
  return { html: html.replaceAll(brace, '&#123;'), text: renderDesignText(texts).replaceAll(brace, '{') }
}
