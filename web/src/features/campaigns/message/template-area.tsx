import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { ChangeEvent, FocusEvent, ReactNode } from 'react'
import { t } from '../../../lib/words.ts'
import { insertInto } from '../../../ui/form/insert-into.ts'
import { VariableMenu } from './variable-menu.tsx'
import classes from './message.module.css'

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
  'data-path': path,
}: TemplateAreaProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
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
          <VariableMenu onPick={(text) => insertInto(ref.current, text)} label={t('Insert a merge field into {field}', { field: label })} />
        </div>,
      )}
    />
  )
}
