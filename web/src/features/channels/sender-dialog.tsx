import { Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CreateSenderBody, UpdateSenderBody } from '@imperium/contract/channels/senders.ts'
import type { Sender } from '@imperium/contract/channels/senders.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { createSenderMutation, updateSenderMutation } from './api.ts'

interface SenderDialogProps {
  editing: Sender | null
  onClose: () => void
  onSaved?: (sender: Sender) => void
}

/** Adds a sender, or changes its name and its address for replies. */
export function SenderDialog({ editing, onClose, onSaved }: SenderDialogProps) {
  const create = useMutation(createSenderMutation)
  const update = useMutation(updateSenderMutation)
  const form = useContractForm({
    schema: editing ? UpdateSenderBody.pick({ name: true, replyTo: true }) : CreateSenderBody,
    initialValues: { name: editing?.name ?? '', email: editing?.email ?? '', replyTo: editing?.replyTo ?? '', isDefault: false },
    toBody: ({ name, email, replyTo, isDefault }) => (editing ? { name, replyTo } : { name, email, replyTo, isDefault }),
  })
  const onError = (error: unknown) => void showFieldErrors(form, error)
  const submit = form.onSubmit(({ name, email, replyTo, isDefault }) => {
    const onSuccess = (saved: Sender) => {
      onSaved?.(saved)
      onClose()
    }
    if (!editing) return create.mutate({ body: { name, email, replyTo, isDefault } }, { onSuccess, onError })
    update.mutate({ params: { id: editing.id }, body: { name, replyTo, updatedAt: editing.updatedAt } }, { onSuccess, onError })
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit sender') : t('Add a sender')}
      onSubmit={submit}
      submitLabel={editing ? t('Save changes') : t('Add sender')}
      busyLabel={t('Saving...')}
      busy={create.isPending || update.isPending}
      width={520}
    >
      <TextInput label={t('Name')} withAsterisk placeholder="Acme" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('Email address')}
        withAsterisk
        disabled={editing !== null}
        description={editing ? undefined : t('Addresses outside your verified domains get an email with a confirmation link.')}
        placeholder="news@example.com"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput label={t('Replies go to')} placeholder={t('The same address')} autoComplete="off" {...form.getInputProps('replyTo')} />
      {!editing && <Switch label={t('Make it the default sender')} {...form.getInputProps('isDefault', { type: 'checkbox' })} />}
    </FormDialog>
  )
}
