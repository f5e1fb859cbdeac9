import type { Mark, Node } from 'prosemirror-model'
import type { Marks, Paragraph, Span } from '@imperium/contract/email-designs/email-design.ts'
import type { TextSchema } from './text-schema.ts'

const plainMarks = ['bold', 'italic', 'underline', 'strike'] as const

function marksOf(schema: TextSchema, span: Marks): Mark[] {
  const marks = plainMarks.filter((name) => span[name]).map((name) => schema.marks[name].create())
  return span.link ? [schema.marks.link.create({ href: span.link }), ...marks] : marks
}

function nodesOf(schema: TextSchema, span: Span): Node[] {
  const marks = marksOf(schema, span)
  if ('field' in span) return [schema.nodes.field.create({ field: span.field, fallback: span.fallback }, null, marks)]
  return span.text
    .split('\n')
    .flatMap((line, at) => [
      ...(at === 0 ? [] : [schema.nodes.hard_break.create(null, null, marks)]),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ])
}

/** The document of the text editor. */
export function toDocument(schema: TextSchema, paragraphs: readonly Paragraph[]): Node {
  const rows = paragraphs.map(({ list, spans }) =>
    schema.nodes.paragraph.create(
      { list },
      spans.flatMap((span) => nodesOf(schema, span)),
    ),
  )
  return schema.nodes.doc.create(null, rows.length > 0 ? rows : [schema.nodes.paragraph.create()])
}

function readMarks(marks: readonly Mark[]): Marks {
  const read: Marks = {}
  for (const { type, attrs } of marks) {
    if (type.name === 'link') read.link = String(attrs['href'])
    else read[type.name as (typeof plainMarks)[number]] = true
  }
  return read
}

const isAlike = (one: Marks, other: Marks): boolean => one.link === other.link && plainMarks.every((name) => one[name] === other[name])

/** The spans of a paragraph; text with the same marks is one span. */
function spansOf(paragraph: Node): Span[] {
  const spans: Span[] = []
  paragraph.forEach((node) => {
    const marks = readMarks(node.marks)
    if (node.type.name === 'field') {
      spans.push({ field: String(node.attrs['field']), fallback: String(node.attrs['fallback']), ...marks })
      return
    }
    const text = node.isText ? (node.text ?? '') : '\n'
    const last = spans.at(-1)
    if (last && 'text' in last && isAlike(last, marks)) last.text += text
    else spans.push({ text, ...marks })
  })
  return spans
}

export function toParagraphs(document: Node): Paragraph[] {
  const paragraphs: Paragraph[] = []
  document.forEach((node) => {
    paragraphs.push({ list: node.attrs['list'] as Paragraph['list'], spans: spansOf(node) })
  })
  return paragraphs
}
