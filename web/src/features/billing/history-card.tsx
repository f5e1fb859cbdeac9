import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { billing } from '@imperium/contract/billing/billing.ts'
import type { BillingRecord } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatDate } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { sendRequest } from '../../lib/request.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { invoicesQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'

const shown = 10
const statusLabels = {
  PAID: t('Paid'),
  PENDING: t('Pending'),
  FAILED: t('Failed'),
  REFUNDED: t('Refunded'),
  CREDITED: t('Credit'),
} as const

/** The last ten payments, with their invoices and credit notes. */
export function HistoryCard() {
  const { data, error, isPending, refetch } = useQuery(invoicesQuery)
  if (error) return <ErrorState error={error} title={t('The billing history could not be loaded')} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return (
      <Card title={t('Billing history')}>
        <p className={styles.textPlain}>{t('No payments yet')}</p>
      </Card>
    )
  return (
    <section className={classes.history} aria-label={t('Billing history')}>
      <div className={classes.bar}>
        <h2 className={classes.heading}>{t('Billing history')}</h2>
        <Button variant="default" onClick={() => void exportInvoices()}>
          {t('Download all as CSV')}
        </Button>
      </div>
      <DataTable
        label={t('Billing history')}
        columns={columns}
        rows={(data ?? []).slice(0, shown)}
        loading={isPending}
        rowId={({ id }) => id}
        rowLabel={({ invoiceNumber }) => invoiceNumber}
      />
    </section>
  )
}

const purposeOf = ({ planType, purpose, billingCycle }: BillingRecord): string =>
  purpose === 'ADD_ON'
    ? t('Add-on')
    : purpose === 'CREDITS'
      ? t('AI credits')
      : planType === null
        ? t('Contribution')
        : billingCycle === 'YEARLY'
          ? t('{plan}, a year', { plan: planNames[planType] })
          : t('{plan}, a month', { plan: planNames[planType] })

/** There is no column for it. */
function StatusOnPhone({ status }: BillingRecord) {
  if (!useIsPhone()) return null
  return (
    <>
      <span className={classes.status} data-status={status}>
        {statusLabels[status]}
      </span>
      {' · '}
    </>
  )
}

const columns: readonly Column<BillingRecord>[] = [
  {
    id: 'for',
    header: t('For'),
    width: 'minmax(0, 2fr)',
    interactive: true,
    cell: (record) => (
      <span className={classes.payment}>
        <span>{purposeOf(record)}</span>
        <span className={classes.number}>
          <StatusOnPhone {...record} />
          {record.invoiceNumber}
          {record.isSandbox && ` · ${t('Sandbox')}`}
        </span>
        {record.creditNotes.map(({ id, number }) => (
          <button key={id} type="button" className={classes.note} onClick={() => void openDocument(id)}>
            {t('Credit note {number}', { number })}
          </button>
        ))}
      </span>
    ),
  },
  { id: 'date', header: t('Date'), hideOn: 'phone', cell: ({ createdAt }) => formatDate(createdAt) },
  { id: 'amount', header: t('Amount'), align: 'end', width: '112px', cell: ({ amount, currency }) => formatPrice(amount, currency) },
  {
    id: 'status',
    header: t('Status'),
    width: '84px',
    hideOn: 'phone',
    cell: ({ status }) => (
      <span className={classes.status} data-status={status}>
        {statusLabels[status]}
      </span>
    ),
  },
  {
    id: 'receipt',
    header: t('Invoice'),
    width: '88px',
    interactive: true,
    cell: (record) =>
      record.hasDocument && (
        <span className={classes.documents}>
          <DocumentButton id={record.id} label={t('Open invoice {number}', { number: record.invoiceNumber })} />
          <PdfButton id={record.id} label={t('Invoice {number} as PDF', { number: record.invoiceNumber })} />
        </span>
      ),
  },
]

function DocumentButton({ id, label }: { id: string; label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={() => void openDocument(id)}>
        <IconDownload size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function PdfButton({ id, label }: { id: string; label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={() => void savePdf(id)}>
        <IconFileTypePdf size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

async function savePdf(id: string): Promise<void> {
  try {
    await downloadFile(billing.downloadPdf, { params: { id } })
  } catch {
    notify.error(t('Failed to download invoice. Please try again.'))
  }
}

async function exportInvoices(): Promise<void> {
  try {
    await downloadFile(billing.exportInvoices, {})
  } catch {
    notify.error(t('The invoices could not be exported'))
  }
}

/** The window is opened by the click itself, or browsers block it. Its page has no scripts. */
async function openDocument(id: string): Promise<void> {
  const page = window.open('', '_blank')
  if (!page) return notify.error(t('Please allow popups to view the invoice'))
  try {
    const response = await sendRequest(billing.download, { params: { id } }, { headers: { accept: '*/*' } })
    page.opener = null
    // The page takes over our policy, which wants our nonce.
    const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
    const html = (await response.text()).replace('<style>', `<style nonce="${nonce}">`)
    page.location.href = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  } catch {
    page.close()
    notify.error(t('Failed to download invoice. Please try again.'))
  }
}
