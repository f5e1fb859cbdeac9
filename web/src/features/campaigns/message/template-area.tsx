import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { ChangeEvent, FocusEvent, ReactNode, RefObject } from 'react'
import { t } from '../../../lib/words.ts'
import { VariableMenu } from './variable-menu.tsx'
import classes from './message.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Replaces the selection as if the text was typed, so that React and the browser's undo both see it. */
export function insertInto(field: Field | null, text: string): void {
  if (!field) return
  field.focus()
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  // The deprecated API is the only one that keeps the browser's undo; without it, the value is set as React expects.
  if (document.execCommand('insertText', false, text)) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set
  setter?.call(field, field.value.slice(0, start) + text + field.value.slice(end))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

interface TemplateAreaProps {
  label: string
  description?: string
  /** Set by `form.getInputProps`. */
  value?: string
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  onFocus?: (event: FocusEvent<HTMLTextAreaElement>) => void
  onBlur?: (event: FocusEvent<HTMLTextAreaElement>) => void
  error?: ReactNode
  /** By which the checklist finds the field. */
  'data-path'?: string
  rows: number
  /** Markup or JSON, in a monospace font. */
  code?: boolean
  area?: RefObject<HTMLTextAreaElement | null>
  /** More buttons before the variables. */
  tools?: ReactNode
}

const below = (tools: ReactNode) => (input: ReactNode) => (
  <>
    {tools}
    {input}
  </>
)

/** Text with variables in it. */
export function TemplateArea({
  label,
  description,
  value,
  onChange,
  onFocus,
  onBlur,
  error,
  rows,
  code = false,
  area,
  tools,
  'data-path': path,
}: TemplateAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const ref = area ?? own
  return (
    <Textarea
      ref={ref}
      data-path={path}
      label={label}
      description={description}
      value={value ?? ''}
      onChange={onChange}
      {...(onFocus ? { onFocus } : {})}
      {...(onBlur ? { onBlur } : {})}
      error={error}
      autosize
      minRows={rows}
      maxRows={26}
      spellCheck={!code}
      classNames={code ? { input: classes.code ?? '' } : {}}
      inputContainer={below(
        <div className={classes.tools} role="toolbar" aria-label={t('Tools for {field}', { field: label })}>
          {tools}
          <VariableMenu onPick={(text) => insertInto(ref.current, text)} label={t('Insert a variable into {field}', { field: label })} />
        </div>,
      )}
    />
  )
}
