import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import { isRecord } from '../graph/config-path.ts'
import { freeId } from '../graph/step-ids.ts'
import type { FieldProps } from './field-props.ts'
import { hintOf, textOf } from './field-labels.ts'
import { TemplateInput } from './template-input.tsx'
import classes from './form.module.css'

type Row = Record<string, Json>

interface RowsProps extends FieldProps {
  /** Label of the button. */
  add: string
  /** A new row, given those there are. */
  fresh: (rows: readonly Row[]) => Row
  /** Labels the rows for screen readers: `Rule 2`. */
  rowLabel: (number: number) => string
  render: (row: Row, change: (next: Row) => void, number: number) => ReactNode
}

/** A list that grows and shrinks row by row. */
function Rows({ field, value, onChange, error, disabled, add, fresh, rowLabel, render }: RowsProps) {
  const rows = Array.isArray(value) ? value.map((row) => (isRecord(row) ? row : {})) : []
  const list = useRef<HTMLDivElement>(null)
  const isAdding = useRef(false)
  // A new row gets the focus, to be filled in.
  useEffect(() => {
    if (!isAdding.current) return
    isAdding.current = false
    const added = list.current?.querySelectorAll<HTMLElement>('[role=group]')[rows.length - 1]
    added?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [rows.length])
  const replace = (at: number, next: Row) => onChange(rows.map((row, index) => (index === at ? next : row)))
  return (
    <Input.Wrapper
      {...{ label: translateMessage(field.label), description: hintOf(field), withAsterisk: field.required, error }}
      labelElement="div"
    >
      <div className={classes.rows} ref={list}>
        {rows.map((row, at) => (
          <div key={at} className={classes.row} role="group" aria-label={rowLabel(at + 1)}>
            <div className={classes.rowFields}>{render(row, (next) => replace(at, { ...row, ...next }), at + 1)}</div>
            {!disabled && (
              <ActionIcon
                size={26}
                className={classes.rowRemove ?? ''}
                aria-label={t('Remove {what}', { what: rowLabel(at + 1) })}
                onClick={() => onChange(rows.filter((_row, index) => index !== at))}
              >
                <IconTrash size={15} stroke={1.7} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
        {!disabled && (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.start ?? ''}
            leftSection={<IconPlus size={14} stroke={1.9} aria-hidden />}
            onClick={() => {
              isAdding.current = true
              onChange([...rows, fresh(rows)])
            }}
          >
            {add}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

const freshName = (base: string) => (rows: readonly Row[]) =>
  freeId(`${base}_1`, new Set(rows.map(({ name }) => textOf(name)))).replace('_1_', '_')

function NameInput({
  row,
  change,
  disabled,
  label = t('Name'),
}: {
  row: Row
  change: (next: Row) => void
  disabled: boolean
  label?: string
}) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      disabled={disabled}
      value={textOf(row['name'])}
      onChange={(event) => change({ name: event.currentTarget.value })}
      spellCheck={false}
    />
  )
}

export function PairsField(props: FieldProps) {
  const { disabled, sources } = props
  return (
    <Rows
      {...props}
      add={t('Add a row')}
      fresh={() => ({ name: '', value: '' })}
      rowLabel={(number) => t('Row {number}', { number })}
      render={(row, change) => (
        <>
          <NameInput row={row} change={change} disabled={disabled} />
          <TemplateInput
            hideLabel
            {...{ label: t('Value'), placeholder: t('Value'), disabled, sources, value: textOf(row['value']) }}
            onChange={(value) => change({ value })}
          />
        </>
      )}
    />
  )
}

const operators = [
  { value: 'equals', label: t('is') },
  { value: 'not_equals', label: t('is not') },
  { value: 'contains', label: t('contains') },
  { value: 'not_contains', label: t('does not contain') },
  { value: 'starts_with', label: t('starts with') },
  { value: 'ends_with', label: t('ends with') },
  { value: 'gt', label: t('is greater than') },
  { value: 'gte', label: t('is at least') },
  { value: 'lt', label: t('is less than') },
  { value: 'lte', label: t('is at most') },
  { value: 'exists', label: t('exists') },
  { value: 'is_empty', label: t('is empty') },
  { value: 'matches_one_of', label: t('is one of') },
  { value: 'is_true', label: t('is true') },
  { value: 'is_false', label: t('is false') },
]
/** Operators without a second operand. */
const alone: ReadonlySet<string> = new Set(['exists', 'is_empty', 'is_true', 'is_false'])

export function ConditionsField(props: FieldProps) {
  const { disabled, sources } = props
  return (
    <Rows
      {...props}
      add={t('Add a rule')}
      fresh={() => ({ left: '', operator: 'equals', right: '' })}
      rowLabel={(number) => t('Rule {number}', { number })}
      render={(row, change) => {
        const operator = textOf(row['operator']) || 'equals'
        return (
          <>
            <TemplateInput
              hideLabel
              {...{ label: t('Value'), placeholder: '{{ trigger.body.score }}', disabled, sources, value: textOf(row['left']) }}
              onChange={(left) => change({ left })}
            />
            <Select
              aria-label={t('Comparison')}
              data={operators}
              disabled={disabled}
              allowDeselect={false}
              value={operator}
              onChange={(next) => change({ operator: next ?? 'equals' })}
            />
            {!alone.has(operator) && (
              <TemplateInput
                hideLabel
                {...{ label: t('Compared with'), placeholder: t('Compared with'), disabled, sources, value: textOf(row['right']) }}
                onChange={(right) => change({ right })}
              />
            )}
          </>
        )
      }}
    />
  )
}

export function CasesField(props: FieldProps) {
  const { disabled, sources } = props
  return (
    <Rows
      {...props}
      add={t('Add a case')}
      fresh={(rows) => ({ name: freshName('case')(rows), equals: '' })}
      rowLabel={(number) => t('Case {number}', { number })}
      render={(row, change) => (
        <>
          <NameInput row={row} change={change} disabled={disabled} />
          <TemplateInput
            hideLabel
            {...{ label: t('Equals'), placeholder: t('Equals'), disabled, sources, value: textOf(row['equals']) }}
            onChange={(equals) => change({ equals })}
          />
        </>
      )}
    />
  )
}

export function NamesField(props: FieldProps) {
  const base = props.field.path === 'branches' ? 'branch' : 'field'
  return (
    <Rows
      {...props}
      add={t('Add a name')}
      fresh={(rows) => ({ name: freshName(base)(rows) })}
      rowLabel={(number) => t('Name {number}', { number })}
      render={(row, change) => <NameInput row={row} change={change} disabled={props.disabled} />}
    />
  )
}
