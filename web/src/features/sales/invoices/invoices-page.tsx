import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatNumber } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { invoiceFilter, invoiceStatsQuery, invoicesQuery } from '../api.ts'
import { PageActions } from '../page-actions.tsx'
import { formatMoney, invoiceLabels, optionsOf } from '../sales-labels.ts'
import type { InvoicesSearch } from '../sales-search.ts'

const InvoicesTable = lazy(async () => ({ default: (await import('./invoices-table.tsx')).InvoicesTable }))
const InvoicePanel = lazy(async () => ({ default: (await import('./invoice-panel.tsx')).InvoicePanel }))
const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }))
const InvoiceDialog = lazy(async () => ({ default: (await import('../editor/invoice-dialog.tsx')).InvoiceDialog }))
const SettingsDialog = lazy(async () => ({ default: (await import('../settings-dialog.tsx')).SettingsDialog }))
const route = getRouteApi('/org/$orgSlug/sales-invoice')

/** /org/{slug}/sales-invoice: invoices to the organization's customers. */
export function InvoicesPage() {
  const search = route.useSearch()
  const change = changeSearch<InvoicesSearch>(route.useNavigate())
  const mayWrite = useCan('sales:write')
  const refusal = useGate('sales:write')
  const list = useRows(invoicesQuery(search))
  const stats = useStats()
  return (
    <ListPage
      title={t('Sales Invoices')}
      subtitle={t('Invoices to your customers, and what is still due.')}
      icon={IconFileInvoice}
      list={list}
      search={search}
      change={change}
      stats={stats}
      actions={
        <PageActions
          download={() => downloadFile(salesInvoices.exportList, { query: invoiceFilter(search) })}
          failure={t('The invoices could not be exported')}
          onSettings={() => change({ settings: true })}
        />
      }
      create={mayWrite ? { label: t('New Sales Invoice'), refusal } : undefined}
      find={{ label: t('Search invoices') }}
      filters={[{ key: 'status', label: t('Filter'), options: optionsOf(invoiceLabels) }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} invoice', other: '{count} invoices' })}
      failed={t('Invoices could not be loaded')}
      empty={{ title: t('No sales invoices yet'), text: t('Write one from scratch, or create it from a confirmed order.') }}
      noMatch={{ title: t('No matches'), text: t('No invoice fits the search and the filter.') }}
      hidesEmptyBar
      renderRows={(table) => <InvoicesTable {...table} refusal={refusal} change={change} />}
    >
      <Dialogs search={search} change={change} refusal={refusal} mayWrite={mayWrite} />
    </ListPage>
  )
}

interface DialogsProps {
  search: InvoicesSearch
  change: ChangeSearch<InvoicesSearch>
  refusal: string | undefined
  mayWrite: boolean
}

function Dialogs({ search, change, refusal, mayWrite }: DialogsProps) {
  const mayManage = useCan('sales:manage')
  const form = mayWrite ? (search.edit ?? (search.create ? 'create' : '')) : ''
  const close = () => change({ create: undefined, edit: undefined, settings: undefined, print: undefined }, true)
  return (
    <>
      <Overlays open={search.invoice ?? ''}>
        {search.invoice && (
          <InvoicePanel
            key={search.invoice}
            id={search.invoice}
            refusal={refusal}
            change={change}
            onClose={() => change({ invoice: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={form || (search.print ?? (search.settings ? 'settings' : ''))}>
        {form !== '' && (
          <InvoiceDialog
            key={form}
            id={search.edit ?? null}
            refusal={refusal}
            onClose={close}
            onSaved={(id) => change({ create: undefined, edit: undefined, invoice: id }, true)}
          />
        )}
        {search.print && <PrintDialog id={search.print} onClose={close} />}
        {search.settings && mayManage && <SettingsDialog onClose={close} />}
      </Overlays>
    </>
  )
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
