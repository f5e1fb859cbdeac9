import { MultiSelect, NumberInput, Select } from '@mantine/core'
import { t } from '../../lib/words.ts'
import type { Option } from './rule-labels.ts'
import classes from './segments.module.css'

interface ChoiceProps {
  label: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string) => void
}

export const Choice = ({ label, options, value, onChange }: ChoiceProps) => (
  <Select
    className={classes.operator}
    aria-label={label}
    data={[...options]}
    value={value ?? null}
    onChange={(next) => next && onChange(next)}
    allowDeselect={false}
  />
)

interface SeveralProps {
  label: string
  options: readonly Option[]
  value: string[] | undefined
  onChange: (values: string[]) => void
}

export const Several = ({ label, options, value = [], onChange }: SeveralProps) => (
  <MultiSelect
    className={classes.value}
    aria-label={label}
    placeholder={value.length ? '' : t('Choose')}
    data={[...options]}
    value={value}
    onChange={onChange}
  />
)

interface DaysProps {
  value: number | undefined
  required?: boolean
  prefix?: string
  onChange: (days: number | undefined) => void
}

/** A number of days; empty means ever, where that is allowed. */
export const Days = ({ value, required = false, prefix, onChange }: DaysProps) => (
  <NumberInput
    className={classes.days}
    aria-label={prefix ? t('In the last N days') : t('Days')}
    placeholder={required ? '' : t('ever')}
    {...(prefix && value !== undefined ? { prefix: `${prefix} ` } : {})}
    suffix={value === undefined ? '' : ` ${t('days')}`}
    min={1}
    max={3650}
    allowDecimal={false}
    value={value ?? ''}
    onChange={(days) => onChange(typeof days === 'number' ? days : undefined)}
  />
)
