import { Select, TagsInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CreateContactFieldBody, contactFieldLimits, contactFieldTypes, contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { keyOfLabel } from './key-of-label.ts'
import { fieldTypeLabels } from './contact-field-labels.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'

export type NewField = Pick<ContactField, 'label' | 'type' | 'choices'>

interface FieldValues extends NewField, Record<string, unknown> {
  key: string
}

interface ContactFieldDialogProps {
  /** To change it; null for a new one. */
  field: ContactField | null
  /** Initial values of a new field. */
  begun?: NewField
  /** Shown above the form. */
  children?: ReactNode
  onClose: () => void
  /** Called before `onClose`. */
  onSaved: (field: ContactField) => void
}

/** Creates a custom field, or edits name and choices of an existing one. */
export function ContactFieldDialog({ field, begun = blank, children, onClose, onSaved }: ContactFieldDialogProps) {
  const form = useContractForm<FieldValues>({
    schema: CreateContactFieldBody,
    initialValues: field ? { key: field.key, label: field.label, type: field.type, choices: field.choices } : { ...begun, key: '' },
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
    onSuccess: (saved) => {
      notify.success(t('Field saved'))
      onSaved(saved)
      onClose()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) notify.error(error instanceof ApiError ? error.message : t('Failed to save the field'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={field ? t('Edit field') : t('Add field')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={560}
    >
      {children}
      <TextInput label={t('Name')} withAsterisk maxLength={80} data-autofocus {...form.getInputProps('label')} />
      <TextInput
        label={t('Key')}
        description={t('The name in templates and the API. It cannot be changed later.')}
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

const typeOptions = contactFieldTypes.map((type) => ({ value: type, label: fieldTypeLabels[type] }))
const blank: NewField = { label: '', type: 'text', choices: [] }

const withKey = (values: FieldValues) => ({
  ...values,
  key: values.key || keyOfLabel(values.label),
  choices: values.type === 'choice' ? values.choices : [],
})
