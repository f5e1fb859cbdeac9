import { NumberInput, Select, Switch, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import { isSame } from '../graph/config-path.ts'
import type { FieldProps } from './field-props.ts'
import { hintOf, labelOf, textOf } from './field-labels.ts'
import { TemplateInput } from './template-input.tsx'
import classes from './form.module.css'

export function TextField({ field, value, onChange, error, disabled }: FieldProps) {
  return (
    <TextInput
      {...{ ...labelOf(field), placeholder: translateMessage(field.placeholder), error, disabled }}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const rowsByKind: Readonly<Record<string, number>> = { longTemplate: 5, htmlTemplate: 8 }

export function TemplateField({ field, value, onChange, error, disabled, sources }: FieldProps) {
  const rows = rowsByKind[field.kind]
  return (
    <TemplateInput
      {...{ label: translateMessage(field.label), description: hintOf(field), placeholder: translateMessage(field.placeholder) }}
      {...{ error, disabled, sources, required: field.required, code: field.kind === 'htmlTemplate' }}
      {...(rows === undefined ? {} : { rows })}
      value={textOf(value)}
      onChange={onChange}
    />
  )
}

export function NumberField(props: FieldProps) {
  const { field, value, onChange, error, disabled } = props
  // A template that yields a number stays a text field.
  if (typeof value === 'string' && value.includes('{')) return <TemplateField {...props} />
  return (
    <NumberInput
      {...{ ...labelOf(field), placeholder: translateMessage(field.placeholder), error, disabled }}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      {...(field.min === undefined ? {} : { min: field.min })}
      {...(field.max === undefined ? {} : { max: field.max })}
    />
  )
}

export function SwitchField({ field, value, onChange, error, disabled }: FieldProps) {
  return (
    <Switch
      {...{ label: translateMessage(field.label), description: hintOf(field), error, disabled }}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

export function SelectField({ field, value, onChange, error, disabled }: FieldProps) {
  const data = field.options.map((option) => ({ value: option.value, label: translateMessage(option.label) }))
  return (
    <Select
      {...{ ...labelOf(field), error, disabled, data }}
      placeholder={t('Choose...')}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
      allowDeselect={!field.required}
      searchable={data.length > 12}
    />
  )
}

export function CodeField({ field, value, onChange, error, disabled }: FieldProps) {
  return (
    <Textarea
      {...{ ...labelOf(field), placeholder: translateMessage(field.placeholder), error, disabled }}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={10}
      maxRows={28}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
    />
  )
}

const parse = (text: string): { value: Json | undefined } | null => {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return null
  }
}
const print = (value: Json | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

export function JsonField({ field, value, onChange, error, disabled, sources }: FieldProps) {
  const [text, setText] = useState(() => print(value))
  const parsed = parse(text)
  // After a change from outside, such as undo, invalid typed text stays.
  const shown = parsed === null || isSame(parsed.value, value) ? text : print(value)
  return (
    <TemplateInput
      {...{
        label: translateMessage(field.label),
        description: hintOf(field),
        placeholder: translateMessage(field.placeholder),
        disabled,
        sources,
      }}
      {...{ required: field.required, rows: 6, code: true }}
      error={parsed === null ? t('Not valid JSON yet. The last valid value is kept') : error}
      value={shown}
      onChange={(next) => {
        setText(next)
        const read = parse(next)
        if (read) onChange(read.value)
      }}
    />
  )
}
