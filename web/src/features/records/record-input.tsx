import { MultiSelect, Select, TextInput, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { EntityField, RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { minorDigits } from '@imperium/contract/kit/field-types/number-types.ts'
import { t } from '../../lib/words.ts'
import { DecimalInput } from '../../ui/form/decimal-input.tsx'
import { targetsQuery } from './api.ts'

interface RecordInputProps {
  /** The entity of the record. */
  entity: string
  field: EntityField
  value: RecordValue
  /** Titles of what the record relates to now. */
  related: EntityRecord['related'][string]
  error: ReactNode
  isFirst: boolean
  /** It takes the focus as it appears. */
  isFocused?: boolean
  onChange: (value: RecordValue) => void
}

/** Asks for the value of a field, as its type says. */
export function RecordInput(props: RecordInputProps) {
  const { field, value, error, isFirst, isFocused = false, onChange } = props
  const shared = {
    label: field.label,
    description: field.help || undefined,
    withAsterisk: field.required,
    error,
    ...(isFirst ? { 'data-autofocus': true } : {}),
    ...(isFocused ? { autoFocus: true } : {}),
  }
  const text = typeof value === 'string' ? value : ''
  const typed = (next: string) => onChange(next === '' ? null : next)
  switch (fieldTypes[field.type].input) {
    case 'long-text':
      return (
        <Textarea {...shared} autosize minRows={3} maxLength={20_000} value={text} onChange={(event) => typed(event.currentTarget.value)} />
      )
    case 'number':
      return <DecimalInput {...shared} value={value as number | string | null} onChange={onChange} isWhole={field.decimals === 0} />
    case 'money':
      return <MoneyInput {...props} shared={shared} />
    case 'date':
      return <TextInput {...shared} type="date" value={text} onChange={(event) => typed(event.currentTarget.value)} />
    case 'date-time':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          value={text === '' ? '' : localOf(text)}
          onChange={(event) => onChange(momentOf(event.currentTarget.value))}
        />
      )
    case 'boolean':
      return (
        <Select
          {...shared}
          clearable={!field.required}
          data={[
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          value={value === null ? null : String(value)}
          onChange={(next) => onChange(next === null ? null : next === 'true')}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          clearable={!field.required}
          searchable={field.options.length > 8}
          data={withChosen(field.options, value === null ? [] : [String(value)])}
          value={value === null ? null : String(value)}
          onChange={onChange}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          clearable
          searchable
          data={withChosen(field.options, listOf(value))}
          value={listOf(value)}
          onChange={(next) => onChange(next.length === 0 ? null : next)}
        />
      )
    case 'relation':
    case 'relations':
      return <RelationInput {...props} shared={shared} />
    case 'email':
      return <TextInput {...shared} type="email" maxLength={254} value={text} onChange={(event) => typed(event.currentTarget.value)} />
    case 'phone':
      return <TextInput {...shared} type="tel" maxLength={40} value={text} onChange={(event) => typed(event.currentTarget.value)} />
    case 'text':
    case 'url':
    case 'none':
      return <TextInput {...shared} maxLength={500} value={text} onChange={(event) => typed(event.currentTarget.value)} />
  }
}

const listOf = (value: RecordValue): string[] => (Array.isArray(value) ? value : [])

/** A choice that was taken away stays an option while the record has it. */
const withChosen = (options: EntityField['options'], chosen: readonly string[]) => [
  ...options,
  ...chosen.filter((value) => !options.some((option) => option.value === value)).map((value) => ({ value, label: value })),
]

interface Shared {
  shared: { label: string; description: string | undefined; withAsterisk: boolean; error: ReactNode }
}

/** The amount in the currency's own unit; the record has minor units. */
function MoneyInput({ field, value, onChange, shared }: RecordInputProps & Shared) {
  const factor = 10 ** minorDigits(field.currency)
  return (
    <DecimalInput
      {...shared}
      label={`${field.label} (${field.currency})`}
      value={typeof value === 'number' ? value / factor : (value as string | null)}
      onChange={(next) => onChange(typeof next === 'number' ? Math.round(next * factor) : next)}
    />
  )
}

/** Chooses records by their titles. */
function RelationInput({ entity, field, value, related, onChange, shared }: RecordInputProps & Shared) {
  const [typed, setTyped] = useState('')
  const [labels, setLabels] = useState(() => new Map(related.map(({ id, label }) => [id, label ?? t('hidden||record')])))
  const { data } = useQuery({ ...targetsQuery(entity, field.name, typed.trim()), placeholderData: keepPreviousData })
  const isMany = fieldTypes[field.type].input === 'relations'
  const chosen = isMany ? listOf(value) : value === null ? [] : [String(value)]
  const found = (data ?? []).map(({ id, label }) => ({ value: id, label: label || '–' }))
  const options = [
    ...chosen.filter((id) => !found.some((option) => option.value === id)).map((id) => ({ value: id, label: labels.get(id) ?? '–' })),
    ...found,
  ]
  const remember = (ids: readonly string[]) => {
    setLabels(
      new Map([
        ...labels,
        ...options.filter((option) => ids.includes(option.value)).map((option) => [option.value, option.label] as const),
      ]),
    )
    onChange(isMany ? (ids.length === 0 ? null : [...ids]) : (ids[0] ?? null))
  }
  const all = {
    ...shared,
    data: options,
    searchable: true,
    clearable: true,
    onSearchChange: setTyped,
    nothingFoundMessage: t('No matches'),
  }
  return isMany ? (
    <MultiSelect {...all} filter={({ options: each }) => each} value={chosen} onChange={remember} />
  ) : (
    <Select {...all} filter={({ options: each }) => each} value={chosen[0] ?? null} onChange={(id) => remember(id === null ? [] : [id])} />
  )
}

/** A moment as the browser's field shows it, in the time zone of the browser. */
function localOf(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

function momentOf(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
