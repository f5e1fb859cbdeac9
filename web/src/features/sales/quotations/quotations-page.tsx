import { IconFileDescription } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatNumber } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { quotationFilter, quotationStatsQuery, quotationsQuery } from '../api.ts'
import { DocumentsPage } from '../documents/documents-page.tsx'
import { formatMoney, optionsOf, quotationLabels } from '../sales-labels.ts'
import type { QuotationsSearch } from '../sales-search.ts'

const QuotationsTable = lazy(async () => ({ default: (await import('./quotations-table.tsx')).QuotationsTable }))
const QuotationPanel = lazy(async () => ({ default: (await import('./quotation-panel.tsx')).QuotationPanel }))
const QuotationDialog = lazy(async () => ({ default: (await import('../editor/quotation-dialog.tsx')).QuotationDialog }))
const route = getRouteApi('/org/$orgSlug/sales-quotation')

/** /org/{slug}/sales-quotation: offers to the organization's customers. */
export function QuotationsPage() {
  const search = route.useSearch()
  const change = changeSearch<QuotationsSearch>(route.useNavigate())
  const refusal = useGate('sales:write')
  const list = useRows(quotationsQuery(search))
  const stats = useStats()
  return (
    <DocumentsPage
      title={t('Quotations')}
      subtitle={t('Offers to your customers, who accept or decline them online.')}
      icon={IconFileDescription}
      list={list}
      search={search}
      change={change}
      stats={stats}
      refusal={refusal}
      createLabel={t('New Quotation')}
      download={() => downloadFile(salesQuotations.exportList, { query: quotationFilter(search) })}
      downloadFailure={t('The quotations could not be exported')}
      find={{ label: t('Search quotations') }}
      filters={[{ key: 'status', label: t('Filter'), options: optionsOf(quotationLabels) }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} quotation', other: '{count} quotations' })}
      failed={t('Quotations could not be loaded')}
      empty={{ title: t('No quotations yet'), text: t('Write the first one: accepted, it becomes an order.') }}
      noMatch={{ title: t('No matches'), text: t('No quotation fits the search and the filter.') }}
      hidesEmptyBar
      renderRows={(table) => <QuotationsTable {...table} onOpen={({ id }) => change({ quotation: id })} />}
      openId={search.quotation}
      openKey="quotation"
      panel={
        <QuotationPanel
          key={search.quotation}
          id={search.quotation ?? ''}
          refusal={refusal}
          change={change}
          onClose={() => change({ quotation: undefined }, true)}
        />
      }
      renderForm={({ key, ...form }) => <QuotationDialog key={key} {...form} />}
    />
  )
}

function useStats() {
  const { data, isPending } = useQuery(quotationStatsQuery)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return {
    label: t('Quotations'),
    loading: isPending,
    stats: [
      { label: t('Total Quotations'), value: number(data?.total) },
      { label: t('Sent'), value: number(data?.sent) },
      { label: t('Accepted'), value: number(data?.accepted) },
      { label: t('Waiting for an answer'), value: data ? formatMoney(data.openAmount, data.currency) : '–' },
    ],
  }
}
