import { whenVisible, spanTemplate } from './design-markup.ts'
import type { Block, EmailDesign, Paragraph, Span } from './email-design.ts'
import { listRuns, networks } from './render-blocks.ts'

/** Links show their address, unless it is the text already. */
const spansText = (spans: readonly Span[]): string =>
  spans
    .map((span) => (span.link && span.link !== spanTemplate(span) ? `${spanTemplate(span)} (${span.link})` : spanTemplate(span)))
    .join('')

const listText = (list: Paragraph['list'], items: readonly Paragraph[]): string =>
  items.map(({ spans }, at) => `${list === 'bullet' ? '-' : `${at + 1}.`} ${spansText(spans)}`).join('\n')

const paragraphsText = (paragraphs: readonly Paragraph[]): string =>
  listRuns(paragraphs)
    .map(({ list, items }) => (list === 'none' ? items.map(({ spans }) => spansText(spans)).join('\n\n') : listText(list, items)))
    .join('\n\n')

const htmlText = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/tr|\/h[1-6]|\/li)[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/[ \t]+/g, ' ')
    .trim()

function textOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return spansText(block.spans)
    case 'text':
      return paragraphsText(block.paragraphs)
    case 'image': {
      const words = block.isDecorative || block.src === '' ? '' : block.alt
      return block.link ? `${words} (${block.link})`.trim() : words
    }
    case 'button':
      return `${block.label}: ${block.url}`
    case 'divider':
      return '----------'
    case 'spacer':
      return ''
    case 'social':
      return block.links.map(({ network, url }) => `${networks[network][0]}: ${url}`).join('\n')
    case 'record':
      return [...(block.title ? [block.title] : []), ...block.rows.map(({ label, value }) => `${label}: ${value}`)].join('\n')
    case 'html':
      return htmlText(block.html)
    case 'columns':
      return joined(block.columns.flat())
    case 'footer':
      return [
        ...(block.text.trim() ? [block.text.trim()] : []),
        '{{ organization.address | default: "" }}',
        '{{ __words.unsubscribe }}: {{ unsubscribe_url }}',
        '{{ __words.preferences }}: {{ preferences_url }}',
      ].join('\n')
  }
}

/** A hidden block takes its empty line with it. */
const joined = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      const text = textOf(block)
      return text === '' ? '' : whenVisible(block, `${text}\n\n`)
    })
    .join('')
    .trim()

/** The text part of a design, as a Liquid template. */
export const renderDesignText = (design: EmailDesign): string => joined(design.blocks)
