import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { wordedIssueOf } from './worded-refusal.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors } from '../../ui/form/use-contract-form.ts'
import { changed, recordQuery } from './api.ts'
import { RecordInput } from './record-input.tsx'

interface RecordDialogProps {
  entity: EntityDefinition
  /** The one to change; null for a new one. */
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
}

/** Creates or changes a record by its fields. */
export function RecordDialog({ entity, id, ...rest }: RecordDialogProps) {
  const { data, error } = useQuery({ ...recordQuery(entity.entityName, id ?? ''), enabled: id !== null })
  if (error) throw error
  if (id !== null && !data) return null
  return <RecordForm entity={entity} editing={data ?? null} {...rest} />
}

interface Values extends Record<string, unknown> {
  values: Record<string, RecordValue>
}

function RecordForm({ entity, editing, refusal, onClose }: Omit<RecordDialogProps, 'id'> & { editing: EntityRecord | null }) {
  const fields = entity.fields.filter(({ type }) => fieldTypes[type].input !== 'none')
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      values: Object.fromEntries(fields.map(({ name, defaultValue }) => [name, editing ? (editing.values[name] ?? null) : defaultValue])),
    },
    clearInputErrorOnChange: true,
    validate: ({ values }) => refusalsOf(entity, values, editing),
  })
  const save = useMutation({
    mutationFn: ({ values }: Values) =>
      editing
        ? call(recordOperations.update, {
            params: { entity: entity.entityName, id: editing.id },
            body: { values, updatedAt: editing.updatedAt },
          })
        : call(recordOperations.create, { params: { entity: entity.entityName }, body: { values } }),
    meta: { silent: true, success: t('Record saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The record could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit record') : t('New record')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save changes') : t('Create record')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={600}
    >
      {fields.map((field, at) => (
        <RecordInput
          key={field.id}
          entity={entity.entityName}
          field={field}
          value={form.values.values[field.name] ?? null}
          related={editing?.related[field.name] ?? []}
          error={form.errors[`values.${field.name}`]}
          isFirst={at === 0}
          onChange={(value) => form.setFieldValue(`values.${field.name}`, value)}
        />
      ))}
    </FormDialog>
  )
}

/** The same rules as on the server: those of the types. */
function refusalsOf(
  entity: EntityDefinition,
  values: Readonly<Record<string, RecordValue>>,
  editing: EntityRecord | null,
): Record<string, string> {
  const refusals: Record<string, string> = {}
  for (const field of entity.fields) {
    const type = fieldTypes[field.type]
    if (type.input === 'none') continue
    const value = values[field.name] ?? null
    // A choice that was taken away stays until another one is chosen.
    const isKept = editing !== null && JSON.stringify(value) === JSON.stringify(editing.values[field.name] ?? null)
    const parsed = isKept && value !== null ? { value } : type.parse(value, field)
    if ('refused' in parsed) refusals[`values.${field.name}`] = wordedIssueOf(parsed.refused)
    else if (parsed.value === null && field.required) refusals[`values.${field.name}`] = t('This field is required')
  }
  return refusals
}
