import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { SalesCreditBody, salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates } from '../api.ts'
import styles from '../../../ui/styles.module.css'

const Reason = SalesCreditBody.pick({ reason: true })

/** Why an invoice is voided. */
export function ReasonDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useContractForm({ initialValues: { reason: '' }, schema: Reason })
  const save = useMutation({
    mutationFn: (body: { reason: string }) => call(salesInvoices.void, { params: { id }, body }),
    meta: { silent: true, success: t('Invoice voided'), invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The invoice could not be voided'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Void invoice')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Void invoice')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={460}
    >
      <p className={styles.hint}>{t('The invoice is not valid any more. Its number stays used.')}</p>
      <Textarea label={t('Reason')} withAsterisk autosize minRows={2} maxLength={300} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
