import { Schema } from 'prosemirror-model'
import type { Mark, MarkSpec, NodeSpec } from 'prosemirror-model'
import { isLinkUrl } from '../model/link-text.ts'

const attributeOf = (element: HTMLElement, name: string): string => element.getAttribute(name) ?? ''
const listOf = (element: HTMLElement): string => (element.parentElement?.tagName === 'OL' ? 'number' : 'bullet')

const paragraph: NodeSpec = {
  content: 'inline*',
  attrs: { list: { default: 'none' } },
  parseDOM: [
    { tag: 'li', getAttrs: (element) => ({ list: listOf(element) }) },
    { tag: 'p', getAttrs: (element) => ({ list: attributeOf(element, 'data-list') || 'none' }) },
    { tag: 'div, h1, h2, h3, h4, h5, h6, blockquote' },
  ],
  toDOM: ({ attrs }) => ['p', { 'data-list': attrs['list'] }, 0],
}

const field: NodeSpec = {
  inline: true,
  group: 'inline',
  atom: true,
  attrs: { field: {}, fallback: { default: '' } },
  leafText: ({ attrs }) => String(attrs['fallback']),
  parseDOM: [
    {
      tag: 'span[data-field]',
      getAttrs: (element) => ({ field: attributeOf(element, 'data-field'), fallback: attributeOf(element, 'data-fallback') }),
    },
  ],
  toDOM: ({ attrs }) => ['span', { 'data-field': attrs['field'], 'data-fallback': attrs['fallback'] }, String(attrs['field'])],
}

const marks = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element: HTMLElement) => (isLinkUrl(attributeOf(element, 'href')) ? { href: attributeOf(element, 'href') } : false),
      },
    ],
    toDOM: ({ attrs }: Mark) => ['a', { href: String(attrs['href']) }, 0] as const,
  },
  bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }, { style: 'font-weight=bold' }], toDOM: () => ['strong', 0] as const },
  italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] as const },
  underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] as const },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] as const },
} satisfies Record<string, MarkSpec>

export type MarkName = keyof typeof marks

/** `one`: a heading, which is one paragraph; `many`: a text, whose lists are flat. */
const schemaWith = (content: string) =>
  new Schema({
    nodes: {
      doc: { content },
      paragraph,
      text: { group: 'inline' },
      hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] as const },
      field,
    },
    marks,
  })

export const schemas = { one: schemaWith('paragraph'), many: schemaWith('paragraph+') } as const
export type TextSchema = (typeof schemas)['one']
