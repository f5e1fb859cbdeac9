import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { exportDocuments } from '../documents/export-documents.ts'
import { importDocuments } from '../documents/import-documents.ts'
import { readById } from '../documents/read-by-id.ts'
import { draftFromOrder } from '../invoices/draft-from-order.ts'
import { pdfResponse } from '../printing/pdf-of-document.ts'
import { printedOrder } from '../printing/printed-documents.ts'
import { renderDocument } from '../printing/render-document.ts'
import { createOrder, moveOrder, updateOrder } from './change-orders.ts'
import { findOrder, orderPage, orderStats, toOrder } from './order-store.ts'

const columns = {
  Order: ({ number }: SalesOrder) => number,
  Customer: ({ customer }: SalesOrder) => customer,
  Email: ({ customerEmail }: SalesOrder) => customerEmail,
  Date: ({ date }: SalesOrder) => date,
  Status: ({ status }: SalesOrder) => status,
  Items: ({ items }: SalesOrder) => items,
  Currency: ({ currency }: SalesOrder) => currency,
  Subtotal: ({ subtotal }: SalesOrder) => csvAmount(subtotal),
  Tax: ({ tax }: SalesOrder) => csvAmount(tax),
  Amount: ({ amount }: SalesOrder) => csvAmount(amount),
}

export const orderOperations = (platform: Platform) =>
  bindOperations(salesOrders, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-orders', query, orderPage, toOrder),
    stats: (_input, { tx }) => orderStats(tx),
    exportList: ({ query }, context) =>
      exportDocuments(platform, context, query, { name: 'sales-orders', columns, read: orderPage, toReply: toOrder }),
    importList: ({ body: { bytes }, query: { check } }, context) =>
      importDocuments({
        context,
        bytes,
        check: check === 'true',
        create: ({ body, date }) => createOrder(platform, context, { ...body, ...(date ? { date } : {}) }),
      }),
    create: ({ body }, context) => createOrder(platform, context, body),
    read: async ({ params }, { tx }) => found(await findOrder(tx, params.id)),
    update: ({ params, body }, context) => updateOrder(platform, context, params.id, body),
    document: async ({ params }, { tx, caller }) => ({
      html: renderDocument(await printedOrder(tx, params.id, caller.preferences.language)),
    }),
    pdf: ({ params }, { inOrg, caller }) => pdfResponse(inOrg, (tx) => printedOrder(tx, params.id, caller.preferences.language)),
    confirm: ({ params }, context) => moveOrder(platform, context, params.id, 'Confirmed'),
    complete: ({ params }, context) => moveOrder(platform, context, params.id, 'Completed'),
    cancel: ({ params }, context) => moveOrder(platform, context, params.id, 'Cancelled'),
    createInvoice: ({ params, body }, context) => draftFromOrder(context, params.id, body),
  })
