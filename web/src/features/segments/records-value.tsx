import { Select, TextInput } from '@mantine/core'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { t } from '../../lib/words.ts'
import { DecimalInput } from '../../ui/form/decimal-input.tsx'
import { operatorLabels } from '../records/index.ts'
import { Choice, Days } from './condition-inputs.tsx'
import type { DraftCondition, RecordWhere } from './rule-model.ts'
import classes from './segments.module.css'

const hasOptions = [
  { value: 'in', label: t('has') },
  { value: 'out', label: t('has no') },
]

interface RecordsValueProps {
  condition: DraftCondition
  choices: SegmentChoices
  change: (next: Partial<DraftCondition>) => void
}

/** Related records: that there are some, or some with a value. */
export function RecordsValue({ condition, choices, change }: RecordsValueProps) {
  const records = choices.records.find(({ entity, relation }) => entity === condition.entity && relation === condition.relation)
  const [where] = condition.where ?? []
  const field = records?.fields.find(({ name }) => name === where?.field)
  const set = (next: RecordWhere | undefined) => change({ where: next ? [next] : undefined })
  return (
    <>
      <Choice
        label={t('Membership')}
        options={hasOptions}
        value={condition.in === false ? 'out' : 'in'}
        onChange={(next) => change({ in: next === 'in' })}
      />
      <Select
        className={classes.value}
        aria-label={t('Field')}
        placeholder={t('any record')}
        data={(records?.fields ?? []).map(({ name, label }) => ({ value: name, label }))}
        value={where?.field ?? null}
        onChange={(name) => {
          const operator = records?.fields.find((each) => each.name === name)?.operators[0] ?? 'is'
          set(name === null ? undefined : { field: name, operator })
        }}
        clearable
        searchable
      />
      {where && field && (
        <>
          <Choice
            label={t('Comparison')}
            options={field.operators.filter((each) => each !== 'anyOf').map((value) => ({ value, label: operatorLabels[value] }))}
            value={where.operator}
            onChange={(operator) => set({ field: where.field, operator })}
          />
          {where.operator !== 'isEmpty' && where.operator !== 'isNotEmpty' && (
            <RecordOperand field={field} value={where.value} onChange={(value) => set({ ...where, value })} />
          )}
        </>
      )}
      <Days value={condition.days} prefix={t('in the last')} onChange={(days) => change({ days })} />
    </>
  )
}

interface RecordOperandProps {
  field: SegmentChoices['records'][number]['fields'][number]
  value: RecordWhere['value']
  onChange: (value: RecordWhere['value']) => void
}

function RecordOperand({ field, value, onChange }: RecordOperandProps) {
  const options = field.type === 'boolean' ? yesOrNo : field.options
  if (field.type === 'boolean' || field.type === 'choice')
    return (
      <Choice
        label={t('Value')}
        options={options}
        value={value === undefined ? undefined : String(value)}
        onChange={(next) => onChange(field.type === 'boolean' ? next === 'true' : next)}
      />
    )
  if (field.type === 'number' || field.type === 'autonumber')
    return (
      <DecimalInput
        className={classes.number}
        aria-label={t('Value')}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    )
  return (
    <TextInput
      className={classes.value}
      type={field.type === 'date' ? 'date' : 'text'}
      aria-label={t('Value')}
      maxLength={200}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

const yesOrNo = [
  { value: 'true', label: t('Yes') },
  { value: 'false', label: t('No') },
]
