import { Checkbox, TextInput } from '@mantine/core'
import { SalesInvoiceBody, salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import type { DocumentFormProps } from '../documents/documents-page.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { bodyOf, valuesOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
import { useEdited } from './use-edited.ts'
import classes from '../sales.module.css'

interface InvoiceValues extends DocumentValues {
  dueDate: string
  reverseCharge: boolean
  buyerReference: string
  exchangeRate: number | string | null
}

const toBody = (values: InvoiceValues) => ({
  ...bodyOf(values),
  dueDate: values.dueDate === '' ? null : values.dueDate,
  reverseCharge: values.reverseCharge,
  buyerReference: values.buyerReference,
  exchangeRate: values.exchangeRate === '' ? null : values.exchangeRate,
})

/** Writes or changes the draft of an invoice. */
export function InvoiceDialog({ id, ...rest }: DocumentFormProps) {
  const edited = useEdited(salesInvoices.read, id)
  if (!edited) return null
  const { editing, settings } = edited
  return (
    <DocumentDialog
      {...rest}
      settings={settings}
      title={editing ? t('Edit draft') : t('New Sales Invoice')}
      submitLabel={t('Save draft')}
      success={t('Draft saved')}
      failure={t('The draft could not be saved')}
      initialValues={{
        ...valuesOf(editing, settings.currency),
        dueDate: editing?.dueDate ?? '',
        reverseCharge: editing?.reverseCharge ?? false,
        buyerReference: editing?.buyerReference ?? '',
        exchangeRate: editing?.exchangeRate ?? null,
      }}
      schema={SalesInvoiceBody}
      toBody={toBody}
      save={(body) =>
        editing
          ? call(salesInvoices.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
          : call(salesInvoices.create, { body })
      }
    >
      {(form) => (
        <>
          <TextInput
            type="date"
            label={t('Due date')}
            description={t('Empty: {days} days after the day of issue.', { days: settings.paymentDays })}
            {...form.getInputProps('dueDate')}
          />
          <div className={classes.pair}>
            <TextInput
              label={t('Reference of the customer')}
              description={t('Carried by European e-invoices.')}
              maxLength={60}
              {...form.getInputProps('buyerReference')}
            />
            {form.values.currency !== settings.currency && (
              <DecimalInput
                label={t('Exchange rate')}
                description={t('1 {currency} in {own}.', { currency: form.values.currency, own: settings.currency })}
                {...form.getInputProps('exchangeRate')}
                value={form.values.exchangeRate}
              />
            )}
          </div>
          {settings.taxRegime === 'GST' && (
            <Checkbox
              label={t('The customer pays the tax (reverse charge)')}
              {...form.getInputProps('reverseCharge', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </DocumentDialog>
  )
}
