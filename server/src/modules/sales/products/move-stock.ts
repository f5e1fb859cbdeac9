import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { addStock, countedOfOrder, findProduct } from './product-store.ts'

/** A confirmed order takes its products from the stock; a cancelled one gives them back. @throws 409 where there is not enough. */
export async function moveStock(tx: OrgTx, orderId: string, way: 'take' | 'give back'): Promise<void> {
  for (const { id, name, thousandths } of await countedOfOrder(tx, orderId)) {
    if (await addStock(tx, id, way === 'take' ? -thousandths : thousandths)) continue
    const left = ((await findProduct(tx, id))?.stock ?? 0) / 1_000
    throw conflict(message('Only {count} of {product} are in stock.', { count: left, product: name }))
  }
}
