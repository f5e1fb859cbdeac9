import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { SalesOrderBody, salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesOrderDetail } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { invalidates, orderQuery, settingsQuery } from '../api.ts'
import { DocumentFields } from './document-fields.tsx'
import { bodyOf, valuesOf } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'

interface OrderDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

interface OrderValues extends DocumentValues {
  date: string
}

const toBody = (values: OrderValues) => ({ ...bodyOf(values), ...(values.date === '' ? {} : { date: values.date }) })

/** Creates or changes an order. */
export function OrderDialog({ id, ...rest }: OrderDialogProps) {
  const settings = useQuery(settingsQuery)
  const { data, error } = useQuery({ ...orderQuery(id ?? ''), enabled: id !== null })
  const failed = error ?? settings.error
  if (failed) throw failed
  if ((id !== null && !data) || !settings.data) return null
  return <OrderForm editing={data ?? null} settings={settings.data} {...rest} />
}

type OrderFormProps = Omit<OrderDialogProps, 'id'> & { editing: SalesOrderDetail | null; settings: SalesSettings }

function OrderForm({ editing, settings, refusal, onClose, onSaved }: OrderFormProps) {
  const form = useContractForm<OrderValues>({
    initialValues: { ...valuesOf(editing), date: editing?.date ?? '' },
    schema: SalesOrderBody,
    toBody,
  })
  const save = useMutation({
    mutationFn: (values: OrderValues) => {
      const body = SalesOrderBody.parse(toBody(values))
      if (!editing) return call(salesOrders.create, { body })
      return call(salesOrders.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
    },
    meta: { silent: true, success: editing ? t('Order updated') : t('Order created'), invalidates },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The order could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit order') : t('New Sales Order')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save Changes') : t('Create order')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={860}
    >
      <DocumentFields form={form as never} settings={settings} />
      <TextInput type="date" label={t('Date')} description={t('Empty: today.')} {...form.getInputProps('date')} />
    </FormDialog>
  )
}
