import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import { Button, ColorInput, NumberInput, Select, Switch, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { salesCurrencies } from '@imperium/contract/sales/sales-documents.ts'
import { SalesSettingsBody, salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates, settingsQuery } from '../api.ts'
import { LogoField } from './logo-field.tsx'
import { PaymentsDialog } from './payments-dialog.tsx'
import classes from '../sales.module.css'

const regimes = [
  { value: 'NONE', label: t('No tax') },
  { value: 'GST', label: t('GST (India)') },
  { value: 'VAT', label: t('VAT') },
]

/** Currency, tax identity and number series. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(settingsQuery)
  if (error) throw error
  return data ? <SettingsForm settings={data} onClose={onClose} /> : null
}

function SettingsForm({ settings: { updatedAt: _at, hasLogo, ...settings }, onClose }: { settings: SalesSettings; onClose: () => void }) {
  const refusal = useGate('sales:manage')
  const form = useContractForm<SalesSettingsBody>({ initialValues: settings, schema: SalesSettingsBody })
  const save = useMutation({
    mutationFn: (body: SalesSettingsBody) => call(salesSettings.update, { body }),
    meta: { silent: true, success: t('Sales settings saved'), invalidates: [['sales-settings'], ...invalidates] },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The settings could not be saved'))
    },
  })
  const [isPaying, setPaying] = useState(false)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Sales settings')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save changes')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={640}
    >
      <div className={classes.pair}>
        <Select
          label={t('Currency')}
          data={[...salesCurrencies]}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('currency')}
        />
        <Select label={t('Tax')} data={regimes} allowDeselect={false} {...form.getInputProps('taxRegime')} />
      </div>
      <IdentityFields form={form} />
      <div className={classes.pair}>
        <NumberInput
          label={t('First month of the financial year')}
          min={1}
          max={12}
          allowDecimal={false}
          {...form.getInputProps('yearStartMonth')}
        />
        <NumberInput
          label={t('Days until an invoice is due')}
          min={0}
          max={365}
          allowDecimal={false}
          {...form.getInputProps('paymentDays')}
        />
        <NumberInput
          label={t('Days that a quotation is valid')}
          min={1}
          max={365}
          allowDecimal={false}
          {...form.getInputProps('quotationDays')}
        />
        <ColorInput
          label={t('Colour of documents')}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': t('Pick a color on the screen') }}
          {...form.getInputProps('accent')}
          value={form.values.accent ?? ''}
          onChange={(color) => form.setFieldValue('accent', color === '' ? null : color)}
        />
      </div>
      <LogoField hasLogo={hasLogo} disabled={refusal !== undefined} />
      <Textarea
        label={t('Text below every invoice')}
        description={t('Bank account, terms of payment.')}
        autosize
        minRows={3}
        maxLength={1000}
        {...form.getInputProps('footer')}
      />
      <div>
        <Button variant="default" size="xs" onClick={() => setPaying(true)}>
          {t('Set up online payment')}
        </Button>
      </div>
      {isPaying && <PaymentsDialog onClose={() => setPaying(false)} />}
    </FormDialog>
  )
}

/** Tax identity, account and prefixes of numbers. */
function IdentityFields({ form }: { form: ReturnType<typeof useContractForm<SalesSettingsBody>> }) {
  const isGst = form.values.taxRegime === 'GST'
  return (
    <>
      <TextInput label={isGst ? t('Your GSTIN') : t('Your tax ID')} maxLength={30} {...form.getInputProps('taxId')} />
      {isGst && (
        <>
          <TextInput
            label={t('Letter of undertaking (LUT)')}
            description={t('Its number is printed on exports without payment of tax.')}
            maxLength={40}
            {...form.getInputProps('lutNumber')}
          />
          <Switch
            label={t('Composition scheme: bills of supply without tax')}
            {...form.getInputProps('isComposition', { type: 'checkbox' })}
          />
        </>
      )}
      <div className={classes.pair}>
        <TextInput label={t('IBAN')} maxLength={42} {...form.getInputProps('iban')} />
        <TextInput label={t('BIC')} maxLength={11} {...form.getInputProps('bic')} />
      </div>
      <Switch label={t('Round totals to whole units of the currency')} {...form.getInputProps('roundTotal', { type: 'checkbox' })} />
      <div className={classes.pair}>
        <TextInput label={t('Prefix of quotations')} maxLength={3} {...form.getInputProps('quotationPrefix')} />
        <TextInput label={t('Prefix of orders')} maxLength={3} {...form.getInputProps('orderPrefix')} />
        <TextInput label={t('Prefix of invoices')} maxLength={3} {...form.getInputProps('invoicePrefix')} />
        <TextInput label={t('Prefix of credit notes')} maxLength={3} {...form.getInputProps('creditPrefix')} />
        <TextInput label={t('Prefix of receipts for advances')} maxLength={3} {...form.getInputProps('receiptPrefix')} />
      </div>
    </>
  )
}
