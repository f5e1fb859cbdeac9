import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { CreateContactBody, contacts } from '@imperium/contract/contacts/contacts.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { contactQuery, fieldsQuery, refreshContacts } from '../api.ts'
import { ContactFormFields } from './contact-form-fields.tsx'
import { contactBody, valuesOf } from './contact-form.ts'
import type { ContactValues } from './contact-form.ts'

interface ContactDialogProps {
  /** Null: a new one. */
  contact: Contact | null
  /** Why saving is disabled. */
  refusal: string | undefined
  onClose: () => void
  onSaved: (contact: Contact) => void
}

/** Creates a contact or changes one. */
export function ContactDialog(props: ContactDialogProps) {
  const { data: fields, isError } = useQuery(fieldsQuery)
  const title = props.contact ? t('Edit contact') : t('Create contact')
  // Without the organization's own fields the rest can still be filled in.
  if (fields || isError) return <LoadedDialog {...props} title={title} fields={fields ?? []} />
  return (
    <FormDialog
      opened
      onClose={props.onClose}
      title={title}
      onSubmit={(event) => event.preventDefault()}
      submitLabel={title}
      disabledReason={t('Loading...')}
    >
      <Skeleton height={260} radius={12} />
    </FormDialog>
  )
}

interface LoadedDialogProps extends ContactDialogProps {
  title: string
  fields: readonly ContactField[]
}

function LoadedDialog({ contact, refusal, onClose, onSaved, title, fields }: LoadedDialogProps) {
  const client = useQueryClient()
  const form = useContractForm<ContactValues>({
    schema: CreateContactBody,
    initialValues: valuesOf(contact, fields),
    toBody: (values) => contactBody(values, contact),
  })
  const save = useMutation({
    mutationFn: (values: ContactValues) => {
      const body = contactBody(values, contact)
      return contact
        ? call(contacts.update, { params: { id: contact.id }, body: { ...body, updatedAt: contact.updatedAt } })
        : call(contacts.create, { body })
    },
    meta: { silent: true },
    onSuccess: (saved) => {
      notify.success(contact ? t('Contact saved') : t('Contact created'))
      client.setQueryData(contactQuery(saved.id).queryKey, saved)
      refreshContacts(client)
      onSaved(saved)
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) notify.error(error instanceof ApiError ? error.message : t('Failed to save the contact'))
    },
  })

  async function close(): Promise<void> {
    const question = { title: t('Discard changes'), message: t('Your changes are not saved.'), action: t('Discard') }
    if (!form.isDirty() || (await confirm(question))) onClose()
  }

  return (
    <FormDialog
      opened
      onClose={() => void close()}
      title={title}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={contact ? t('Save') : t('Create contact')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
    >
      <ContactFormFields form={form} fields={fields} />
    </FormDialog>
  )
}
