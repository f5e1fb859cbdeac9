import { Select, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { computeDocument, supplyTypes } from '@imperium/contract/sales/compute-tax.ts'
import { gstStates } from '@imperium/contract/sales/gstin.ts'
import { linesBody, salesCurrencies } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { t } from '../../../lib/words.ts'
import { countryOptions } from '../../../lib/country-options.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { supplyLabels, supplyTypesOf } from '../sales-labels.ts'
import { Sums } from '../sums.tsx'
import { ContactSelect } from './contact-select.tsx'
import { bodyOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
import { LineFields } from './line-fields.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

type Form = UseFormReturnType<DocumentValues>

const stateOptions = Object.entries(gstStates).map(([value, name]) => ({ value, label: `${value} ${name}` }))

/** Customer, lines, notes and the totals that follow. */
export function DocumentFields({ form, settings }: { form: Form; settings: SalesSettings }) {
  const isGst = settings.taxRegime === 'GST'
  return (
    <>
      <ContactSelect name={form.values.customer} data-autofocus {...form.getInputProps('contactId')} value={form.values.contactId} />
      <div className={classes.pair}>
        <TextInput
          label={t('Name on the document')}
          description={t('Empty: the name of the contact.')}
          maxLength={200}
          {...form.getInputProps('customer')}
        />
        <TextInput
          label={t('Email')}
          description={t('Empty: the address of the contact.')}
          type="email"
          maxLength={254}
          {...form.getInputProps('customerEmail')}
        />
      </div>
      <div className={classes.pair}>
        <TextInput label={isGst ? t('GSTIN of the customer') : t('Tax ID')} maxLength={30} {...form.getInputProps('customerTaxId')} />
        <Select
          label={t('Country')}
          data={countryOptions()}
          searchable
          clearable
          {...form.getInputProps('customerCountry')}
          value={form.values.customerCountry || null}
          onChange={(code) => form.setFieldValue('customerCountry', code ?? '')}
        />
        {isGst && (
          <Select
            label={t('State of the customer (place of supply)')}
            placeholder={t('By the GSTIN')}
            data={stateOptions}
            searchable
            clearable
            {...form.getInputProps('placeOfSupply')}
          />
        )}
      </div>
      <div className={classes.pair}>
        <Select label={t('Currency')} data={[...salesCurrencies]} allowDeselect={false} {...form.getInputProps('currency')} />
        {settings.taxRegime !== 'NONE' && (
          <Select
            label={t('Kind of supply')}
            data={supplyTypesOf(settings.taxRegime).map((value) => ({ value, label: supplyLabels[value] }))}
            allowDeselect={false}
            {...form.getInputProps('supplyType')}
          />
        )}
      </div>
      <Textarea label={t('Address')} autosize minRows={2} maxLength={500} {...form.getInputProps('customerAddress')} />
      <LineFields form={form} hasTax={settings.taxRegime !== 'NONE'} currency={form.values.currency} />
      <div className={classes.pair}>
        <DecimalInput label={t('Discount on the document, %')} {...form.getInputProps('discountRate')} value={form.values.discountRate} />
        <DecimalInput
          label={t('Discount on the document ({currency})', { currency: form.values.currency })}
          {...form.getInputProps('discountAmount')}
          value={form.values.discountAmount}
        />
      </div>
      <Preview values={form.values} settings={settings} />
      <Textarea label={t('Notes')} autosize minRows={2} maxLength={2000} {...form.getInputProps('notes')} />
    </>
  )
}

/** Totals by the same function as on the server, which decides. */
function Preview({ values, settings }: { values: DocumentValues; settings: SalesSettings }) {
  const { success, data: lines } = linesBody.safeParse(
    bodyOf(values).lines.map((line) => ({ ...line, description: line.description || '–', code: '' })),
  )
  if (!success) return <p className={styles.hint}>{t('The totals appear here when every line has a quantity and a price.')}</p>
  const { taxRegime, taxId, roundTotal, isComposition } = settings
  const sellerState = taxRegime === 'GST' ? taxId.slice(0, 2) : null
  const byTaxId = taxRegime === 'GST' && values.customerTaxId.length > 1 ? values.customerTaxId.slice(0, 2) : null
  const placeOfSupply = taxRegime === 'GST' ? (values.placeOfSupply ?? byTaxId) : null
  const isReversed = values['reverseCharge'] === true
  const supplyType = supplyTypes.find((each) => each === values.supplyType) ?? 'regular'
  const rules = { regime: taxRegime, sellerState, placeOfSupply, reverseCharge: isReversed, supplyType, isComposition, roundTotal }
  const { discountBasisPoints, discountAmount } = bodyOf(values)
  const off = { discountBasisPoints: Number(discountBasisPoints) || 0, discountAmount: Number(discountAmount) || 0 }
  return <Sums currency={values.currency} {...computeDocument(lines, rules, off)} />
}
