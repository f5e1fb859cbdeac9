import type { Block, EmailDesign, Span } from '@imperium/contract/email-designs/email-design.ts'
import { withoutLiquid } from './without-liquid.ts'

const withoutField = (span: Span): Span => {
  if (!('field' in span)) return { ...span, text: withoutLiquid(span.text) }
  const { field: _field, fallback, ...marks } = span
  return { ...marks, text: fallback }
}

/** A layout or saved block for a message whose values do not come from a contact: fields become their fallbacks. */
export function blockWithoutContact<B extends Block>(block: B): B {
  const plain: Block = { ...block, visibility: null }
  if (plain.type === 'heading') plain.spans = plain.spans.map(withoutField)
  else if (plain.type === 'text') plain.paragraphs = plain.paragraphs.map(({ list, spans }) => ({ list, spans: spans.map(withoutField) }))
  else if (plain.type === 'record')
    plain.rows = plain.rows.map(({ label, value }) => ({ label: withoutLiquid(label), value: withoutLiquid(value) }))
  else if (plain.type === 'columns') plain.columns = plain.columns.map((column) => column.map((each) => blockWithoutContact(each)))
  return plain as B
}

/** The same for a whole design; the links of its footer belong to a contact, too. */
export const withoutContact = (design: EmailDesign): EmailDesign => ({
  ...design,
  blocks: design.blocks.filter(({ type }) => type !== 'footer').map((block) => blockWithoutContact(block)),
})
