import { Select } from '@mantine/core'
import { useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { RecordInput } from './record-input.tsx'
import type { RecordEdits } from './use-record-edits.ts'
import { wordedIssueOf } from './worded-refusal.ts'
import styles from '../../ui/styles.module.css'

interface BulkDialogProps {
  entity: EntityDefinition
  count: number
  edits: RecordEdits
  onSave: (values: Record<string, RecordValue>) => Promise<void>
  onClose: () => void
}

/** One value for a field of all selected records; an empty one takes the value away. */
export function BulkDialog({ entity, count, edits, onSave, onClose }: BulkDialogProps) {
  const fields = entity.fields.filter(({ type, unique }) => fieldTypes[type].input !== 'none' && !unique)
  const [name, setName] = useState(fields[0]?.name ?? '')
  const [value, setValue] = useState<RecordValue>(null)
  const field = fields.find((each) => each.name === name)
  const parsed = field && fieldTypes[field.type].parse(value, field)
  const refusal = parsed && 'refused' in parsed ? wordedIssueOf(parsed.refused) : null
  const isMissing = field?.required === true && value === null
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={plural(count, { one: 'Set a field of {count} record', other: 'Set a field of {count} records' })}
      onSubmit={(event) => {
        event.preventDefault()
        if (field && refusal === null && !isMissing) void onSave({ [field.name]: value })
      }}
      submitLabel={t('Save changes')}
      busyLabel={t('Saving...')}
      busy={edits.isBusy}
      disabledReason={isMissing ? t('This field is required') : undefined}
      width={480}
    >
      <div className={styles.stack}>
        <Select
          label={t('Field')}
          data-autofocus
          data={fields.map((each) => ({ value: each.name, label: each.label }))}
          value={name}
          allowDeselect={false}
          searchable
          onChange={(next) => {
            setName(next ?? name)
            setValue(null)
          }}
        />
        {field && (
          <RecordInput
            key={field.id}
            entity={entity.entityName}
            field={{ ...field, label: t('New value') }}
            value={value}
            related={[]}
            error={refusal}
            isFirst={false}
            onChange={setValue}
          />
        )}
      </div>
    </FormDialog>
  )
}
