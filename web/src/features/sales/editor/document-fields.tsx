import { ActionIcon, Button, Select, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { computeDocument } from '@imperium/contract/sales/compute-tax.ts'
import { gstStates } from '@imperium/contract/sales/gstin.ts'
import { linesBody, salesLimits } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { t } from '../../../lib/words.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { Sums } from '../sums.tsx'
import { ContactSelect } from './contact-select.tsx'
import { DescriptionField } from './description-field.tsx'
import { bodyOf, emptyLine } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
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
        {isGst && (
          <Select
            label={t('Place of supply')}
            placeholder={t('By the GSTIN')}
            data={stateOptions}
            searchable
            clearable
            {...form.getInputProps('placeOfSupply')}
          />
        )}
      </div>
      <Textarea label={t('Address')} autosize minRows={2} maxLength={500} {...form.getInputProps('customerAddress')} />
      <LineFields form={form} hasTax={settings.taxRegime !== 'NONE'} currency={settings.currency} />
      <Preview values={form.values} settings={settings} />
      <Textarea label={t('Notes')} autosize minRows={2} maxLength={2000} {...form.getInputProps('notes')} />
    </>
  )
}

function LineFields({ form, hasTax, currency }: { form: Form; hasTax: boolean; currency: string }) {
  const { lines } = form.values
  return (
    <div role="group" aria-label={t('Lines')} className={classes.section}>
      {lines.map(({ quantity, unitPrice, taxRate }, index) => (
        // Rows have no other identifier.
        <div key={index} className={classes.line}>
          <DescriptionField form={form} index={index} currency={currency} />
          <TextInput label={t('HSN/SAC')} maxLength={8} {...form.getInputProps(`lines.${index}.code`)} />
          <DecimalInput label={t('Quantity')} withAsterisk {...form.getInputProps(`lines.${index}.quantity`)} value={quantity} />
          <DecimalInput label={t('Unit price')} withAsterisk {...form.getInputProps(`lines.${index}.unitPrice`)} value={unitPrice} />
          <DecimalInput label={t('Tax %')} disabled={!hasTax} {...form.getInputProps(`lines.${index}.taxRate`)} value={taxRate} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            disabled={lines.length === 1}
            aria-label={t('Remove line {number}', { number: index + 1 })}
            onClick={() => form.removeListItem('lines', index)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          disabled={lines.length >= salesLimits.lines}
          onClick={() => form.insertListItem('lines', emptyLine)}
        >
          {t('Add line')}
        </Button>
      </div>
    </div>
  )
}

/** Totals by the same function as on the server, which decides. */
function Preview({ values, settings }: { values: DocumentValues; settings: SalesSettings }) {
  const { success, data: lines } = linesBody.safeParse(
    bodyOf(values).lines.map((line) => ({ ...line, description: line.description || '–', code: '' })),
  )
  if (!success) return <p className={styles.hint}>{t('The totals appear here when every line has a quantity and a price.')}</p>
  const { taxRegime, taxId, roundTotal, currency } = settings
  const sellerState = taxRegime === 'GST' ? taxId.slice(0, 2) : null
  const byTaxId = taxRegime === 'GST' && values.customerTaxId.length > 1 ? values.customerTaxId.slice(0, 2) : null
  const placeOfSupply = taxRegime === 'GST' ? (values.placeOfSupply ?? byTaxId) : null
  const isReversed = values['reverseCharge'] === true
  const computed = computeDocument(lines, { regime: taxRegime, sellerState, placeOfSupply, reverseCharge: isReversed, roundTotal })
  return <Sums currency={currency} {...computed} />
}
