import { TextInput } from '@mantine/core'
import { SalesQuotationBody, salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import type { DocumentFormProps } from '../documents/documents-page.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { bodyOf, valuesOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
import { useEdited } from './use-edited.ts'
import classes from '../sales.module.css'

interface QuotationValues extends DocumentValues {
  date: string
  validUntil: string
}

const toBody = ({ date, validUntil, ...values }: QuotationValues) => ({
  ...bodyOf(values),
  ...(date === '' ? {} : { date }),
  ...(validUntil === '' ? {} : { validUntil }),
})

/** Writes or changes the draft of a quotation. */
export function QuotationDialog({ id, ...rest }: DocumentFormProps) {
  const edited = useEdited(salesQuotations.read, id)
  if (!edited) return null
  const { editing, settings } = edited
  return (
    <DocumentDialog
      {...rest}
      settings={settings}
      title={editing ? t('Edit draft') : t('New Quotation')}
      submitLabel={t('Save draft')}
      success={t('Draft saved')}
      failure={t('The draft could not be saved')}
      initialValues={{ ...valuesOf(editing, settings.currency), date: editing?.date ?? '', validUntil: editing?.validUntil ?? '' }}
      schema={SalesQuotationBody}
      toBody={toBody}
      save={(body) =>
        editing
          ? call(salesQuotations.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
          : call(salesQuotations.create, { body })
      }
    >
      {(form) => (
        <div className={classes.pair}>
          <TextInput type="date" label={t('Date')} description={t('Empty: today.')} {...form.getInputProps('date')} />
          <TextInput
            type="date"
            label={t('Valid until')}
            description={t('Empty: {days} days after the date.', { days: settings.quotationDays })}
            {...form.getInputProps('validUntil')}
          />
        </div>
      )}
    </DocumentDialog>
  )
}
