import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField, RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { t } from '../../lib/words.ts'
import { RecordCell } from './record-cell.tsx'
import { RecordInput } from './record-input.tsx'
import type { RecordEdits } from './use-record-edits.ts'
import { wordedIssueOf } from './worded-refusal.ts'
import classes from './records.module.css'

interface InlineCellProps {
  entity: EntityDefinition
  field: EntityField
  record: EntityRecord
  edits: RecordEdits
}

/** Saved as soon as it is chosen; others when the field is left, or with Enter. */
const chosenAtOnce = ['boolean', 'choice', 'relation']

/** A cell that can be changed in place. Enter or leaving it saves, Escape leaves it as it was. */
export function InlineCell({ entity, field, record, edits }: InlineCellProps) {
  const current = record.values[field.name] ?? null
  const [draft, setDraft] = useState<{ value: RecordValue } | null>(null)
  const { input } = fieldTypes[field.type]
  const name = t('Edit {field} of {record}', { field: field.label, record: record.label || t('Record') })
  if (input === 'none') return <RecordCell field={field} record={record} />
  if (!draft)
    return (
      <button type="button" className={classes.cell} aria-label={name} onClick={() => setDraft({ value: current })}>
        <RecordCell field={field} record={record} />
      </button>
    )
  const refusal = refusalOf(field, draft.value, current)
  async function save(value: RecordValue): Promise<void> {
    const isSame = JSON.stringify(value) === JSON.stringify(current)
    if (isSame || (refusalOf(field, value, current) === null && (await edits.set(record, { [field.name]: value })))) setDraft(null)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setDraft(null)
    else if (event.key === 'Enter' && !chosenAtOnce.includes(input) && input !== 'choices' && input !== 'relations')
      void save(draft?.value ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={classes.inline}
      role="group"
      aria-label={name}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) void save(draft.value)
      }}
    >
      <RecordInput
        entity={entity.entityName}
        field={{ ...field, help: '', required: false }}
        value={draft.value}
        related={record.related[field.name] ?? []}
        error={refusal}
        isFirst={false}
        isFocused
        onChange={(value) => {
          setDraft({ value })
          if (chosenAtOnce.includes(input)) void save(value)
        }}
      />
    </div>
  )
}

function refusalOf(field: EntityField, value: RecordValue, current: RecordValue): string | null {
  if (JSON.stringify(value) === JSON.stringify(current)) return null
  const parsed = fieldTypes[field.type].parse(value, field)
  if ('refused' in parsed) return wordedIssueOf(parsed.refused)
  return parsed.value === null && field.required ? t('This field is required') : null
}
