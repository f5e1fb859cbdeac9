import { ActionIcon, Button, SegmentedControl, TextInput, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { fieldTemplate } from '@imperium/contract/email-designs/design-markup.ts'
import { t } from '../../../lib/words.ts'
import { insertInto } from '../../../ui/form/insert-into.ts'
import { useDesignerContext } from '../designer-context.ts'
import { isLinkUrl, withScheme } from '../model/link-text.ts'
import type { MergeField } from '../../../ui/form/merge-field.ts'
import { MergeFieldMenu } from '../../../ui/form/merge-field-menu.tsx'
import classes from './panel.module.css'

interface FieldProps<Value> {
  label: string
  value: Value
  onChange: (value: Value) => void
}

const templateOf = ({ name, fallback, template }: MergeField): string => template ?? fieldTemplate(name, fallback ?? '')

/** A line, or several, with merge fields in it. */
export function TemplateInput({ label, value, onChange, max, rows = 1 }: FieldProps<string> & { max: number; rows?: number }) {
  const { fields } = useDesignerContext()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const shared = {
    ref: field,
    label,
    maxLength: max,
    value,
    rightSection: (
      <MergeFieldMenu
        compact
        label={t('Insert a merge field into {field}', { field: label })}
        fields={fields}
        onPick={(picked) => insertInto(field.current, templateOf(picked))}
      />
    ),
  }
  if (rows > 1)
    return <Textarea {...shared} autosize minRows={rows} maxRows={10} onChange={(event) => onChange(event.currentTarget.value)} />
  return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
}

/** An address. What is not one yet stays in the field and does not get into the design. */
export function UrlInput({ label, value, onChange }: FieldProps<string>) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isTyping, setTyping] = useState(false)
  const take = (text: string): boolean => {
    const url = text.trim()
    const isValid = url === '' || isLinkUrl(url)
    if (isValid) onChange(url.slice(0, 2000))
    return isValid
  }
  return (
    <TextInput
      label={label}
      placeholder="https://"
      inputMode="url"
      maxLength={2000}
      value={draft ?? value}
      error={draft !== null && !isTyping && t('An address that begins with https://')}
      onFocus={() => setTyping(true)}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        take(event.currentTarget.value)
      }}
      onBlur={() => {
        setTyping(false)
        if (draft !== null && take(withScheme(draft))) setDraft(null)
      }}
    />
  )
}

const hex = /^#[0-9a-f]{6}$/i

/** A color; optional ones have none by default. */
export function ColorInput({ label, value, onChange, isOptional = false }: FieldProps<string> & { isOptional?: boolean }) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value
  return (
    <div className={classes.color}>
      <TextInput
        label={label}
        placeholder={isOptional ? t('None||color') : '#1f2937'}
        maxLength={7}
        value={shown}
        error={draft !== null && draft !== '' && !hex.test(draft) && t('A color like #1f2937')}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setDraft(typed)
          if (hex.test(typed) || (isOptional && typed === '')) onChange(typed)
        }}
        onBlur={() => (hex.test(shown) || (isOptional && shown === '') || !draft) && setDraft(null)}
      />
      <input
        type="color"
        className={classes.swatch}
        aria-label={t('Choose: {field}', { field: label })}
        value={hex.test(value) ? value : '#ffffff'}
        onChange={(event) => {
          setDraft(null)
          onChange(event.currentTarget.value)
        }}
      />
      {isOptional && value !== '' && (
        <ActionIcon
          aria-label={t('Clear: {field}', { field: label })}
          size={34}
          onClick={() => {
            setDraft(null)
            onChange('')
          }}
        >
          <IconX size={15} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

interface NumberFieldProps extends FieldProps<number> {
  min: number
  max: number
  isPercent?: boolean
}

/** A whole number in a range. What is out of it stays in the field and does not get into the design. */
export function NumberField({ label, value, onChange, min, max, isPercent = false }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const isValid = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      maxLength={4}
      rightSection={<span className={classes.unit} data-percent={isPercent || undefined} aria-hidden />}
      value={draft ?? String(value)}
      error={draft !== null && !isValid(draft) && t('From {min} to {max}', { min, max })}
      onChange={(event) => {
        const typed = event.currentTarget.value.trim()
        setDraft(typed)
        if (isValid(typed)) onChange(Number(typed))
      }}
      onBlur={() => (draft === null || isValid(draft)) && setDraft(null)}
    />
  )
}

interface ChoiceProps<Value extends string> extends FieldProps<Value> {
  data: readonly { value: Value; label: string }[]
}

export function Choice<Value extends string>({ label, value, onChange, data }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className={classes.choice}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <SegmentedControl aria-labelledby={id} fullWidth size="xs" value={value} onChange={onChange} data={[...data]} />
    </div>
  )
}

interface RowsProps<Row> {
  label: string
  rows: readonly Row[]
  max: number
  create: () => Row
  onChange: (rows: Row[]) => void
  children: (row: Row, change: (fields: Partial<Row>) => void) => ReactNode
}

/** Rows that can be added and removed, such as the links of a block. */
export function Rows<Row extends object>({ label, rows, max, create, onChange, children }: RowsProps<Row>) {
  return (
    <>
      <ul className={classes.rows} aria-label={label}>
        {rows.map((row, at) => (
          <li key={at} className={classes.rowBox}>
            <div className={classes.rowFields}>
              {children(row, (fields) => onChange(rows.map((each, index) => (index === at ? { ...each, ...fields } : each))))}
            </div>
            <ActionIcon
              aria-label={t('Remove row {number}', { number: at + 1 })}
              size={28}
              onClick={() => onChange(rows.filter((_row, index) => index !== at))}
            >
              <IconX size={15} stroke={1.8} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {rows.length < max && (
        <Button size="xs" variant="default" onClick={() => onChange([...rows, create()])}>
          {t('Add a row')}
        </Button>
      )}
    </>
  )
}
