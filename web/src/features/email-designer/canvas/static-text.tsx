import type { CSSProperties } from 'react'
import type { Paragraph, Span } from '@imperium/contract/email-designs/email-design.ts'
import { labelOfField } from '../../../ui/form/merge-field.ts'
import type { MergeField } from '../../../ui/form/merge-field.ts'
import text from '../text/text.module.css'

interface StaticTextProps {
  paragraphs: readonly Paragraph[]
  fields: readonly MergeField[]
  /** Shown while there is no text. */
  placeholder: string
}

function styleOf({ bold, italic, underline, strike }: Span): CSSProperties {
  const lines = [...(underline ? ['underline'] : []), ...(strike ? ['line-through'] : [])]
  return {
    ...(bold ? { fontWeight: 700 } : {}),
    ...(italic ? { fontStyle: 'italic' } : {}),
    ...(lines.length > 0 ? { textDecorationLine: lines.join(' ') } : {}),
  }
}

function SpanView({ span, fields }: { span: Span; fields: readonly MergeField[] }) {
  const content =
    'field' in span ? (
      <span className={text.chip}>
        {labelOfField(fields, span.field)}
        {span.fallback !== '' && <small>{span.fallback}</small>}
      </span>
    ) : (
      span.text
    )
  return (
    <span style={styleOf(span)} data-link={span.link !== undefined || undefined}>
      {content}
    </span>
  )
}

/** A text of the canvas that is not being edited. */
export function StaticText({ paragraphs, fields, placeholder }: StaticTextProps) {
  if (paragraphs.every(({ spans }) => spans.length === 0)) return <p data-empty>{placeholder}</p>
  return paragraphs.map(({ list, spans }, at) => (
    <p key={at} data-list={list}>
      {spans.length === 0 ? <br /> : spans.map((span, index) => <SpanView key={index} span={span} fields={fields} />)}
    </p>
  ))
}
