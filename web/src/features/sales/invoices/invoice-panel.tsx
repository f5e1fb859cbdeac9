import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { formatFullDay } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { invoiceQuery } from '../api.ts'
import { formatMoney, invoiceLabels, methodLabels } from '../sales-labels.ts'
import type { InvoicesSearch } from '../sales-search.ts'
import { CustomerLink, LinesTable, Sums, Typed } from '../sums.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { PrintDialog } from '../documents/print-dialog.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { CreditNotes } from './credit-notes.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { RegistrationDialog } from './registration-dialog.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface InvoicePanelProps {
  id: string
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  change: ChangeSearch<InvoicesSearch>
  onClose: () => void
}

type Dialog = 'payment' | 'credit' | 'void' | 'registration' | { creditNoteId: string } | null

/** One invoice with its lines, payments and credit notes, and what can be done with it now. */
export function InvoicePanel({ id, refusal, change, onClose }: InvoicePanelProps) {
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(id))
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = () => setDialog(null)
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={invoice ? (invoice.number ?? t('Draft invoice')) : t('Sales Invoice')}
      subtitle={invoice && <StatusDot {...invoiceLabels[invoice.status]} />}
      width={640}
    >
      {error && !invoice && <ErrorState error={error} title={t('The invoice could not be loaded')} onRetry={() => void refetch()} />}
      {!invoice && !error && <Skeleton height={320} radius={10} />}
      {invoice && (
        <div className={classes.stack}>
          <InvoiceActions invoice={invoice} refusal={refusal} change={change} onDialog={setDialog} onDeleted={onClose} />
          <Missing invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          <LinesTable lines={invoice.lines} currency={invoice.currency} />
          <Sums {...invoice} total={invoice.amount} />
          <Settled invoice={invoice} onCreditNote={(creditNoteId) => setDialog({ creditNoteId })} />
          {dialog === 'payment' && <PaymentDialog invoice={invoice} onClose={close} />}
          {dialog === 'void' && <ReasonDialog id={id} onClose={close} />}
          {dialog === 'registration' && <RegistrationDialog invoice={invoice} onClose={close} />}
          {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
          {dialog !== null && typeof dialog === 'object' && (
            <PrintDialog of="credit" id={id} creditNoteId={dialog.creditNoteId} onClose={close} />
          )}
        </div>
      )}
    </SidePanel>
  )
}

/** What the draft lacks before it can be issued. */
function Missing({ invoice: { missing } }: { invoice: SalesInvoiceDetail }) {
  if (missing.length === 0) return null
  return (
    <Alert color="yellow" title={t('Before this invoice can be issued')}>
      <ul className={classes.missing}>
        {missing.map((each, at) => (
          // The same text may stand twice.
          <li key={at}>{translateMessage(each)}</li>
        ))}
      </ul>
    </Alert>
  )
}

function InvoiceFacts({ invoice }: { invoice: SalesInvoiceDetail }) {
  const { customerEmail, customerTaxId, customerAddress, orderId, orderRef, date, dueDate, currency } = invoice
  const { status, paid, credited, released, amount, notes, voidReason, overpaid, eInvoice, buyerReference } = invoice
  const isIssued = status !== 'Draft'
  const order = <OrgLink path={`sales-order?order=${orderId}`}>{orderRef}</OrgLink>
  const balance = <b className={classes.total}>{formatMoney(amount - paid - credited + released, currency)}</b>
  return (
    <FactList
      facts={[
        [t('Customer'), <CustomerLink key="customer" {...invoice} />],
        customerEmail && [t('Email'), customerEmail],
        customerTaxId && [t('Tax ID'), customerTaxId],
        customerAddress && [t('Address'), <Typed key="address" text={customerAddress} />],
        orderRef && [t('Order Ref'), order],
        date && [t('Date'), formatFullDay(date)],
        dueDate && [t('Due date'), formatFullDay(dueDate)],
        isIssued && [t('Paid'), formatMoney(paid, currency)],
        credited > 0 && [t('Credited'), formatMoney(credited, currency)],
        isIssued && status !== 'Void' && [t('Balance due'), balance],
        released > 0 && [t('To the credit balance'), formatMoney(released, currency)],
        overpaid > 0 && [t('Paid too much'), formatMoney(overpaid, currency)],
        buyerReference && [t('Reference of the customer'), buyerReference],
        voidReason && [t('Reason'), voidReason],
        eInvoice && [t('E-invoice (IRN)'), <Typed key="irn" text={eInvoice.irn} />],
        eInvoice && [t('Acknowledgement number'), eInvoice.ackNumber],
        notes && [t('Notes'), <Typed key="notes" text={notes} />],
      ]}
    />
  )
}

/** Payments and credit notes, when there are any. */
function Settled({ invoice, onCreditNote }: { invoice: SalesInvoiceDetail; onCreditNote: (id: string) => void }) {
  const { payments, currency } = invoice
  return (
    <>
      {payments.length > 0 && (
        <section className={classes.section}>
          <h3>{t('Payments')}</h3>
          <FactList
            facts={payments.map(({ date, amount, withheld, method, reference }) => [
              formatFullDay(date),
              <>
                {formatMoney(amount, currency)}{' '}
                <span className={styles.muted}>
                  {[methodLabels[method], reference, withheld > 0 && `TDS ${formatMoney(withheld, currency)}`].filter(Boolean).join(' · ')}
                </span>
              </>,
            ])}
          />
        </section>
      )}
      <CreditNotes invoice={invoice} onPrint={onCreditNote} />
    </>
  )
}
