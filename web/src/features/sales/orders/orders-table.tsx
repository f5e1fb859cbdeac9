import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { documentColumns } from '../documents/document-columns.tsx'
import { orderLabels } from '../sales-labels.ts'

const columns = documentColumns<SalesOrder['status'], SalesOrder>(t('Order ID'), orderLabels, [
  { id: 'items', header: t('Items'), width: '80px', align: 'end', hideOn: 'tablet', cell: ({ items }) => formatNumber(items) },
])

export function OrdersTable({ onOpen, ...table }: Rows<SalesOrder>['table'] & { onOpen: (order: SalesOrder) => void }) {
  return (
    <DataTable
      label={t('Sales Orders')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ number, customer }) => `${number} ${customer}`}
      onOpen={onOpen}
      {...table}
    />
  )
}
