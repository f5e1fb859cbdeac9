import { z } from 'zod'
import { Id, text } from '../kit/fields.ts'
import { create, get, list, operations, post, update } from '../kit/operations.ts'
import { SalesImport, importLimits, importQuery, importTypes } from './sales-imports.ts'
import { Amount, Currency, detailFields, documentBody, documentFields, salesLimits, versionField } from './sales-documents.ts'
import { InvoiceStatus, SalesDocument, SalesInvoice } from './sales-invoices.ts'

export const orderStatuses = ['Pending', 'Confirmed', 'Completed', 'Cancelled'] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof OrderStatus>

export const SalesOrder = z
  .object({
    ...documentFields,
    number: z.string(),
    status: OrderStatus,
    date: z.iso.date(),
    /** How many lines it has. */
    items: z.int(),
  })
  .meta({ id: 'SalesOrder' })
export type SalesOrder = z.infer<typeof SalesOrder>

export const SalesOrderDetail = SalesOrder.extend({
  ...detailFields,
  invoices: z.array(z.object({ id: Id, number: z.string().nullable(), status: InvoiceStatus })).max(50),
  /** How much of each line, by its place, no invoice has yet. */
  uninvoiced: z.array(z.number()).max(salesLimits.lines),
}).meta({ id: 'SalesOrderDetail' })
export type SalesOrderDetail = z.infer<typeof SalesOrderDetail>

/** Today in the organization's time zone unless given. */
const fields = { ...documentBody, date: z.iso.date().optional() }
export const SalesOrderBody = z.strictObject(fields)
export type SalesOrderBody = z.infer<typeof SalesOrderBody>

export const UpdateSalesOrderBody = z.strictObject({ ...fields, ...versionField })
export type UpdateSalesOrderBody = z.infer<typeof UpdateSalesOrderBody>

/** Lines of the order by their place from 1, and how much of each; left out: all that no invoice has yet. */
export const OrderInvoiceBody = z.strictObject({
  lines: z
    .array(z.strictObject({ line: z.int().min(1).max(salesLimits.lines), quantity: z.number().min(0.001).max(salesLimits.quantity) }))
    .min(1)
    .max(salesLimits.lines)
    .optional(),
})
export type OrderInvoiceBody = z.infer<typeof OrderInvoiceBody>

export const SalesOrderStats = z
  .object({
    total: z.int(),
    pending: z.int(),
    confirmed: z.int(),
    completed: z.int(),
    /** Of orders that are not cancelled, in the organization's currency. */
    value: Amount,
    currency: Currency,
  })
  .meta({ id: 'SalesOrderStats' })
export type SalesOrderStats = z.infer<typeof SalesOrderStats>

const filter = { q: text(200).optional(), status: OrderStatus.optional() }

export const salesOrders = operations(
  'sales-orders',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-orders', 'List sales orders', { row: SalesOrder, filter, v1: true }),
    stats: get('/sales-orders/stats', 'Count sales orders by status', { reply: SalesOrderStats, v1: true }),
    exportList: get('/sales-orders/export', 'Sales orders as CSV: all, or those that the filter finds', {
      recentSignIn: true,
      access: 'sales:write',
      query: z.strictObject(filter),
      file: 'text/csv',
      errors: [503],
      rate: { max: 10, perSeconds: 60 },
      transaction: false,
      audited: true,
    }),
    importList: post('/sales-orders/import', 'Create sales orders from CSV or XLSX; rows with faults are named', {
      upload: importTypes,
      query: importQuery,
      reply: SalesImport,
      bodyLimit: importLimits.bodyLimit,
      rate: importLimits.rate,
    }),
    create: create('/sales-orders', 'Create a sales order; it gets the next number of its series', {
      body: SalesOrderBody,
      reply: SalesOrderDetail,
      errors: [404, 409],
      idempotent: true,
      v1: true,
    }),
    read: get('/sales-orders/:id', 'Read a sales order', { reply: SalesOrderDetail, v1: true }),
    update: update('/sales-orders/:id', 'Replace the contents of a pending sales order', {
      body: UpdateSalesOrderBody,
      reply: SalesOrderDetail,
      v1: true,
    }),
    document: get('/sales-orders/:id/document', 'The order as an HTML document without scripts', { reply: SalesDocument, v1: true }),
    pdf: get('/sales-orders/:id/pdf', 'The order as PDF', {
      file: 'application/pdf',
      transaction: false,
      errors: [503],
      rate: { max: 60, perSeconds: 60 },
    }),
    confirm: post('/sales-orders/:id/confirm', 'Confirm a pending sales order', { reply: SalesOrderDetail, errors: [409], v1: true }),
    complete: post('/sales-orders/:id/complete', 'Complete a confirmed sales order', { reply: SalesOrderDetail, errors: [409], v1: true }),
    cancel: post('/sales-orders/:id/cancel', 'Cancel a sales order that is not completed', {
      reply: SalesOrderDetail,
      errors: [409],
      v1: true,
    }),
    createInvoice: create(
      '/sales-orders/:id/invoice',
      'Draft an invoice of a confirmed or completed order: of all that is left, or of some',
      {
        body: OrderInvoiceBody.default({}),
        reply: SalesInvoice,
        v1: true,
      },
    ),
  },
)
