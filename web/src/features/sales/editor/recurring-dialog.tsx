import { Checkbox, Select, TextInput } from '@mantine/core'
import { RecurringInvoiceBody, salesRecurring } from '@imperium/contract/sales/sales-recurring.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import type { DocumentFormProps } from '../documents/documents-page.tsx'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { everyLabels, modeLabels } from '../sales-labels.ts'
import { DocumentDialog } from './document-dialog.tsx'
import { bodyOf, valuesOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
import { useEdited } from './use-edited.ts'
import classes from '../sales.module.css'

interface RecurringValues extends DocumentValues {
  every: string
  interval: number | string | null
  startsOn: string
  endsOn: string
  mode: string
  reverseCharge: boolean
}

const toBody = ({ every, interval, startsOn, endsOn, mode, reverseCharge, ...values }: RecurringValues) => ({
  ...bodyOf(values),
  every,
  interval,
  startsOn,
  endsOn: endsOn === '' ? null : endsOn,
  mode,
  reverseCharge,
})
const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Sets up or changes an invoice that comes round. */
export function RecurringDialog({ id, ...rest }: DocumentFormProps) {
  const edited = useEdited(salesRecurring.read, id)
  if (!edited) return null
  const { editing, settings } = edited
  return (
    <DocumentDialog
      {...rest}
      settings={settings}
      title={editing ? t('Edit recurring invoice') : t('New Recurring Invoice')}
      submitLabel={t('Save changes')}
      success={t('Recurring invoice saved')}
      failure={t('The recurring invoice could not be saved')}
      initialValues={{
        ...valuesOf(editing, settings.currency),
        every: editing?.every ?? 'month',
        interval: editing?.interval ?? 1,
        startsOn: editing?.nextOn ?? '',
        endsOn: editing?.endsOn ?? '',
        mode: editing?.mode ?? 'draft',
        reverseCharge: editing?.reverseCharge ?? false,
      }}
      schema={RecurringInvoiceBody}
      toBody={toBody}
      save={(body) =>
        editing
          ? call(salesRecurring.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
          : call(salesRecurring.create, { body })
      }
    >
      {(form) => (
        <>
          <div className={classes.pair}>
            <DecimalInput label={t('Repeats every')} isWhole {...form.getInputProps('interval')} value={form.values.interval} />
            <Select label={t('Unit of time')} data={optionsOf(everyLabels)} allowDeselect={false} {...form.getInputProps('every')} />
            <Select label={t('Each invoice')} data={optionsOf(modeLabels)} allowDeselect={false} {...form.getInputProps('mode')} />
          </div>
          <div className={classes.pair}>
            <TextInput type="date" label={t('First invoice on')} withAsterisk {...form.getInputProps('startsOn')} />
            <TextInput type="date" label={t('Ends on')} description={t('Empty: until it is paused.')} {...form.getInputProps('endsOn')} />
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
