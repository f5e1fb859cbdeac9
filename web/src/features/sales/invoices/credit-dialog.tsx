import { Switch, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { SalesCreditBody, salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates } from '../api.ts'
import { useLettersCheck } from '../documents/use-letters-check.ts'
import { QuantityFields, linesBodyOf } from '../editor/quantity-fields.tsx'
import type { Quantities } from '../editor/quantity-fields.tsx'
import styles from '../../../ui/styles.module.css'

interface Values extends Quantities {
  reason: string
  restock: boolean
}

const toBody = ({ quantities, ...values }: Values) => ({ ...values, ...linesBodyOf(quantities) })

/** Credits an invoice, all that is left of it or some of its lines. */
export function CreditDialog({ invoice, onClose }: { invoice: SalesInvoiceDetail; onClose: () => void }) {
  const { id, lines } = invoice
  const form = useContractForm<Values>({
    initialValues: { reason: '', restock: true, quantities: lines.map(() => null) },
    schema: SalesCreditBody,
    toBody,
  })
  const showError = (error: Error) => {
    if (!showFieldErrors(form, error)) reportError(error, t('The credit note could not be issued'))
  }
  const save = useMutation({
    mutationFn: (values: Values) => call(salesInvoices.credit, { params: { id }, body: SalesCreditBody.parse(toBody(values)) }),
    meta: { silent: true, success: t('Credit note issued'), invalidates },
    onSuccess: onClose,
    onError: showError,
  })
  const letters = useLettersCheck(showError)
  const missing = letters.toldOf(form.values.reason)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Issue credit note')}
      onSubmit={form.onSubmit((values) => letters.check(values.reason, () => save.mutate(values)))}
      submitLabel={t('Issue credit note')}
      busyLabel={t('Saving...')}
      busy={save.isPending || letters.isChecking}
      width={560}
    >
      <p className={styles.hint}>{t('Without quantities it credits all that was not credited yet. The invoice stays as it is.')}</p>
      <QuantityFields form={form} lines={lines.map(({ description, quantity }) => ({ description, left: quantity }))} />
      <Textarea label={t('Reason')} withAsterisk autosize minRows={2} maxLength={300} data-autofocus {...form.getInputProps('reason')} />
      {missing && (
        <p className={styles.hint} role="status">
          {missing}
        </p>
      )}
      <Switch label={t('Products go back to the stock')} {...form.getInputProps('restock', { type: 'checkbox' })} />
    </FormDialog>
  )
}
