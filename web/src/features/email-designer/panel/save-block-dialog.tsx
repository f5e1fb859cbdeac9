import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreateEmailBlockBody, emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { Block } from '@imperium/contract/email-designs/email-design.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { savedBlocksQuery } from '../api.ts'

/** Names a block that is kept for other emails. */
export function SaveBlockDialog({ block, onClose }: { block: Block; onClose: () => void }) {
  const client = useQueryClient()
  const form = useContractForm({ schema: CreateEmailBlockBody.pick({ name: true }), initialValues: { name: '' } })
  const save = useMutation({
    mutationFn: (name: string) => call(emailDesigns.createBlock, { body: { name, block } }),
    meta: { silent: true },
    onSuccess: ({ name }) => {
      void client.invalidateQueries({ queryKey: savedBlocksQuery.queryKey })
      notify.success(t('{name} saved', { name }))
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const isShown = Object.keys(form.errors).length > 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Save the block')}
      width={440}
      onSubmit={form.onSubmit(({ name }) => save.mutate(name))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
    >
      <TextInput label={t('Name')} maxLength={120} data-autofocus {...form.getInputProps('name')} />
      {save.error && !isShown && (
        <Notice tone="bad">{save.error instanceof ApiError ? save.error.message : t('The block could not be saved.')}</Notice>
      )}
    </FormDialog>
  )
}
