import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { EmailChangeBody } from '@imperium/contract/auth/profile.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { requestEmailMutation } from './api.ts'
import classes from './profile.module.css'

/** Requests an email change; it takes effect after the link sent to the new address is opened. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm({ initialValues: { email: '' }, schema: EmailChangeBody })
  const request = useMutation({ ...requestEmailMutation, onSuccess: onClose, onError: (error) => showFieldErrors(form, error) })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Change email')}
      width={440}
      onSubmit={form.onSubmit((body) => request.mutate({ body }))}
      submitLabel={t('Send the link')}
      busyLabel={t('Sending...')}
      busy={request.isPending}
    >
      <p className={classes.text}>
        {t('We email a link to the new address and a notice to the current one. Nothing changes until the link is opened.')}
      </p>
      <TextInput label={t('New email')} type="email" autoComplete="email" withAsterisk data-autofocus {...form.getInputProps('email')} />
    </FormDialog>
  )
}
