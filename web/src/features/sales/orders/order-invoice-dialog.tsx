import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { OrderInvoiceBody, salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesOrderDetail } from '@imperium/contract/sales/sales-orders.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { invalidates } from '../api.ts'
import { QuantityFields, linesBodyOf } from '../editor/quantity-fields.tsx'
import type { Quantities } from '../editor/quantity-fields.tsx'
import styles from '../../../ui/styles.module.css'

const toBody = ({ quantities }: Quantities) => linesBodyOf(quantities)

/** Drafts an invoice of what is left of an order, or of a part of it. */
export function OrderInvoiceDialog({ order, onClose }: { order: SalesOrderDetail; onClose: () => void }) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const form = useContractForm<Quantities>({
    initialValues: { quantities: order.uninvoiced.map((left) => (left > 0 ? left : null)) },
    schema: OrderInvoiceBody,
    toBody,
  })
  const save = useMutation({
    mutationFn: (values: Quantities) =>
      call(salesOrders.createInvoice, { params: { id: order.id }, body: OrderInvoiceBody.parse(toBody(values)) }),
    meta: { silent: true, success: t('Invoice drafted'), invalidates },
    onSuccess: ({ id }) => void navigate({ to: '/org/$orgSlug/sales-invoice', params: { orgSlug }, search: { invoice: id } }),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The invoice could not be created'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Create invoice')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Create draft')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      width={560}
    >
      <p className={styles.hint}>{t('What stays open can be invoiced later.')}</p>
      <QuantityFields form={form} lines={order.lines.map(({ description }, at) => ({ description, left: order.uninvoiced[at] ?? 0 }))} />
    </FormDialog>
  )
}
