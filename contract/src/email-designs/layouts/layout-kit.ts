import type { z } from 'zod'
import { EmailDesign } from '../email-design.ts'
import type { Block, EmailStyle, Span } from '../email-design.ts'

/** Pictures of the layouts, shipped with the product and served by `email-designs.openPicture`. */
export const layoutPictures = ['hills', 'stage', 'desk', 'cup', 'lamp', 'plant', 'portrait-a', 'portrait-b'] as const
export type LayoutPicture = (typeof layoutPictures)[number]

export interface LayoutPlace {
  /** Where the product is reached, without a slash at the end: addresses of pictures in an email are complete. */
  origin: string
}

/** A starting point for an email. All of its content is marked as a sample until it is edited. */
export interface EmailLayout {
  key: string
  name: string
  description: string
  subject: string
  preheader: string
  style: z.input<typeof EmailStyle>
  blocks: (place: LayoutPlace) => readonly Draft[]
}

/** A block without its id, which follows from its place. */
export type Draft = Record<string, unknown> & { type: Block['type'] }
type Phrase = string | readonly (string | Span)[]
type More = Record<string, unknown>

const spansOf = (words: Phrase): Span[] =>
  (typeof words === 'string' ? [words] : words).map((each) => (typeof each === 'string' ? { text: each } : each))

export const firstName: Span = { field: 'first_name', fallback: 'there' }
export const organizationName: Span = { field: 'organization.name', fallback: 'us' }
export const bold = (text: string): Span => ({ text, bold: true })
export const linked = (text: string, link: string): Span => ({ text, link })

/** A fitting address that leads nowhere: the lint reports it until it is replaced. */
export const exampleLink = (path: string): string => `https://example.com/${path}`

export const heading = (level: 1 | 2 | 3, words: Phrase, more: More = {}): Draft => ({
  type: 'heading',
  level,
  spans: spansOf(words),
  isSample: true,
  ...more,
})
export const paragraphs = (all: readonly Phrase[], more: More = {}): Draft => ({
  type: 'text',
  paragraphs: all.map((words) => ({ spans: spansOf(words) })),
  isSample: true,
  ...more,
})
export const bullets = (all: readonly Phrase[], more: More = {}): Draft => ({
  type: 'text',
  paragraphs: all.map((words) => ({ list: 'bullet', spans: spansOf(words) })),
  isSample: true,
  ...more,
})
export const button = (label: string, path: string, more: More = {}): Draft => ({
  type: 'button',
  label,
  url: exampleLink(path),
  isSample: true,
  ...more,
})
export const picture =
  ({ origin }: LayoutPlace) =>
  (name: LayoutPicture, alt: string, more: More = {}): Draft => ({
    type: 'image',
    src: `${origin}/api/email-pictures/${name}.png`,
    alt,
    isSample: true,
    ...more,
  })
export const columns = (ratio: '1:1' | '1:2' | '2:1' | '1:1:1', all: readonly (readonly Draft[])[], more: More = {}): Draft => ({
  type: 'columns',
  ratio,
  columns: all,
  ...more,
})
export const record = (title: string, rows: readonly (readonly [label: string, value: string])[], more: More = {}): Draft => ({
  type: 'record',
  title,
  rows: rows.map(([label, value]) => ({ label, value })),
  isSample: true,
  ...more,
})
export const social = (networks: readonly string[], more: More = {}): Draft => ({
  type: 'social',
  links: networks.map((network) => ({ network, url: exampleLink(network) })),
  isSample: true,
  ...more,
})
export const divider: Draft = { type: 'divider' }
export const space = (height: number, more: More = {}): Draft => ({ type: 'spacer', height, padding: 0, ...more })
export const footer: Draft = { type: 'footer' }

/** The blocks with ids `b1`, `b2` and so on, those in columns after their columns. */
function numbered(drafts: readonly Draft[]): unknown[] {
  let count = 0
  const number = (draft: Draft): unknown => {
    count += 1
    const id = `b${count}`
    const inner = draft['columns'] as readonly (readonly Draft[])[] | undefined
    return { id, ...draft, ...(inner ? { columns: inner.map((column) => column.map((each) => number(each))) } : {}) }
  }
  return drafts.map((draft) => number(draft))
}

/** The design of a layout; with `style` in the brand style of an organization instead of its own. */
export const designOfLayout = (layout: EmailLayout, place: LayoutPlace, style?: EmailStyle): EmailDesign =>
  EmailDesign.parse({ style: style ?? layout.style, blocks: numbered(layout.blocks(place)) })
