import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { candidatesQuery, transferMutation } from './api.ts'
import styles from '../../ui/styles.module.css'

const Choice = z.object({ memberId: z.uuid(t('Choose a member')) })

/** Transfers the ownership to an active member; the server verifies the identity again. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const transfer = useMutation(transferMutation)
  const candidates = useQuery(candidatesQuery)
  const people = (candidates.data?.rows ?? []).filter((member) => member.role !== 'OWNER')
  const form = useContractForm({ schema: Choice, initialValues: { memberId: '' } })
  const submit = form.onSubmit((body) => transfer.mutate({ body }, { onSuccess: onClose }))
  const missing = candidates.isSuccess && people.length === 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Transfer ownership')}
      onSubmit={submit}
      submitLabel={t('Transfer ownership')}
      busyLabel={t('Transferring...')}
      busy={transfer.isPending}
      disabledReason={missing ? t('There is no other active member') : undefined}
      width={480}
    >
      <Select
        label={t('New owner')}
        placeholder={missing ? t('There is no other active member') : t('Choose a member')}
        data={people.map((member) => ({ value: member.id, label: `${member.name} (${member.email})` }))}
        searchable
        nothingFoundMessage={t('No member with this name')}
        disabled={missing}
        {...form.getInputProps('memberId')}
      />
      <p className={styles.text}>
        {t(
          'The new owner decides on billing and can delete the organization. You become an administrator and cannot take this back yourself.',
        )}
      </p>
    </FormDialog>
  )
}
