import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { AdvanceBody, RefundCreditBody, salesCredits } from '@imperium/contract/sales/sales-credits.ts'
import type { CustomerCredit } from '@imperium/contract/sales/sales-credits.ts'
import { salesCurrencies } from '@imperium/contract/sales/sales-documents.ts'
import { paymentMethods } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates, settingsQuery } from '../api.ts'
import { minorOf } from '../editor/document-form.ts'
import { methodLabels } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'

interface Values extends Record<string, unknown> {
  amount: number | string | null
  currency: string
  method: string
  date: string
  reference: string
}

const methods = paymentMethods.map((value) => ({ value, label: methodLabels[value] }))
const acts = {
  advance: {
    title: t('Record advance'),
    hint: t('The customer paid before there is an invoice. The advance gets a receipt number and becomes credit.'),
    success: t('Advance recorded'),
    failure: t('The advance could not be recorded'),
    schema: AdvanceBody,
    save: (body: unknown) => call(salesCredits.advance, { body: AdvanceBody.parse(body) }),
  },
  refund: {
    title: t('Pay back credit'),
    hint: t('Records that you paid the money back. It moves no money itself.'),
    success: t('Refund recorded'),
    failure: t('The refund could not be recorded'),
    schema: RefundCreditBody,
    save: (body: unknown) => call(salesCredits.refund, { body: RefundCreditBody.parse(body) }),
  },
}

interface CreditMoveDialogProps {
  of: keyof typeof acts
  credit: CustomerCredit
  onClose: () => void
}

/** Money that a customer paid in advance, or that was paid back to it. */
export function CreditMoveDialog({ of, credit, onClose }: CreditMoveDialogProps) {
  const { data, error } = useQuery(settingsQuery)
  if (error) throw error
  return data ? <CreditMoveForm of={of} credit={credit} ownCurrency={data.currency} onClose={onClose} /> : null
}

function CreditMoveForm({
  of,
  credit: { contactId, balances },
  ownCurrency,
  onClose,
}: CreditMoveDialogProps & { ownCurrency: CustomerCredit['balances'][number]['currency'] }) {
  const { title, hint, success, failure, schema, save: send } = acts[of]
  const owed = balances.filter(({ balance }) => balance > 0)
  const balanceIn = (currency: string | null) => (owed.find((each) => each.currency === currency)?.balance ?? 0) / 100
  const toBody = ({ amount, date, ...rest }: Values) => ({ ...rest, contactId, amount: minorOf(amount), ...(date === '' ? {} : { date }) })
  const first = of === 'refund' ? (owed[0]?.currency ?? ownCurrency) : ownCurrency
  const form = useContractForm<Values>({
    initialValues: {
      amount: of === 'refund' ? balanceIn(first) : null,
      currency: first,
      method: 'Bank transfer',
      date: '',
      reference: '',
    },
    schema,
    toBody,
  })
  const save = useMutation({
    mutationFn: (values: Values) => send(toBody(values)),
    meta: { silent: true, success, invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, failure)
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={title}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={460}
    >
      <p className={styles.hint}>{hint}</p>
      <DecimalInput label={t('Amount')} withAsterisk data-autofocus {...form.getInputProps('amount')} value={form.values.amount} />
      <Select
        label={t('Currency')}
        data={of === 'refund' ? owed.map(({ currency }) => currency) : [...salesCurrencies]}
        allowDeselect={false}
        {...form.getInputProps('currency')}
        onChange={(currency) => {
          form.setFieldValue('currency', currency ?? ownCurrency)
          if (of === 'refund') form.setFieldValue('amount', balanceIn(currency))
        }}
      />
      <Select label={t('Payment method')} data={methods} allowDeselect={false} {...form.getInputProps('method')} />
      <TextInput type="date" label={t('Date')} description={t('Empty: today.')} {...form.getInputProps('date')} />
      <TextInput label={t('Reference')} maxLength={120} {...form.getInputProps('reference')} />
    </FormDialog>
  )
}
