import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import type { OrderStatus, SalesOrderDetail, SalesOrderStats } from '@imperium/contract/sales/sales-orders.ts'
import type { Currency } from '@imperium/contract/sales/sales-documents.ts'
import type { InvoiceStatus } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import { discountOfRow, taxesOf } from '../documents/document-columns.ts'
import type { documentColumns } from '../documents/document-columns.ts'
import { insertLines, linesOf, replaceLines } from '../documents/line-store.ts'
import type { CustomerColumns } from '../documents/read-customer.ts'
import { defaultSettings } from '../settings/settings-store.ts'

export const toOrder = replyOf(SalesOrder)

const selectOrders = (tx: OrgTx) =>
  tx
    .selectFrom('sales_orders')
    .select(['id', 'number', 'status', 'contact_id', 'customer', 'customer_email', 'customer_address', 'customer_tax_id'])
    .select([
      'customer_country',
      'place_of_supply',
      'supply_type',
      'currency',
      'date',
      'notes',
      'items',
      'subtotal',
      'discount',
      'tax',
      'amount',
    ])
    .select(['created_at', 'updated_at'])

export interface OrderFilter {
  q?: string | undefined
  status?: OrderStatus | undefined
}

interface OrderPage extends OrderFilter {
  limit: number
  after: string | null
}

/** Newest first; those whose number or customer contains the text. */
export const orderPage = listStatement((tx, { q, status, limit, after }: OrderPage) =>
  selectOrders(tx)
    .$if(Boolean(q), (query) =>
      query.where((eb) => eb.or([eb('number', 'ilike', likePattern(q ?? '')), eb('customer', 'ilike', likePattern(q ?? ''))])),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit),
)

/** The organization's currency, for statements that select one row. */
export const ownCurrency = sql<Currency>`coalesce((select currency from app.sales_settings), ${defaultSettings.currency})`

const statsRow = listStatement((tx, _all: object) => {
  const counted = (status: OrderStatus) => sql<number>`count(*) filter (where status = ${status})`
  return tx
    .selectFrom('sales_orders')
    .select(sql<number>`count(*)`.as('total'))
    .select([counted('Pending').as('pending'), counted('Confirmed').as('confirmed'), counted('Completed').as('completed')])
    .select(sql<number>`coalesce(sum(amount) filter (where status <> 'Cancelled' and currency = ${ownCurrency}), 0)::bigint`.as('value'))
    .select(ownCurrency.as('currency'))
})

export async function orderStats(tx: OrgTx): Promise<SalesOrderStats> {
  const [row] = await statsRow(tx, {})
  return row ?? { total: 0, pending: 0, confirmed: 0, completed: 0, value: 0, currency: defaultSettings.currency }
}

export const lockOrder = (tx: OrgTx, id: string) =>
  selectOrders(tx).select(['discount_basis_points', 'discount_amount']).where('id', '=', id).forUpdate().executeTakeFirst()

export const selectOrder = (tx: OrgTx, id: string) =>
  selectOrders(tx).select(['taxes', 'round_off', 'discount_basis_points', 'discount_amount']).where('id', '=', id).executeTakeFirst()

export async function findOrder(tx: OrgTx, id: string): Promise<SalesOrderDetail | null> {
  const row = await selectOrder(tx, id)
  if (!row) return null
  const invoices = await tx
    .selectFrom('sales_invoices')
    .select(['id', 'number', 'status'])
    .where('order_id', '=', id)
    .orderBy('id')
    .limit(50)
    .execute()
  return {
    ...toOrder(row),
    lines: await linesOf(tx, 'sales_order_lines', id),
    ...discountOfRow(row),
    uninvoiced: await uninvoicedOf(tx, id),
    taxes: taxesOf(row.taxes),
    roundOff: row.round_off,
    invoices: invoices.map(({ status, ...invoice }) => ({ ...invoice, status: status as InvoiceStatus })),
  }
}

type Document = ReturnType<typeof documentColumns>

export interface OrderColumns extends Omit<CustomerColumns, 'contact_id'> {
  contact_id: string | null
  discount_basis_points: number
  discount_amount: number
  currency: string
  date: string
  notes: string
}

export async function insertOrder(
  tx: OrgTx,
  order: OrderColumns & { id: string; number: string },
  { totals, lineRows }: Document,
): Promise<void> {
  await tx
    .insertInto('sales_orders')
    .values({ org_id: tx.orgId, ...order, ...totals, items: lineRows.length })
    .execute()
  await insertLines(tx, 'sales_order_lines', order.id, lineRows)
}

export async function replaceOrder(
  tx: OrgTx,
  id: string,
  order: OrderColumns & { updated_at: Date },
  { totals, lineRows }: Document,
): Promise<void> {
  await tx
    .updateTable('sales_orders')
    .set({ ...order, ...totals, items: lineRows.length })
    .where('id', '=', id)
    .execute()
  await replaceLines(tx, 'sales_order_lines', id, lineRows)
}

export async function setOrderStatus(tx: OrgTx, id: string, status: OrderStatus, updatedAt: Date): Promise<void> {
  await tx.updateTable('sales_orders').set({ status, updated_at: updatedAt }).where('id', '=', id).execute()
}

/** How much of each line of the order, by its place, is on no invoice that stands; drafts count. */
export async function uninvoicedOf(tx: OrgTx, orderId: string, exceptInvoice: string | null = null): Promise<number[]> {
  const { rows } = await sql<{ left: number }>`
    select o.thousandths - coalesce((
      select sum(l.thousandths) from app.sales_invoices i join app.sales_invoice_lines l on l.org_id = i.org_id and l.document_id = i.id
      where i.org_id = o.org_id and i.order_id = o.document_id and i.status not in ('Void', 'Credited') and l.order_line = o.position
        and i.id is distinct from ${exceptInvoice}::uuid
    ), 0)::bigint as left
    from app.sales_order_lines o where o.document_id = ${orderId}::uuid order by o.position`.execute(tx)
  return rows.map(({ left }) => left / 1_000)
}

/** What earlier invoices of an order took of its discount in money, and of that of each of its lines. */
export async function discountsTaken(tx: OrgTx, orderId: string) {
  const documents = await tx
    .selectFrom('sales_invoices')
    .select(sql<number>`coalesce(sum(discount_amount), 0)::bigint`.as('taken'))
    .where('order_id', '=', orderId)
    .where('status', 'not in', ['Void', 'Credited'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ line: number; taken: number }>`
    select l.order_line as line, sum(l.discount_amount)::bigint as taken
    from app.sales_invoices i join app.sales_invoice_lines l on l.org_id = i.org_id and l.document_id = i.id
    where i.order_id = ${orderId}::uuid and i.status not in ('Void', 'Credited') and l.order_line is not null group by 1`.execute(tx)
  return { document: documents.taken, lines: new Map(rows.map(({ line, taken }) => [line, taken])) }
}

/** An invoice of the order that is not void. */
export const findInvoiceOfOrder = (tx: OrgTx, orderId: string) =>
  tx
    .selectFrom('sales_invoices')
    .select(['id', 'number'])
    .where('order_id', '=', orderId)
    .where('status', '<>', sql<string>`'Void'`)
    .limit(1)
    .executeTakeFirst()

export const ordersNamed = (tx: OrgTx, q: string, limit: number) =>
  tx
    .selectFrom('sales_orders')
    .select(['id', 'number', 'customer', 'status'])
    .where(sql<SqlBool>`number ilike ${likePattern(q)} or customer ilike ${likePattern(q)}`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
