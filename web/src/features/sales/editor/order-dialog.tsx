import { TextInput } from '@mantine/core'
import { SalesOrderBody, salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import type { DocumentFormProps } from '../documents/documents-page.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { bodyOf, valuesOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
import { useEdited } from './use-edited.ts'

interface OrderValues extends DocumentValues {
  date: string
}

const toBody = (values: OrderValues) => ({ ...bodyOf(values), ...(values.date === '' ? {} : { date: values.date }) })

/** Creates or changes an order. */
export function OrderDialog({ id, ...rest }: DocumentFormProps) {
  const edited = useEdited(salesOrders.read, id)
  if (!edited) return null
  const { editing, settings } = edited
  return (
    <DocumentDialog
      {...rest}
      settings={settings}
      title={editing ? t('Edit order') : t('New Sales Order')}
      submitLabel={editing ? t('Save changes') : t('Create order')}
      success={editing ? t('Order updated') : t('Order created')}
      failure={t('The order could not be saved')}
      initialValues={{ ...valuesOf(editing, settings.currency), date: editing?.date ?? '' }}
      schema={SalesOrderBody}
      toBody={toBody}
      save={(body) =>
        editing
          ? call(salesOrders.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
          : call(salesOrders.create, { body })
      }
    >
      {(form) => <TextInput type="date" label={t('Date')} description={t('Empty: today.')} {...form.getInputProps('date')} />}
    </DocumentDialog>
  )
}
