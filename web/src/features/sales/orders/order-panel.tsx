import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesOrderDetail } from '@imperium/contract/sales/sales-orders.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { cancelMutation, completeMutation, confirmMutation, orderQuery } from '../api.ts'
import { PrintButton } from '../documents/print-button.tsx'
import { PdfButton } from '../documents/pdf-button.tsx'
import { invoiceLabels, orderLabels } from '../sales-labels.ts'
import { OrderInvoiceDialog } from './order-invoice-dialog.tsx'
import { CustomerLink, LinesTable, Sums, Typed } from '../sums.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface OrderPanelProps {
  id: string
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  onEdit: (id: string) => void
  onClose: () => void
}

/** One order with its lines, and what can be done with it now. */
export function OrderPanel({ id, refusal, onEdit, onClose }: OrderPanelProps) {
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={order?.number ?? t('Sales Order')}
      subtitle={order && <StatusDot {...orderLabels[order.status]} />}
      width={640}
    >
      {error && !order && <ErrorState error={error} title={t('The order could not be loaded')} onRetry={() => void refetch()} />}
      {!order && !error && <Skeleton height={320} radius={10} />}
      {order && (
        <div className={classes.stack}>
          <div className={styles.wrapped}>
            {refusal === undefined && <OrderActions order={order} onEdit={() => onEdit(id)} />}
            <PrintButton of="order" id={id} />
            <PdfButton download={() => downloadFile(salesOrders.pdf, { params: { id } })} />
          </div>
          <OrderFacts order={order} />
          <LinesTable lines={order.lines} currency={order.currency} />
          <Sums {...order} total={order.amount} />
        </div>
      )}
    </SidePanel>
  )
}

function OrderFacts({
  order: { contactId, customer, customerEmail, customerTaxId, customerAddress, date, notes, invoices },
}: {
  order: SalesOrderDetail
}) {
  return (
    <FactList
      facts={[
        [t('Customer'), <CustomerLink key="customer" contactId={contactId} customer={customer} />],
        customerEmail && [t('Email'), customerEmail],
        customerTaxId && [t('Tax ID'), customerTaxId],
        customerAddress && [t('Address'), <Typed key="address" text={customerAddress} />],
        [t('Date'), formatFullDay(date)],
        notes && [t('Notes'), <Typed key="notes" text={notes} />],
        invoices.length > 0 && [
          t('Invoices'),
          invoices.map(({ id, number, status }) => (
            <div key={id}>
              <OrgLink path={`sales-invoice?invoice=${id}`}>{number ?? t('Draft')}</OrgLink> · {invoiceLabels[status].label}
            </div>
          )),
        ],
      ]}
    />
  )
}

function OrderActions({ order, onEdit }: { order: SalesOrderDetail; onEdit: () => void }) {
  const { id, status, number, invoices, uninvoiced } = order
  const confirming = useMutation(confirmMutation)
  const completing = useMutation(completeMutation)
  const cancelling = useMutation(cancelMutation)
  const [isInvoicing, setInvoicing] = useState(false)
  const params = { id }
  const isOpen = status === 'Pending' || status === 'Confirmed'
  const hasInvoice = invoices.some((invoice) => invoice.status !== 'Void')
  async function askToCancel(): Promise<void> {
    const message = t('Are you sure you want to cancel the order {number}?', { number })
    if (await confirm({ title: t('Cancel order'), message, action: t('Cancel order') })) cancelling.mutate({ params })
  }
  return (
    <>
      {status === 'Pending' && (
        <Button variant="default" loading={confirming.isPending} onClick={() => confirming.mutate({ params })}>
          {t('Confirm order')}
        </Button>
      )}
      {status === 'Confirmed' && (
        <Button variant="default" loading={completing.isPending} onClick={() => completing.mutate({ params })}>
          {t('Complete order')}
        </Button>
      )}
      {(status === 'Confirmed' || status === 'Completed') && uninvoiced.some((left) => left > 0) && (
        <Button variant="default" onClick={() => setInvoicing(true)}>
          {t('Create invoice')}
        </Button>
      )}
      {status === 'Pending' && (
        <Button variant="default" onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {isOpen && !hasInvoice && (
        <Button variant="default" loading={cancelling.isPending} onClick={() => void askToCancel()}>
          {t('Cancel order')}
        </Button>
      )}
      {isInvoicing && <OrderInvoiceDialog order={order} onClose={() => setInvoicing(false)} />}
    </>
  )
}
