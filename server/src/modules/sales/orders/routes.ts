import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvExport } from '../../../platform/resources/csv-export.ts'
import { found } from '../../../platform/resources/checks.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { readById } from '../documents/read-by-id.ts'
import { draftFromOrder } from '../invoices/draft-invoice.ts'
import { createOrder, moveOrder, updateOrder } from './change-orders.ts'
import { findOrder, orderPage, orderStats, toOrder } from './order-store.ts'

const head = ['Order', 'Customer', 'Email', 'Date', 'Status', 'Items', 'Currency', 'Subtotal', 'Tax', 'Amount']
const cells = (order: SalesOrder) => [
  order.number,
  order.customer,
  order.customerEmail,
  order.date,
  order.status,
  order.items,
  order.currency,
  ...[order.subtotal, order.tax, order.amount].map(csvAmount),
]

export const orderOperations = (platform: Platform) =>
  bindOperations(salesOrders, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-orders', query, orderPage, toOrder),
    stats: (_input, { tx }) => orderStats(tx),
    exportList: ({ query }, { inOrg, audit }) => {
      audit({ after: { filtered: Object.keys(query) } })
      return Promise.resolve(
        csvExport<SalesOrder, string>({
          name: 'sales-orders',
          now: platform.clock.now(),
          head,
          cells,
          read: (after) =>
            inOrg(async (tx) => {
              const rows = (await orderPage(tx, { ...query, limit: 1_000, after })).map((row) => toOrder(row))
              return { rows, next: rows.length < 1_000 ? null : (rows.at(-1)?.id ?? null) }
            }),
        }),
      )
    },
    create: ({ body }, context) => createOrder(platform, context, body),
    read: async ({ params }, { tx }) => found(await findOrder(tx, params.id)),
    update: ({ params, body }, context) => updateOrder(platform, context, params.id, body),
    confirm: ({ params }, context) => moveOrder(platform, context, params.id, 'Confirmed'),
    complete: ({ params }, context) => moveOrder(platform, context, params.id, 'Completed'),
    cancel: ({ params }, context) => moveOrder(platform, context, params.id, 'Cancelled'),
    createInvoice: ({ params }, context) => draftFromOrder(context, params.id),
  })
