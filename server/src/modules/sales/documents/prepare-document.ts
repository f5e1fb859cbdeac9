import type { z } from 'zod'
import type { SalesOrderBody } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { missingProducts } from '../products/product-store.ts'
import { readSettings } from '../settings/settings-store.ts'
import { discountColumns, documentColumns, rulesOf, supplyOf } from './document-columns.ts'
import { readCustomer } from './read-customer.ts'
import type { CustomerColumns } from './read-customer.ts'

export interface PreparedDocument {
  settings: SalesSettings
  /** The customer, the kind of supply and the discount, as all documents keep them. */
  customer: CustomerColumns & ReturnType<typeof discountColumns>
  document: ReturnType<typeof documentColumns>
}

type Body = Omit<z.output<typeof SalesOrderBody>, 'date'>

/**
 * What a document with lines keeps of what was typed: the customer, and lines and totals by the tax rules of today.
 * @throws 404 for an unknown contact, 422 for a wrong tax number, an unknown product and a total that is too large.
 */
export async function prepareDocument(tx: OrgTx, body: Body, reverseCharge = false): Promise<PreparedDocument> {
  const settings = await readSettings(tx)
  const customer = await readCustomer(tx, body, settings)
  const missing = await missingProducts(tx, body.lines)
  const at = body.lines.findIndex(({ productId }) => productId !== null && missing.has(productId))
  if (at >= 0) throw invalid([{ path: `lines.${at}.productId`, message: 'This product is not there any more' }])
  const rules = rulesOf(settings, { ...supplyOf(customer), reverseCharge })
  return { settings, customer: { ...customer, ...discountColumns(body) }, document: documentColumns(body.lines, rules, body) }
}
