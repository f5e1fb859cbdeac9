import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { downloadFile } from '../../../lib/download.ts'
import { formatNumber } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { orderFilter, orderStatsQuery, ordersQuery } from '../api.ts'
import { PageActions } from '../page-actions.tsx'
import { formatMoney, optionsOf, orderLabels } from '../sales-labels.ts'
import type { OrdersSearch } from '../sales-search.ts'

const OrdersTable = lazy(async () => ({ default: (await import('./orders-table.tsx')).OrdersTable }))
const OrderPanel = lazy(async () => ({ default: (await import('./order-panel.tsx')).OrderPanel }))
const OrderDialog = lazy(async () => ({ default: (await import('../editor/order-dialog.tsx')).OrderDialog }))
const SettingsDialog = lazy(async () => ({ default: (await import('../settings-dialog.tsx')).SettingsDialog }))
const route = getRouteApi('/org/$orgSlug/sales-order')

/** /org/{slug}/sales-order: orders of the organization's customers. */
export function OrdersPage() {
  const search = route.useSearch()
  const change = changeSearch<OrdersSearch>(route.useNavigate())
  const mayWrite = useCan('sales:write')
  const mayManage = useCan('sales:manage')
  const refusal = useGate('sales:write')
  const list = useRows(ordersQuery(search))
  const stats = useStats()
  const form = mayWrite ? (search.edit ?? (search.create ? 'create' : '')) : ''
  const close = () => change({ create: undefined, edit: undefined, settings: undefined }, true)
  return (
    <ListPage
      title={t('Sales Orders')}
      subtitle={t('What your customers ordered, from the first request to delivery.')}
      icon={IconShoppingCart}
      list={list}
      search={search}
      change={change}
      stats={stats}
      actions={
        <PageActions
          download={() => downloadFile(salesOrders.exportList, { query: orderFilter(search) })}
          failure={t('The orders could not be exported')}
          onSettings={() => change({ settings: true })}
        />
      }
      create={mayWrite ? { label: t('New Sales Order'), refusal } : undefined}
      find={{ label: t('Search orders') }}
      filters={[{ key: 'status', label: t('Filter'), options: optionsOf(orderLabels) }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} order', other: '{count} orders' })}
      failed={t('Orders could not be loaded')}
      empty={{ title: t('No sales orders yet'), text: t('Orders of your contacts appear here, each with its number.') }}
      noMatch={{ title: t('No matches'), text: t('No order fits the search and the filter.') }}
      hidesEmptyBar
      renderRows={(table) => <OrdersTable {...table} onOpen={({ id }) => change({ order: id })} />}
    >
      <Overlays open={search.order ?? ''}>
        {search.order && (
          <OrderPanel
            key={search.order}
            id={search.order}
            refusal={refusal}
            onEdit={(id) => change({ edit: id })}
            onClose={() => change({ order: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={form || (search.settings ? 'settings' : '')}>
        {form !== '' && (
          <OrderDialog
            key={form}
            id={search.edit ?? null}
            refusal={refusal}
            onClose={close}
            onSaved={(id) => change({ create: undefined, edit: undefined, order: id }, true)}
          />
        )}
        {search.settings && mayManage && <SettingsDialog onClose={close} />}
      </Overlays>
    </ListPage>
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
