import { PasswordInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { credentialKinds, workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import type { Credential } from '@imperium/contract/workflows/workflow-credentials.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { fieldLabels, kindLabels, secretLabels } from './credential-labels.ts'

interface Values extends Record<string, unknown> {
  name: string
  kind: Credential['kind']
  field: string
  hosts: string[]
  secret: string
}

interface CredentialDialogProps {
  /** The credential to change; null for a new one. */
  credential: Credential | null
  onClose: () => void
}

const kindOptions = credentialKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))

/** The request body; a blank secret keeps the stored one. */
function toBody({ kind, field, secret, ...values }: Values) {
  return { ...values, kind, field: fieldLabels[kind] === null ? '' : field, ...(secret === '' ? {} : { secret }) }
}

/** The secret is write-only; it is sent only to the listed hosts. */
export function CredentialDialog({ credential, onClose }: CredentialDialogProps) {
  const form = useContractForm<Values>({
    initialValues: credential
      ? { name: credential.name, kind: credential.kind, field: credential.field, hosts: credential.hosts, secret: '' }
      : { name: '', kind: 'bearer', field: '', hosts: [], secret: '' },
    schema: credential ? workflowCredentials.update.body : workflowCredentials.create.body,
    toBody: (values) => (credential ? toBody(values) : { ...toBody(values), secret: values.secret }),
  })
  const save = useMutation({
    mutationFn: (values: Values) =>
      credential
        ? call(workflowCredentials.update, { params: { id: credential.id }, body: toBody(values) })
        : call(workflowCredentials.create, { body: { ...toBody(values), secret: values.secret } }),
    meta: { silent: true, success: t('Credential saved'), invalidates: [keyOf(workflowCredentials.list)] },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The credential could not be saved'))
    },
  })
  const { kind } = form.values
  const fieldLabel = fieldLabels[kind]
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={credential ? t('Edit credential') : t('Add credential')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={credential ? t('Save changes') : t('Add credential')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={520}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={100} data-autofocus placeholder="CRM" {...form.getInputProps('name')} />
      <Select label={t('Kind')} data={kindOptions} allowDeselect={false} {...form.getInputProps('kind')} />
      {fieldLabel && <TextInput label={fieldLabel} withAsterisk maxLength={200} spellCheck={false} {...form.getInputProps('field')} />}
      <PasswordInput
        label={secretLabels[kind]}
        withAsterisk={credential === null}
        autoComplete="new-password"
        description={credential ? t('Leave empty to keep the stored one. A new host requires it again.') : t('It is never shown again.')}
        {...form.getInputProps('secret')}
      />
      <TagsInput
        label={t('Hosts')}
        withAsterisk
        description={t('It is only sent to these hosts, for example api.example.com or *.example.com')}
        placeholder={form.values.hosts.length === 0 ? 'api.example.com' : ''}
        splitChars={[',', ' ']}
        maxTags={20}
        {...form.getInputProps('hosts')}
        error={form.errors['hosts'] ?? Object.entries(form.errors).find(([path]) => path.startsWith('hosts.'))?.[1]}
      />
    </FormDialog>
  )
}
