import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldOperator } from '@imperium/contract/kit/field-types/field-type.ts'
import { t } from '../../lib/words.ts'
import { operatorLabels, takesNoValue } from './conditions.ts'
import type { Condition } from './conditions.ts'
import { RecordInput } from './record-input.tsx'
import styles from '../../ui/styles.module.css'
import classes from './records.module.css'

interface FilterPanelProps {
  entity: EntityDefinition
  /** Those of the address. */
  conditions: readonly Condition[]
  /** As text for the address; undefined: none. */
  onChange: (filter: string | undefined) => void
}

interface Draft {
  field: string
  operator: FieldOperator
  value: Condition['value']
}

const isFinished = ({ operator, value }: Draft): boolean =>
  takesNoValue(operator) || (value !== null && (!Array.isArray(value) || value.length > 0))

/** The conditions of the list. One that has no value yet filters nothing. */
export function FilterPanel({ entity, conditions, onChange }: FilterPanelProps) {
  const first = entity.fields[0]
  const begin = (name: string): Draft => {
    const field = entity.fields.find((each) => each.name === name)
    return { field: name, operator: (field && fieldTypes[field.type].operators[0]) ?? 'is', value: null }
  }
  const [drafts, setDrafts] = useState<readonly Draft[]>(conditions.length > 0 ? conditions : first ? [begin(first.name)] : [])
  const change = (next: readonly Draft[]) => {
    setDrafts(next)
    const finished = next.filter(isFinished)
    onChange(finished.length > 0 ? JSON.stringify(finished) : undefined)
  }
  return (
    <section aria-label={t('Filter')} className={classes.filter}>
      {drafts.map((draft, at) => (
        <ConditionRow
          // Conditions have no other identifier.
          key={`${at} ${draft.field}`}
          entity={entity}
          draft={draft}
          onField={(name) => change(drafts.with(at, begin(name)))}
          onChange={(next) => change(drafts.with(at, next))}
          onRemove={() => change(drafts.filter((_each, index) => index !== at))}
        />
      ))}
      {first && drafts.length < 20 && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
          onClick={() => setDrafts([...drafts, begin(first.name)])}
        >
          {t('Add condition')}
        </Button>
      )}
    </section>
  )
}

interface ConditionRowProps {
  entity: EntityDefinition
  draft: Draft
  onField: (name: string) => void
  onChange: (draft: Draft) => void
  onRemove: () => void
}

function ConditionRow({ entity, draft, onField, onChange, onRemove }: ConditionRowProps) {
  const field = entity.fields.find(({ name }) => name === draft.field)
  if (!field) return null
  const type = fieldTypes[field.type]
  // A list of choices is asked for as such, whatever the field has.
  const asked =
    draft.operator === 'anyOf' ? ({ choice: 'choices', relation: 'relations' } as const)[field.type as 'choice' | 'relation'] : undefined
  return (
    <div className={styles.row} role="group" aria-label={t('Condition')}>
      <Select
        aria-label={t('Field')}
        className={classes.part}
        data={entity.fields.map(({ name, label }) => ({ value: name, label }))}
        value={draft.field}
        allowDeselect={false}
        searchable
        onChange={(name) => name && onField(name)}
      />
      <Select
        aria-label={t('Comparison')}
        className={classes.part}
        data={type.operators.map((value) => ({ value, label: operatorLabels[value] }))}
        value={draft.operator}
        allowDeselect={false}
        onChange={(operator) => operator && onChange({ ...draft, operator, value: null })}
      />
      {!takesNoValue(draft.operator) && (
        <div className={classes.value}>
          <RecordInput
            key={draft.operator}
            entity={entity.entityName}
            field={{
              ...field,
              label: t('Value'),
              help: '',
              required: false,
              type: asked ?? (field.type === 'autonumber' ? 'number' : field.type),
            }}
            value={draft.value}
            related={[]}
            error={null}
            isFirst={false}
            onChange={(value) => onChange({ ...draft, value })}
          />
        </div>
      )}
      <ActionIcon aria-label={t('Remove the condition')} onClick={onRemove}>
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}
