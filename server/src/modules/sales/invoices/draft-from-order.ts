import { divideRounded } from '@imperium/contract/sales/compute-tax.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import type { OrderInvoiceBody } from '@imperium/contract/sales/sales-orders.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { found } from '../../../platform/resources/checks.ts'
import { copiedColumns, documentColumns, discountOfRow, rulesOf, supplyOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { discountsTaken, lockOrder, uninvoicedOf } from '../orders/order-store.ts'
import { readSettings } from '../settings/settings-store.ts'
import { findInvoice, insertDraft, toInvoice } from './invoice-store.ts'

const thousandthsOf = (quantity: number): number => Math.round(quantity * 1_000)

/** How much of each line of the order is invoiced now. @throws 409 where nothing is left; 422 for more than is left of a line. */
function chooseQuantities(left: readonly number[], chosen: OrderInvoiceBody['lines']): number[] {
  if (left.every((quantity) => quantity <= 0)) throw conflict('Every line of the order is on an invoice already.')
  if (!chosen) return left.map((quantity) => Math.max(0, quantity))
  const taken = left.map(() => 0)
  chosen.forEach(({ line, quantity }, at) => {
    const all = thousandthsOf(taken[line - 1] ?? 0) + thousandthsOf(quantity)
    if (all > thousandthsOf(left[line - 1] ?? 0))
      throw invalid([{ path: `lines.${at}.quantity`, message: 'This is more than is left of the line' }])
    taken[line - 1] = all / 1_000
  })
  return taken
}

/** The part of a discount in money that belongs to a part of what it was given on; the last part takes the rest. */
const partOf = (whole: number, taken: number, { part, of, isLast }: { part: number; of: number; isLast: boolean }): number =>
  whole === 0 ? 0 : isLast ? Math.max(0, whole - taken) : Math.min(whole - taken, divideRounded(BigInt(whole) * BigInt(part), BigInt(of)))

/** Drafts an invoice of what is left of an order, or of the lines that are named. @throws 404; 409 unless it is confirmed or completed, and where nothing is left; 422. */
export async function draftFromOrder({ tx, audit }: OrgContext, orderId: string, body: OrderInvoiceBody) {
  const order = found(await lockOrder(tx, orderId))
  if (order.status !== 'Confirmed' && order.status !== 'Completed') throw conflict('Confirm the order first.')
  const left = await uninvoicedOf(tx, orderId)
  const quantities = chooseQuantities(left, body.lines)
  const taken = await discountsTaken(tx, orderId)
  const all = await linesOf(tx, 'sales_order_lines', orderId)
  const lines = all.flatMap((line, at): SalesLine[] => {
    const quantity = quantities[at] ?? 0
    if (quantity === 0) return []
    const isLast = thousandthsOf(quantity) === thousandthsOf(left[at] ?? 0)
    const shares = { part: thousandthsOf(quantity), of: thousandthsOf(line.quantity), isLast }
    return [{ ...line, quantity, orderLine: at + 1, discountAmount: partOf(line.discountAmount, taken.lines.get(at + 1) ?? 0, shares) }]
  })
  const isRest = quantities.every((quantity, at) => thousandthsOf(quantity) === thousandthsOf(left[at] ?? 0))
  const settings = await readSettings(tx)
  const rules = rulesOf(settings, supplyOf(order))
  const { totals } = documentColumns(lines, rules, { discountBasisPoints: order.discount_basis_points })
  const shares = { part: totals.subtotal, of: Math.max(1, order.subtotal), isLast: isRest }
  const discount_amount = partOf(order.discount_amount, taken.document, shares)
  const document = documentColumns(lines, rules, discountOfRow({ ...order, discount_amount }))
  const id = newId()
  const own = { due_date: null, reverse_charge: false, buyer_reference: '', exchange_rate_micros: null }
  await insertDraft(tx, { id, order_id: orderId, ...copiedColumns(order), discount_amount, ...own }, document)
  audit({ targetId: orderId, targetName: order.number, after: { invoiceId: id, amount: document.totals.amount, quantities } })
  return toInvoice(found(await findInvoice(tx, id)))
}

/** The lines of a draft may name lines of its own order, and no more of them than no other invoice has. @throws 422. */
export async function assertOfOrder(
  tx: OrgTx,
  orderId: string | null,
  lines: readonly { orderLine: number | null; quantity: number }[],
  invoiceId: string | null,
): Promise<void> {
  const left = orderId === null ? [] : await uninvoicedOf(tx, orderId, invoiceId)
  const taken = new Map<number, number>()
  lines.forEach(({ orderLine, quantity }, at) => {
    if (orderLine === null) return
    const all = (taken.get(orderLine) ?? 0) + thousandthsOf(quantity)
    const free = left[orderLine - 1]
    if (free === undefined) throw invalid([{ path: `lines.${at}.orderLine`, message: 'The order has no such line' }])
    if (all > thousandthsOf(free))
      throw invalid([{ path: `lines.${at}.quantity`, ...worded(message('Of this line of the order {count} are left', { count: free })) }])
    taken.set(orderLine, all)
  })
}
