import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreateEmailBlockBody, emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { SavedEmailBlock } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { Block } from '@imperium/contract/email-designs/email-design.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { savedBlocksQuery } from '../api.ts'

interface NameDialogProps {
  title: string
  name: string
  save: (name: string) => Promise<SavedEmailBlock>
  onClose: () => void
}

function NameDialog({ title, name: current, save: send, onClose }: NameDialogProps) {
  const client = useQueryClient()
  const form = useContractForm({ schema: CreateEmailBlockBody.pick({ name: true }), initialValues: { name: current } })
  const save = useMutation({
    mutationFn: send,
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
      title={title}
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

/** Names a block that is kept for other emails. */
export const SaveBlockDialog = ({ block, onClose }: { block: Block; onClose: () => void }) => (
  <NameDialog
    title={t('Save the block')}
    name=""
    save={(name) => call(emailDesigns.createBlock, { body: { name, block } })}
    onClose={onClose}
  />
)

export const RenameBlockDialog = ({ saved, onClose }: { saved: SavedEmailBlock; onClose: () => void }) => (
  <NameDialog
    title={t('Rename the block')}
    name={saved.name}
    save={(name) => call(emailDesigns.updateBlock, { params: { id: saved.id }, body: { name, updatedAt: saved.updatedAt } })}
    onClose={onClose}
  />
)
