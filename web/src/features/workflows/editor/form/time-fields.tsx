import { Button, Chip, Group, Input, Menu, NumberInput, Select, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { currentLanguage, t, translateMessage } from '../../../../lib/words.ts'
import { isRecord } from '../graph/config-path.ts'
import type { FieldProps } from './field-props.ts'
import { hintOf, labelOf, textOf } from './field-labels.ts'
import { TemplateInput } from './template-input.tsx'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

const units = [
  { value: 'seconds', label: t('seconds') },
  { value: 'minutes', label: t('minutes') },
  { value: 'hours', label: t('hours') },
  { value: 'days', label: t('days') },
]

export function DurationField({ field, value, onChange, error, disabled, sources }: FieldProps) {
  const span = isRecord(value) ? value : {}
  const { amount, unit = 'minutes' } = span
  const label = translateMessage(field.label)
  const isTemplate = typeof amount === 'string' && amount.includes('{')
  const change = (next: typeof span) => onChange({ amount: amount ?? 1, unit, ...next })
  return (
    <Input.Wrapper {...{ label, description: hintOf(field), withAsterisk: field.required, error }} labelElement="div">
      <div className={classes.pair}>
        {isTemplate ? (
          <TemplateInput
            hideLabel
            label={t('Amount')}
            value={amount}
            onChange={(next) => change({ amount: next })}
            sources={sources}
            disabled={disabled}
          />
        ) : (
          <NumberInput
            aria-label={t('Amount')}
            min={0}
            disabled={disabled}
            value={typeof amount === 'number' || typeof amount === 'string' ? amount : ''}
            onChange={(next) => change({ amount: next })}
          />
        )}
        <Select
          aria-label={t('Unit')}
          data={units}
          disabled={disabled}
          allowDeselect={false}
          value={typeof unit === 'string' ? unit : 'minutes'}
          onChange={(next) => change({ unit: next ?? 'minutes' })}
        />
      </div>
    </Input.Wrapper>
  )
}

const schedules: readonly (readonly [line: string, label: string])[] = [
  ['*/15 * * * *', t('Every 15 minutes')],
  ['0 * * * *', t('Every hour')],
  ['0 9 * * *', t('Every day at 9:00')],
  ['0 9 * * 1-5', t('Monday to Friday at 9:00')],
  ['0 9 * * 1', t('Every Monday at 9:00')],
  ['0 9 1 * *', t('On the first of the month at 9:00')],
]

export function CronField({ field, value, onChange, error, disabled }: FieldProps) {
  const texts = schedules.find(([line]) => line === value)?.[1]
  return (
    <div className={styles.stack8}>
      <TextInput
        {...{ ...labelOf(field), placeholder: translateMessage(field.placeholder), error, disabled }}
        description={hintOf(field) ?? t('Minute, hour, day, month, day of the week')}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        classNames={{ input: classes.code ?? '' }}
      />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            className={classes.start ?? ''}
            rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
          >
            {texts ?? t('Choose a schedule')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {schedules.map(([line, label]) => (
            <Menu.Item key={line} onClick={() => onChange(line)} rightSection={<code className="mono">{line}</code>}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}))

export function TimeZoneField({ field, value, onChange, error, disabled }: FieldProps) {
  return (
    <Select
      {...{ ...labelOf(field), error, disabled, data: zones }}
      searchable
      limit={60}
      placeholder="UTC"
      allowDeselect={false}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

/** A date and time as the wall clock shows it, or a template that yields one. */
export function DateTimeField({ field, value, onChange, error, disabled, sources }: FieldProps) {
  const text = textOf(value)
  const isLocal = text === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
  const [asTemplate, setAsTemplate] = useState(!isLocal)
  const isTemplate = asTemplate || !isLocal
  return (
    <div className={styles.stack8}>
      {isTemplate ? (
        <TemplateInput
          {...{ label: translateMessage(field.label), description: hintOf(field), error, disabled, sources, required: field.required }}
          placeholder="{{ trigger.body.date }}"
          value={text}
          onChange={onChange}
        />
      ) : (
        <TextInput
          {...{ ...labelOf(field), error, disabled }}
          type="datetime-local"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {!disabled && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.start ?? ''}
          onClick={() => {
            if (isTemplate && !isLocal) onChange('')
            setAsTemplate(!isTemplate)
          }}
        >
          {isTemplate ? t('Choose a date') : t('Use data of an earlier step')}
        </Button>
      )}
    </div>
  )
}

/** 1 is Monday; 2024-01-01 was one. */
const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  value: String(day),
  date: new Date(Date.UTC(2024, 0, day)),
}))

export function WeekdaysField({ field, value, onChange, error, disabled }: FieldProps) {
  const id = useId()
  const names = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' })
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Input.Wrapper
      {...{ label: translateMessage(field.label), description: hintOf(field), withAsterisk: field.required, error }}
      labelElement="div"
      labelProps={{ id }}
    >
      <Group gap={6} role="group" aria-labelledby={id} mt={4}>
        <Chip.Group multiple value={chosen} onChange={(next) => onChange(next.map(Number).toSorted((a, b) => a - b))}>
          {days.map((day) => (
            <Chip key={day.value} value={day.value} size="xs" disabled={disabled}>
              {names.format(day.date)}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </Input.Wrapper>
  )
}

export function TimeField({ field, value, onChange, error, disabled }: FieldProps) {
  return (
    <TextInput
      {...{ ...labelOf(field), error, disabled }}
      type="time"
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
