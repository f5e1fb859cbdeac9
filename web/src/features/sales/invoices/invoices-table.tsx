import { ActionIcon } from '@mantine/core'
import { IconEye, IconPencil, IconPrinter, IconSend, IconTrash } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import { formatFullDay } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { sendMutation } from '../api.ts'
import { Day, Named } from '../documents/document-columns.tsx'
import { formatMoney, invoiceLabels } from '../sales-labels.ts'
import type { InvoicesSearch } from '../sales-search.ts'
import { useAskToDelete } from './use-ask-to-delete.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface InvoicesTableProps {
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  change: ChangeSearch<InvoicesSearch>
}

export function InvoicesTable({ refusal, change, ...table }: InvoicesTableProps & Rows<SalesInvoice>['table']) {
  return (
    <DataTable
      label={t('Sales Invoices')}
      columns={columnsOf({ refusal, change })}
      rowId={({ id }) => id}
      rowLabel={({ number, customer }) => `${number ?? t('Draft')} ${customer}`}
      onOpen={({ id }) => change({ invoice: id })}
      {...table}
    />
  )
}

function columnsOf(actions: InvoicesTableProps): readonly Column<SalesInvoice>[] {
  return [
    {
      id: 'number',
      header: t('Invoice ID'),
      width: 'minmax(156px, 1fr)',
      cell: ({ number, status }) => <Named name={number ?? t('Draft')} {...invoiceLabels[status]} />,
    },
    {
      id: 'customer',
      header: t('Customer'),
      width: 'minmax(0, 1.2fr)',
      hideOn: 'phone',
      cell: ({ customer }) => <span className={styles.truncate}>{customer}</span>,
    },
    {
      id: 'order',
      header: t('Order Ref'),
      width: '148px',
      hideOn: 'tablet',
      cell: ({ orderRef }) => <span className={styles.muted}>{orderRef ?? '–'}</span>,
    },
    // One column: at 1280 px the name of the customer needs the room of the other.
    { id: 'date', header: t('Date'), width: '138px', hideOn: 'tablet', cell: Dates },
    {
      id: 'amount',
      header: t('Amount'),
      width: '124px',
      align: 'end',
      cell: ({ amount, currency }) => <span className={classes.end}>{formatMoney(amount, currency)}</span>,
    },
    { id: 'status', header: t('Status'), width: '104px', hideOn: 'phone', cell: ({ status }) => <StatusDot {...invoiceLabels[status]} /> },
    {
      id: 'actions',
      header: '',
      width: '172px',
      align: 'end',
      hideOn: 'tablet',
      interactive: true,
      cell: (invoice) => <RowActions invoice={invoice} {...actions} />,
    },
  ]
}

/** The day of issue, and below it the day when it is due. */
function Dates({ date, dueDate }: SalesInvoice) {
  if (dueDate === null) return <Day date={date} />
  return (
    <>
      <Day date={date} />
      <div className={styles.hint}>{t('Due {date}', { date: formatFullDay(dueDate) })}</div>
    </>
  )
}

function RowActions({ invoice, refusal, change }: InvoicesTableProps & { invoice: SalesInvoice }) {
  const { id, number, customer, customerEmail, status } = invoice
  const mayWrite = useCan('sales:write')
  const send = useMutation(sendMutation)
  const ask = useAskToDelete(invoice)
  const name = number ?? customer
  const isDraft = status === 'Draft'
  const sendRefusal = refusal ?? refusalToSend(isDraft || status === 'Void', customerEmail)
  const frozen = isDraft ? refusal : (refusal ?? t('An issued invoice cannot be changed'))
  return (
    <span className={classes.tools}>
      <Tool icon={IconEye} label={t('View: {name}', { name })} onClick={() => change({ invoice: id })} />
      {mayWrite && <Tool icon={IconPencil} label={t('Edit: {name}', { name })} refusal={frozen} onClick={() => change({ edit: id })} />}
      {mayWrite && (
        <Tool
          icon={IconSend}
          label={t('Send: {name}', { name })}
          refusal={sendRefusal}
          onClick={() => send.mutate({ params: { id }, query: { via: 'email' } })}
        />
      )}
      <Tool icon={IconPrinter} label={t('Print: {name}', { name })} onClick={() => change({ print: id })} />
      {mayWrite && <Tool icon={IconTrash} label={t('Delete: {name}', { name })} refusal={frozen} onClick={ask} />}
    </span>
  )
}

const refusalToSend = (isNotValid: boolean, email: string): string | undefined => {
  if (isNotValid) return t('Only issued invoices can be sent')
  return email === '' ? t('The customer has no email address') : undefined
}

function Tool({ icon: Glyph, label, refusal, onClick }: { icon: Icon; label: string; refusal?: string | undefined; onClick: () => void }) {
  return (
    <ActionIcon aria-label={label} disabled={refusal !== undefined} title={refusal} onClick={onClick}>
      <Glyph size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
