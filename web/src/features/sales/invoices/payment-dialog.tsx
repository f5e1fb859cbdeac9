import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { SalesPaymentBody, paymentMethods, salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates } from '../api.ts'
import { minorOf } from '../editor/document-form.ts'
import { methodLabels } from '../sales-labels.ts'

interface Values extends Record<string, unknown> {
  amount: number | string | null
  withheld: number | string | null
  method: string
  date: string
  reference: string
}

const toBody = ({ amount, withheld, date, ...rest }: Values) => ({
  ...rest,
  amount: minorOf(amount),
  withheld: minorOf(withheld ?? 0),
  ...(date === '' ? {} : { date }),
})
const methods = paymentMethods.map((value) => ({ value, label: methodLabels[value] }))

/** A payment in full or in part; the rest that is due is filled in. */
export function PaymentDialog({ invoice, onClose }: { invoice: SalesInvoiceDetail; onClose: () => void }) {
  const { id, amount, paid, credited, released, currency } = invoice
  const form = useContractForm<Values>({
    initialValues: { amount: (amount - paid - credited + released) / 100, withheld: 0, method: 'Bank transfer', date: '', reference: '' },
    schema: SalesPaymentBody,
    toBody,
  })
  const save = useMutation({
    mutationFn: (values: Values) => call(salesInvoices.recordPayment, { params: { id }, body: SalesPaymentBody.parse(toBody(values)) }),
    meta: { silent: true, success: t('Payment recorded'), invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The payment could not be recorded'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Record payment')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Record payment')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={460}
    >
      <DecimalInput
        label={`${t('Amount')} (${currency})`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('amount')}
        value={form.values.amount}
      />
      <DecimalInput
        label={t('Of it tax withheld by the customer (TDS)')}
        {...form.getInputProps('withheld')}
        value={form.values.withheld}
      />
      <Select label={t('Payment method')} data={methods} allowDeselect={false} {...form.getInputProps('method')} />
      <TextInput type="date" label={t('Date')} description={t('Empty: today.')} {...form.getInputProps('date')} />
      <TextInput label={t('Reference')} maxLength={120} {...form.getInputProps('reference')} />
    </FormDialog>
  )
}
