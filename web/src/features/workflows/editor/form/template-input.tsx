import { TextInput, Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { templateOf } from '../graph/data-tree.ts'
import type { DataSource } from '../graph/data-tree.ts'
import { DataPicker } from './data-picker.tsx'
import { insertText } from './insert-text.ts'
import classes from './form.module.css'

interface TemplateInputProps {
  /** Shown above the field; the picker also names it. */
  label: string
  /** Keeps the label for screen readers only: inside a row. */
  hideLabel?: boolean
  description?: ReactNode
  placeholder?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** One line by default, else the initial number of lines. */
  rows?: number
  /** Markup, JSON or a program. */
  code?: boolean
  /** Empty if there is no data to pick. */
  sources: readonly DataSource[]
}

/** Text with a picker of data. */
export function TemplateInput(props: TemplateInputProps) {
  const { label, hideLabel, description, placeholder = '', value, onChange, error, required, disabled, rows, code, sources } = props
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const shared = {
    ...(hideLabel
      ? { 'aria-label': label }
      : {
          label,
          description,
          withAsterisk: required ?? false,
        }),
    ref: input,
    placeholder,
    value,
    error,
    disabled: disabled ?? false,
    spellCheck: !code,
    onChange: (event: {
      currentTarget: {
        value: string
      }
    }) => onChange(event.currentTarget.value),
    rightSection: sources.length > 0 && !disabled && (
      <DataPicker label={label} sources={sources} onPick={(path) => insertText(input.current, templateOf(path))} />
    ),
    rightSectionWidth: 32,
  }
  if (rows === undefined) return <TextInput {...shared} />
  return (
    <Textarea
      {...shared}
      autosize
      minRows={rows}
      maxRows={18}
      classNames={{ input: code ? (classes.code ?? '') : '', section: classes.topSection ?? '' }}
    />
  )
}
