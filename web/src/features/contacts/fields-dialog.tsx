import { ActionIcon, Select, Skeleton, TagsInput, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateContactFieldBody, contactFieldLimits, contactFieldTypes, contactFields } from '@imperium/contract/contact-fields.ts'
import type { ContactField, ContactFieldType } from '@imperium/contract/contact-fields.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/confirm.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/use-contract-form.ts'
import { fieldsQuery, refreshContacts } from './api.ts'
import { fieldTypeWords } from './contact-words.ts'
import { useGate } from './use-gate.ts'
import classes from './fields.module.css'

/** The organization's own fields of contacts: to add, change and delete. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<ContactField | 'new' | null>(null)
  if (edited) return <FieldForm field={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
  return <FieldList onClose={onClose} onEdit={setEdited} />
}

function FieldList({ onClose, onEdit }: { onClose: () => void; onEdit: (field: ContactField | 'new') => void }) {
  const client = useQueryClient()
  const { data: fields, isError, error, refetch } = useQuery(fieldsQuery)
  const [write, erase] = [useGate('contacts:write'), useGate('contacts:erase')]
  const remove = useMutation({
    mutationFn: (field: ContactField) => call(contactFields.removeField, { params: { id: field.id } }),
    meta: { success: t('Field deleted'), failure: t('Failed to delete the field') },
    onSuccess: () => refreshContacts(client),
  })
  async function askAndRemove(field: ContactField): Promise<void> {
    const message = t('"{name}" and what contacts have in it are deleted. This cannot be undone.', { name: field.label })
    if (await confirm({ title: t('Delete field'), message, action: t('Delete') })) remove.mutate(field)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Custom fields')}
      onSubmit={(event) => {
        event.preventDefault()
        onEdit('new')
      }}
      submitLabel={t('Add field')}
      disabledReason={write}
      width={560}
    >
      {isError && <ErrorState plain error={error} title={t('Fields could not be loaded')} onRetry={() => void refetch()} />}
      {!fields && !isError && <Skeleton height={120} radius={12} />}
      {fields?.length === 0 && (
        <p className={classes.none}>
          {t('What else you keep about people: a birthday, a plan, a size. Templates, segments and imports can use it.')}
        </p>
      )}
      {fields && fields.length > 0 && (
        <ul className={classes.list}>
          {fields.map((field) => (
            <li key={field.id} className={classes.field}>
              <span className={classes.words}>
                <span className={classes.label}>{field.label}</span>
                <span className={classes.about}>
                  <span className="mono">{field.key}</span> · {fieldTypeWords[field.type]}
                  {field.choices.length > 0 && `: ${field.choices.join(', ')}`}
                </span>
              </span>
              <ActionIcon
                aria-label={t('Edit {name}', { name: field.label })}
                onClick={() => onEdit(field)}
                disabled={write !== undefined}
                title={write}
              >
                <IconPencil size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={t('Delete {name}', { name: field.label })}
                onClick={() => void askAndRemove(field)}
                disabled={erase !== undefined || remove.isPending}
                title={erase}
              >
                <IconTrash size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

interface FieldValues extends Record<string, unknown> {
  key: string
  label: string
  type: ContactFieldType
  choices: string[]
}

const typeOptions = contactFieldTypes.map((type) => ({ value: type, label: fieldTypeWords[type] }))

/** A key made of the label, while nobody has written one. */
const keyOfLabel = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

function FieldForm({ field, onDone }: { field: ContactField | null; onDone: () => void }) {
  const client = useQueryClient()
  const form = useContractForm<FieldValues>({
    schema: CreateContactFieldBody,
    initialValues: field ? { key: field.key, label: field.label, type: field.type, choices: field.choices } : blankField,
    toBody: withKey,
  })
  const save = useMutation({
    mutationFn: (values: FieldValues) =>
      field
        ? call(contactFields.updateField, {
            params: { id: field.id },
            body: { label: values.label, choices: values.choices, updatedAt: field.updatedAt },
          })
        : call(contactFields.createField, { body: withKey(values) }),
    meta: { silent: true },
    onSuccess: () => {
      notify.success(t('Field saved'))
      refreshContacts(client)
      onDone()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) notify.error(error instanceof ApiError ? error.message : t('Failed to save the field'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onDone}
      title={field ? t('Edit field') : t('Add field')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={560}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={80} data-autofocus {...form.getInputProps('label')} />
      <TextInput
        label={t('Key')}
        description={t('As templates and the API name it. It cannot be changed later.')}
        maxLength={40}
        disabled={field !== null}
        placeholder={keyOfLabel(form.values.label)}
        classNames={{ input: 'mono' }}
        {...form.getInputProps('key')}
      />
      <Select label={t('Type')} data={typeOptions} allowDeselect={false} disabled={field !== null} {...form.getInputProps('type')} />
      {form.values.type === 'choice' && (
        <TagsInput
          label={t('Choices')}
          withAsterisk
          placeholder={t('Type and press Enter')}
          maxTags={contactFieldLimits.choices}
          {...form.getInputProps('choices')}
        />
      )}
    </FormDialog>
  )
}

const blankField: FieldValues = { key: '', label: '', type: 'text', choices: [] }

const withKey = (values: FieldValues) => ({
  ...values,
  key: values.key || keyOfLabel(values.label),
  choices: values.type === 'choice' ? values.choices : [],
})
