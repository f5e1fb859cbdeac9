import type { OrderStatus, SalesOrderBody, SalesOrderDetail, UpdateSalesOrderBody } from '@imperium/contract/sales/sales-orders.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../../platform/resources/checks.ts'
import { nextNumber } from '../documents/number-series.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { prepareDocument } from '../documents/prepare-document.ts'
import { todayOf } from '../documents/today-of.ts'
import { moveStock } from '../products/move-stock.ts'
import { findInvoiceOfOrder, findOrder, insertOrder, lockOrder, replaceOrder, setOrderStatus } from './order-store.ts'

const readBack = async (tx: OrgTx, id: string): Promise<SalesOrderDetail> => found(await findOrder(tx, id))

/** @throws as `prepareDocument`. */
export async function createOrder(platform: Platform, { tx, audit }: SalesContext, body: SalesOrderBody): Promise<SalesOrderDetail> {
  const { settings, customer, document } = await prepareDocument(tx, body)
  const today = await todayOf(platform, tx)
  const id = newId()
  const number = await nextNumber(tx, settings.orderPrefix, today, settings.yearStartMonth)
  const { currency = settings.currency, date = today, notes } = body
  await insertOrder(tx, { id, number, ...customer, currency, date, notes }, document)
  audit({ targetId: id, targetName: number, after: { amount: document.totals.amount, currency, lines: body.lines } })
  return readBack(tx, id)
}

/** @throws 404; 409 for a stale write and for an order that is not pending any more. */
export async function updateOrder(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, ...body }: UpdateSalesOrderBody,
): Promise<SalesOrderDetail> {
  const row = found(await lockOrder(tx, id))
  assertFresh(row, updatedAt)
  if (row.status !== 'Pending') throw conflict('Only pending orders can be changed.')
  const { customer, document } = await prepareDocument(tx, body)
  const { currency = row.currency, date = row.date, notes } = body
  const stamp = nextStamp(row, platform.clock.now())
  await replaceOrder(tx, id, { ...customer, currency, date, notes, updated_at: stamp }, document)
  audit({ targetName: row.number, before: { amount: row.amount }, after: { amount: document.totals.amount, lines: body.lines } })
  return readBack(tx, id)
}

/** From which statuses an order gets into this one. */
const sources: Readonly<Record<OrderStatus, readonly string[]>> = {
  Pending: [],
  Confirmed: ['Pending'],
  Completed: ['Confirmed'],
  Cancelled: ['Pending', 'Confirmed'],
}

/** @throws 404; 409 where the status does not allow it, where stock is missing, and for cancelling an order with an invoice. */
export async function moveOrder(
  platform: Platform,
  { tx, audit }: SalesContext,
  id: string,
  status: 'Confirmed' | 'Completed' | 'Cancelled',
): Promise<SalesOrderDetail> {
  const row = found(await lockOrder(tx, id))
  if (!sources[status].includes(row.status))
    throw conflict(message('An order that is {from} cannot become {to}.', { from: row.status, to: status }))
  if (status === 'Cancelled' && (await findInvoiceOfOrder(tx, id))) throw conflict('The order has an invoice. Void or delete it first.')
  if (status === 'Confirmed') await moveStock(tx, 'order', id, 'take')
  if (status === 'Cancelled' && row.status === 'Confirmed') await moveStock(tx, 'order', id, 'give back')
  await setOrderStatus(tx, id, status, nextStamp(row, platform.clock.now()))
  audit({ targetName: row.number, before: { status: row.status }, after: { status } })
  return readBack(tx, id)
}
