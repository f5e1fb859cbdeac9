import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invoicesNamed } from './invoices/invoice-store.ts'
import { ordersNamed } from './orders/order-store.ts'
import { quotationsNamed } from './quotations/quotation-store.ts'

/** Quotations, orders and invoices whose number or customer contains the text. */
export async function searchSales(tx: OrgTx, q: string, limit: number): Promise<SearchHit[]> {
  const quotations = (await quotationsNamed(tx, q, limit)).map(({ id, number, customer }) => ({
    kind: 'sales-quotation',
    id,
    title: number,
    detail: customer,
    link: `sales-quotation?quotation=${id}`,
  }))
  const orders = (await ordersNamed(tx, q, limit)).map(({ id, number, customer }) => ({
    kind: 'sales-order',
    id,
    title: number,
    detail: customer,
    link: `sales-order?order=${id}`,
  }))
  const invoices = (await invoicesNamed(tx, q, limit)).map(({ id, number, customer }) => ({
    kind: 'sales-invoice',
    id,
    title: number ?? customer,
    detail: number === null ? '' : customer,
    link: `sales-invoice?invoice=${id}`,
  }))
  return [...quotations, ...orders, ...invoices].slice(0, limit)
}
