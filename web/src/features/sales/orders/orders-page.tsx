import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatNumber } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { orderFilter, orderStatsQuery, ordersQuery } from '../api.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { DocumentsPage } from '../documents/documents-page.tsx'
import { formatMoney, optionsOf, orderLabels } from '../sales-labels.ts'
import type { OrdersSearch } from '../sales-search.ts'

const OrdersTable = lazy(async () => ({ default: (await import('./orders-table.tsx')).OrdersTable }))
const OrderPanel = lazy(async () => ({ default: (await import('./order-panel.tsx')).OrderPanel }))
const OrderDialog = lazy(async () => ({ default: (await import('../editor/order-dialog.tsx')).OrderDialog }))
const route = getRouteApi('/org/$orgSlug/sales-order')

/** /org/{slug}/sales-order: orders of the organization's customers. */
export function OrdersPage() {
  const search = route.useSearch()
  const change = changeSearch<OrdersSearch>(route.useNavigate())
  const refusal = useGate('sales:write')
  const list = useRows(ordersQuery(search))
  const stats = useStats()
  return (
    <DocumentsPage
      title={t('Sales Orders')}
      subtitle={t('What your customers ordered, from the first request to delivery.')}
      icon={IconShoppingCart}
      list={list}
      search={search}
      change={change}
      stats={stats}
      refusal={refusal}
      createLabel={t('New Sales Order')}
      download={() => downloadFile(salesOrders.exportList, { query: orderFilter(search) })}
      downloadFailure={t('The orders could not be exported')}
      moreActions={<ImportButton of="orders" />}
      find={{ label: t('Search orders') }}
      filters={[{ key: 'status', label: t('Filter'), options: optionsOf(orderLabels) }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} order', other: '{count} orders' })}
      failed={t('Orders could not be loaded')}
      empty={{ title: t('No sales orders yet'), text: t('Orders of your contacts appear here, each with its number.') }}
      noMatch={{ title: t('No matches'), text: t('No order fits the search and the filter.') }}
      hidesEmptyBar
      renderRows={(table) => <OrdersTable {...table} onOpen={({ id }) => change({ order: id })} />}
      openId={search.order}
      openKey="order"
      panel={
        <OrderPanel
          key={search.order}
          id={search.order ?? ''}
          refusal={refusal}
          onEdit={(id) => change({ edit: id })}
          onClose={() => change({ order: undefined }, true)}
        />
      }
      renderForm={({ key, ...form }) => <OrderDialog key={key} {...form} />}
    />
  )
}

function useStats() {
  const { data, isPending } = useQuery(orderStatsQuery)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return {
    label: t('Sales Orders'),
    loading: isPending,
    stats: [
      { label: t('Total Orders'), value: number(data?.total) },
      { label: t('Pending'), value: number(data?.pending) },
      { label: t('Completed'), value: number(data?.completed) },
      { label: t('Total Value'), value: data ? formatMoney(data.value, data.currency) : '–' },
    ],
  }
}
