import { TextInput, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { reportError } from '../../../lib/query-client.ts'
import { refreshWorkflows, workflowQuery } from '../api.ts'

interface CreateWorkflowDialogProps {
  /** Why none may be created. */
  refusal: string | undefined
  onClose: () => void
}

/** Name and description; then the draft exists, and its steps are drawn in the editor. */
export function CreateWorkflowDialog({ refusal, onClose }: CreateWorkflowDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const form = useContractForm({ schema: workflows.create.body, initialValues: { name: '', description: '' } })
  const create = useMutation({
    mutationFn: (body: { name: string; description: string }) => call(workflows.create, { body }),
    meta: { silent: true },
    onSuccess: (saved) => {
      client.setQueryData(workflowQuery(saved.id).queryKey, saved)
      refreshWorkflows(client)
      void navigate({ href: `/org/${orgSlug}/workflows/${saved.id}/edit` })
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The workflow could not be created'))
    },
  })

  async function close(): Promise<void> {
    const question = { title: t('Discard workflow'), message: t('Your changes are not saved.'), action: t('Discard') }
    if (!form.isDirty() || (await confirm(question))) onClose()
  }

  return (
    <FormDialog
      opened
      onClose={() => void close()}
      title={t('Create workflow')}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      submitLabel={t('Create workflow')}
      busyLabel={t('Creating...')}
      busy={create.isPending}
      disabledReason={refusal}
      width={520}
    >
      <TextInput
        label={t('Name')}
        withAsterisk
        maxLength={100}
        data-autofocus
        placeholder={t('Qualify new leads')}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('Description')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        placeholder={t('Optional: what it does')}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
