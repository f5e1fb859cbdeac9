import { TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { EInvoiceBody, SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates } from '../api.ts'
import styles from '../../../ui/styles.module.css'

const blank = { irn: '', ackNumber: '', ackDate: '', signedQr: '' }

/** Keeps what the Indian portal answered for an issued invoice. */
export function RegistrationDialog({ invoice: { id, eInvoice }, onClose }: { invoice: SalesInvoiceDetail; onClose: () => void }) {
  const form = useContractForm({ initialValues: eInvoice ?? blank, schema: salesInvoices.setEInvoice.body })
  const save = useMutation({
    mutationFn: (body: EInvoiceBody) => call(salesInvoices.setEInvoice, { params: { id }, body }),
    meta: { silent: true, success: t('Registration saved'), invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The registration could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('E-invoice (IRN)')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save changes')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={560}
    >
      <p className={styles.hint}>{t('What the invoice registration portal answered. It is printed on the invoice, with the code.')}</p>
      <TextInput label={t('Invoice reference number (IRN)')} withAsterisk maxLength={64} data-autofocus {...form.getInputProps('irn')} />
      <TextInput label={t('Acknowledgement number')} withAsterisk maxLength={20} {...form.getInputProps('ackNumber')} />
      <TextInput type="date" label={t('Date of acknowledgement')} withAsterisk {...form.getInputProps('ackDate')} />
      <Textarea
        label={t('Signed code')}
        description={t('The text of the signed QR code.')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('signedQr')}
      />
    </FormDialog>
  )
}
