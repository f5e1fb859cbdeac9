import { ActionIcon, Checkbox, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { fieldTypeNames, fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { t } from '../../lib/words.ts'
import { guessType, withType } from './entity-form.ts'
import type { EntityValues, FieldDraft } from './entity-form.ts'
import { nameOfLabel, typeLabel } from './entity-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './entities.module.css'

interface FieldRowProps {
  form: UseFormReturnType<EntityValues>
  at: number
  isLast: boolean
  targets: readonly { value: string; label: string }[]
  /** Enter in the name of the last field. */
  onEnter: () => void
  focused: boolean
}

const types = fieldTypeNames.map((value) => ({ value, label: typeLabel(value) }))
const dragType = 'application/x-imperium-field'

/** One field of the designer. Alt with the arrow keys, dragging or the buttons move it. */
export function FieldRow({ form, at, isLast, targets, onEnter, focused }: FieldRowProps) {
  const field = form.values.fields[at]
  const [isOpen, setIsOpen] = useState(false)
  const [chosenType, setChosenType] = useState(field !== undefined && field.id !== null)
  if (!field) return null
  const path = `fields.${at}`
  const set = (next: FieldDraft) => form.setFieldValue(path, next)
  const move = (to: number) => {
    if (to >= 0 && to < form.values.fields.length && to !== at) form.reorderListItem('fields', { from: at, to })
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(event.key === 'ArrowUp' ? at - 1 : at + 1)
    }
  }
  const hasOptions = field.type === 'choice' || field.type === 'choices'
  const isRelation = field.type === 'relation' || field.type === 'relations'
  const name = field.label || t('Field {number}', { number: at + 1 })
  return (
    <div
      className={classes.field}
      role="group"
      aria-label={name}
      onKeyDown={press}
      onDragOver={(event: DragEvent) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={(event: DragEvent) => {
        const from = Number(event.dataTransfer.getData(dragType))
        event.preventDefault()
        if (from !== at) form.reorderListItem('fields', { from, to: at })
      }}
    >
      <div className={styles.row}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          title={t('Drag to move')}
          onDragStart={(event) => event.dataTransfer.setData(dragType, String(at))}
        >
          ⠿
        </span>
        <TextInput
          className={classes.label}
          aria-label={t('Name of field {number}', { number: at + 1 })}
          placeholder={t('Field name')}
          maxLength={80}
          autoFocus={focused}
          {...form.getInputProps(`${path}.label`)}
          error={form.errors[`${path}.label`] ?? form.errors[`${path}.name`]}
          onChange={(event) => {
            const label = event.currentTarget.value
            set({ ...(chosenType ? field : withType(field, guessType(label))), label })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (isLast && field.label.trim() !== '') onEnter()
          }}
        />
        <Select
          className={classes.type}
          aria-label={t('Type of {field}', { field: name })}
          data={types}
          value={field.type}
          allowDeselect={false}
          searchable
          onChange={(type) => {
            setChosenType(true)
            if (type !== null) set(withType(field, type))
          }}
        />
        <Checkbox label={t('Required')} {...form.getInputProps(`${path}.required`, { type: 'checkbox' })} />
        <ActionIcon aria-label={t('Settings of {field}', { field: name })} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <IconChevronDown size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('Remove {field}', { field: name })} onClick={() => form.removeListItem('fields', at)}>
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      {hasOptions && (
        <TagsInput
          label={t('Choices')}
          withAsterisk
          placeholder={t('Type and press Enter')}
          value={field.options.map(({ label }) => label)}
          error={form.errors[`${path}.options`]}
          // A choice keeps the value under which records have it.
          onChange={(labels) =>
            set({
              ...field,
              options: labels.map((label) => field.options.find((option) => option.label === label) ?? { value: '', label }),
            })
          }
        />
      )}
      {isRelation && (
        <Select
          label={t('Relates to')}
          withAsterisk
          searchable
          data={[...targets]}
          {...form.getInputProps(`${path}.entity`)}
          value={field.entity || null}
        />
      )}
      {field.type === 'money' && (
        <TextInput label={t('Currency')} maxLength={3} className={classes.short} {...form.getInputProps(`${path}.currency`)} />
      )}
      {isOpen && <Settings form={form} at={at} field={field} onMove={move} />}
    </div>
  )
}

interface SettingsProps {
  form: UseFormReturnType<EntityValues>
  at: number
  field: FieldDraft
  onMove: (to: number) => void
}

function Settings({ form, at, field, onMove }: SettingsProps) {
  const path = `fields.${at}`
  const type = fieldTypes[field.type]
  const props = (key: string) => form.getInputProps(`${path}.${key}`)
  return (
    <div className={styles.stack}>
      <div className={styles.wrapped}>
        {type.canBeUnique && <Checkbox label={t('Unique')} {...form.getInputProps(`${path}.unique`, { type: 'checkbox' })} />}
        {type.canSort && (
          <Checkbox label={t('Often sorted or filtered')} {...form.getInputProps(`${path}.indexed`, { type: 'checkbox' })} />
        )}
        <Checkbox label={t('Personal data')} {...form.getInputProps(`${path}.personal`, { type: 'checkbox' })} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('Name in the API')}
          maxLength={40}
          placeholder={nameOfLabel(field.label)}
          classNames={{ input: 'mono' }}
          {...props('name')}
        />
        <TextInput label={t('Help')} maxLength={300} {...props('help')} />
      </div>
      {field.type === 'text' && (
        <TextInput
          label={t('Pattern')}
          description={t('9 stands for a digit, A for a letter, * for any character.')}
          maxLength={60}
          className={classes.short}
          {...props('pattern')}
        />
      )}
      {field.type === 'number' && (
        <NumberInput label={t('Decimal places')} min={0} max={6} className={classes.short} {...props('decimals')} />
      )}
      {field.type === 'autonumber' && <TextInput label={t('Prefix')} maxLength={10} className={classes.short} {...props('prefix')} />}
      <DefaultValue form={form} at={at} field={field} />
      <div className={styles.buttons}>
        <ActionIcon aria-label={t('Move {field} up', { field: field.label })} disabled={at === 0} onClick={() => onMove(at - 1)}>
          <IconArrowUp size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={t('Move {field} down', { field: field.label })}
          disabled={at === form.values.fields.length - 1}
          onClick={() => onMove(at + 1)}
        >
          <IconArrowDown size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** Types that are typed as one text, or chosen. */
const withDefault: readonly FieldTypeName[] = ['text', 'long-text', 'number', 'money', 'boolean', 'choice', 'email', 'phone', 'url', 'date']

function DefaultValue({ form, at, field }: Omit<SettingsProps, 'onMove'>) {
  const path = `fields.${at}.defaultValue`
  const [typed, setTyped] = useState(() => fieldTypes[field.type].write(field.defaultValue, field))
  if (!withDefault.includes(field.type) || field.unique) return null
  const label = t('Default')
  if (field.type === 'choice')
    return (
      <Select
        label={label}
        clearable
        className={classes.short}
        data={field.options.map((option) => option.label)}
        value={field.options.find(({ value }) => value === field.defaultValue)?.label ?? null}
        onChange={(next) => {
          const option = field.options.find((each) => each.label === next)
          form.setFieldValue(path, option ? option.value || option.label : null)
        }}
      />
    )
  if (field.type === 'boolean')
    return (
      <Select
        label={label}
        clearable
        className={classes.short}
        data={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
        value={field.defaultValue === null ? null : String(field.defaultValue)}
        onChange={(next) => form.setFieldValue(path, next === null ? null : next === 'true')}
      />
    )
  const read = fieldTypes[field.type].read(typed, field)
  return (
    <TextInput
      label={label}
      className={classes.short}
      value={typed}
      error={form.errors[path] ?? ('refused' in read ? t('Not a value of this type') : undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const parsed = fieldTypes[field.type].read(text, field)
        form.setFieldValue(path, 'value' in parsed ? parsed.value : text)
      }}
    />
  )
}
