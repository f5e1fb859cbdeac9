import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { addStock, countedOfDocument, findProduct } from './product-store.ts'

const lineTables = { order: 'sales_order_lines', invoice: 'sales_invoice_lines' } as const

/**
 * A confirmed order takes its products from the stock, and so does an issued invoice without an order; cancelled, voided or credited they give
 * them back. @throws 409 where there is not enough.
 */
export async function moveStock(tx: OrgTx, kind: keyof typeof lineTables, id: string, way: 'take' | 'give back'): Promise<void> {
  for (const { id: productId, name, thousandths } of await countedOfDocument(tx, lineTables[kind], id)) {
    if (await addStock(tx, productId, way === 'take' ? -thousandths : thousandths)) continue
    const left = ((await findProduct(tx, productId))?.stock ?? 0) / 1_000
    throw conflict(message('Only {count} of {product} are in stock.', { count: left, product: name }))
  }
}

/** What a credit note takes back of counted products, in the order of their ids. */
export async function restock(
  tx: OrgTx,
  lines: readonly { productId?: string | null; quantity: number; unitPrice: number }[],
): Promise<void> {
  const returned = new Map<string, number>()
  for (const { productId, quantity, unitPrice } of lines)
    if (productId && unitPrice >= 0) returned.set(productId, (returned.get(productId) ?? 0) + Math.round(quantity * 1_000))
  for (const [productId, thousandths] of [...returned].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await addStock(tx, productId, thousandths)
}
