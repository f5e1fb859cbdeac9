import { Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { SalesInvoiceBody, salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates, invoiceQuery, settingsQuery } from '../api.ts'
import { DocumentFields } from './document-fields.tsx'
import { bodyOf, valuesOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'

interface InvoiceDialogProps {
  /** The draft to change; null for a new one. */
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

interface InvoiceValues extends DocumentValues {
  dueDate: string
  reverseCharge: boolean
}

const toBody = (values: InvoiceValues) => ({
  ...bodyOf(values),
  dueDate: values.dueDate === '' ? null : values.dueDate,
  reverseCharge: values.reverseCharge,
})

/** Writes or changes the draft of an invoice. */
export function InvoiceDialog({ id, ...rest }: InvoiceDialogProps) {
  const settings = useQuery(settingsQuery)
  const { data, error } = useQuery({ ...invoiceQuery(id ?? ''), enabled: id !== null })
  const failed = error ?? settings.error
  if (failed) throw failed
  if ((id !== null && !data) || !settings.data) return null
  return <InvoiceForm editing={data ?? null} settings={settings.data} {...rest} />
}

type InvoiceFormProps = Omit<InvoiceDialogProps, 'id'> & { editing: SalesInvoiceDetail | null; settings: SalesSettings }

function InvoiceForm({ editing, settings, refusal, onClose, onSaved }: InvoiceFormProps) {
  const form = useContractForm<InvoiceValues>({
    initialValues: { ...valuesOf(editing), dueDate: editing?.dueDate ?? '', reverseCharge: editing?.reverseCharge ?? false },
    schema: SalesInvoiceBody,
    toBody,
  })
  const save = useMutation({
    mutationFn: (values: InvoiceValues) => {
      const body = SalesInvoiceBody.parse(toBody(values))
      if (!editing) return call(salesInvoices.create, { body })
      return call(salesInvoices.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
    },
    meta: { silent: true, success: t('Draft saved'), invalidates },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The draft could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit draft') : t('New Sales Invoice')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save draft')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={860}
    >
      <DocumentFields form={form as never} settings={settings} />
      <TextInput
        type="date"
        label={t('Due Date')}
        description={t('Empty: {days} days after the day of issue.', { days: settings.paymentDays })}
        {...form.getInputProps('dueDate')}
      />
      {settings.taxRegime === 'GST' && (
        <Checkbox label={t('The customer pays the tax (reverse charge)')} {...form.getInputProps('reverseCharge', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}
