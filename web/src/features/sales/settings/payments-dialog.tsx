import { PasswordInput, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { SalesPaymentAccountBody, salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { SalesPaymentAccount } from '@imperium/contract/sales/sales-settings.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { paymentAccountQuery } from '../api.ts'
import styles from '../../../ui/styles.module.css'

const providers = [
  { value: 'none', label: t('Not online') },
  { value: 'razorpay', label: t('Razorpay') },
  { value: 'stripe', label: t('Stripe') },
  { value: 'sandbox', label: t('Sandbox (no money moves)') },
]

interface Values extends Record<string, unknown> {
  provider: string
  keyId: string
  secret: string
  webhookSecret: string
}

const toBody = ({ provider, keyId, secret, webhookSecret }: Values) => ({
  provider: provider === 'none' ? null : provider,
  keyId,
  ...(secret === '' ? {} : { secret }),
  ...(webhookSecret === '' ? {} : { webhookSecret }),
})

/** Where customers pay invoices online: the organization's own account. */
export function PaymentsDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(paymentAccountQuery)
  if (error) throw error
  return data ? <PaymentsForm account={data} onClose={onClose} /> : null
}

function PaymentsForm({ account, onClose }: { account: SalesPaymentAccount; onClose: () => void }) {
  const refusal = useGate('sales:manage')
  const form = useContractForm<Values>({
    initialValues: { provider: account.provider ?? 'none', keyId: account.keyId, secret: '', webhookSecret: '' },
    schema: SalesPaymentAccountBody,
    toBody,
  })
  const save = useMutation({
    mutationFn: (values: Values) => call(salesSettings.updatePayments, { body: SalesPaymentAccountBody.parse(toBody(values)) }),
    meta: { silent: true, success: t('Online payment saved'), invalidates: [['sales-settings']] },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The settings could not be saved'))
    },
  })
  const { provider } = form.values
  const isSame = provider === account.provider
  const kept = (has: boolean) => (isSame && has ? t('Saved. Leave it empty to keep it.') : undefined)
  const needsKeys = provider === 'razorpay' || provider === 'stripe'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Online payment')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save changes')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={560}
    >
      <Select label={t('Customers pay with')} data={providers} allowDeselect={false} data-autofocus {...form.getInputProps('provider')} />
      {provider === 'sandbox' && (
        <p className={styles.hint}>{t('For trying: anyone who has the link of an invoice can mark it as paid.')}</p>
      )}
      {provider === 'razorpay' && <TextInput label={t('Key ID')} withAsterisk maxLength={100} {...form.getInputProps('keyId')} />}
      {needsKeys && (
        <>
          <PasswordInput
            label={t('Secret key')}
            description={kept(account.hasSecret)}
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('secret')}
          />
          <PasswordInput
            label={t('Webhook secret')}
            description={kept(account.hasWebhookSecret)}
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('webhookSecret')}
          />
          <TextInput
            label={t('Webhook address')}
            description={
              provider === 'razorpay'
                ? t('Enter it at the provider for the event {event}.', { event: 'payment_link.paid' })
                : t('Enter it at the provider for the event {event}.', { event: 'checkout.session.completed' })
            }
            value={account.webhookUrl}
            readOnly
          />
        </>
      )}
    </FormDialog>
  )
}
