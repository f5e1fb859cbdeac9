import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatNumber } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { invoiceFilter, invoiceStatsQuery, invoicesQuery } from '../api.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { DocumentsPage } from '../documents/documents-page.tsx'
import { formatMoney, invoiceLabels, optionsOf } from '../sales-labels.ts'
import type { InvoicesSearch } from '../sales-search.ts'

const InvoicesTable = lazy(async () => ({ default: (await import('./invoices-table.tsx')).InvoicesTable }))
const GstMenu = lazy(async () => ({ default: (await import('./gst-menu.tsx')).GstMenu }))
const InvoicePanel = lazy(async () => ({ default: (await import('./invoice-panel.tsx')).InvoicePanel }))
const PrintDialog = lazy(async () => ({ default: (await import('../documents/print-dialog.tsx')).PrintDialog }))
const InvoiceDialog = lazy(async () => ({ default: (await import('../editor/invoice-dialog.tsx')).InvoiceDialog }))
const BankDialog = lazy(async () => ({ default: (await import('../bank/bank-dialog.tsx')).BankDialog }))
const StatementDialog = lazy(async () => ({ default: (await import('../statements/statement-dialog.tsx')).StatementDialog }))
const route = getRouteApi('/org/$orgSlug/sales-invoice')

/** /org/{slug}/sales-invoice: invoices to the organization's customers. */
export function InvoicesPage() {
  const search = route.useSearch()
  const change = changeSearch<InvoicesSearch>(route.useNavigate())
  const refusal = useGate('sales:write')
  const list = useRows(invoicesQuery(search))
  const stats = useStats()
  const closeDialog = () => change({ print: undefined, statement: undefined, bank: undefined }, true)
  return (
    <DocumentsPage
      title={t('Sales Invoices')}
      subtitle={t('Invoices to your customers, and what is still due.')}
      icon={IconFileInvoice}
      list={list}
      search={search}
      change={change}
      stats={stats}
      refusal={refusal}
      createLabel={t('New Sales Invoice')}
      download={() => downloadFile(salesInvoices.exportList, { query: invoiceFilter(search) })}
      downloadFailure={t('The invoices could not be exported')}
      moreActions={
        <>
          <Button variant="default" onClick={() => change({ statement: true })}>
            {t('Statement')}
          </Button>
          <Button variant="default" onClick={() => change({ bank: true })}>
            {t('Bank statements')}
          </Button>
          <Suspense fallback={null}>
            <GstMenu />
          </Suspense>
          <ImportButton of="invoices" />
        </>
      }
      find={{ label: t('Search invoices') }}
      filters={[{ key: 'status', label: t('Filter'), options: optionsOf(invoiceLabels) }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} invoice', other: '{count} invoices' })}
      failed={t('Invoices could not be loaded')}
      empty={{ title: t('No sales invoices yet'), text: t('Write one from scratch, or create it from a confirmed order.') }}
      noMatch={{ title: t('No matches'), text: t('No invoice fits the search and the filter.') }}
      hidesEmptyBar
      renderRows={(table) => <InvoicesTable {...table} refusal={refusal} change={change} />}
      openId={search.invoice}
      openKey="invoice"
      panel={
        <InvoicePanel
          key={search.invoice}
          id={search.invoice ?? ''}
          refusal={refusal}
          change={change}
          onClose={() => change({ invoice: undefined }, true)}
        />
      }
      renderForm={({ key, ...form }) => <InvoiceDialog key={key} {...form} />}
      dialog={dialogOf(search, closeDialog)}
    />
  )
}

function dialogOf({ print, statement, bank }: InvoicesSearch, onClose: () => void) {
  if (bank) return { name: 'bank', content: <BankDialog onClose={onClose} /> }
  if (print) return { name: print, content: <PrintDialog of="invoice" id={print} onClose={onClose} /> }
  return statement ? { name: 'statement', content: <StatementDialog onClose={onClose} /> } : undefined
}

function useStats() {
  const { data, isPending } = useQuery(invoiceStatsQuery)
  const money = (value: number | undefined) => (data && value !== undefined ? formatMoney(value, data.currency) : '–')
  const counted = (count: number | undefined) =>
    count === undefined ? undefined : plural(count, { one: '{count} invoice', other: '{count} invoices' })
  return {
    label: t('Sales Invoices'),
    loading: isPending,
    stats: [
      { label: t('Total Invoices'), value: data ? formatNumber(data.total) : '–' },
      { label: t('Paid'), value: money(data?.paidAmount), hint: counted(data?.paid) },
      { label: t('Pending'), value: money(data?.pendingAmount), hint: counted(data?.pending) },
      { label: t('Overdue'), value: money(data?.overdueAmount), hint: counted(data?.overdue) },
    ],
  }
}
