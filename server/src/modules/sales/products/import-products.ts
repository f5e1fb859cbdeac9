import { Currency } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { SalesProductBody } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { hundredths, importItems, readImport } from '../documents/import-rows.ts'
import type { NumberedRow } from '../documents/import-rows.ts'
import { readSettings } from '../settings/settings-store.ts'
import { findBySku, insertProduct, productColumns, writeProduct } from './product-store.ts'

/** The same columns in both directions: an exported file can be changed and imported again. */
export const productCells = {
  Name: ({ name }: SalesProduct) => name,
  SKU: ({ sku }: SalesProduct) => sku,
  'HSN/SAC': ({ code }: SalesProduct) => code,
  Currency: ({ currency }: SalesProduct) => currency,
  'Unit price': ({ unitPrice }: SalesProduct) => csvAmount(unitPrice),
  'Other prices': ({ prices }: SalesProduct) => prices.map((each) => `${each.currency} ${csvAmount(each.unitPrice)}`).join('; '),
  'Tax %': ({ taxBasisPoints }: SalesProduct) => String(taxBasisPoints / 100),
  Stock: ({ stock }: SalesProduct) => (stock === null ? '' : String(stock)),
}

const priceOf = (text: string) => {
  const [currency = '', amount = ''] = text.trim().split(/\s+/)
  return { currency, unitPrice: hundredths(amount) }
}

const bodyOf = ({ cell }: NumberedRow) => ({
  name: cell('Name'),
  sku: cell('SKU'),
  code: cell('HSN/SAC'),
  ...(cell('Currency') ? { currency: cell('Currency').toUpperCase() } : {}),
  unitPrice: hundredths(cell('Unit price')),
  prices: cell('Other prices')
    .split(';')
    .filter((each) => each.trim() !== '')
    .map(priceOf),
  taxBasisPoints: cell('Tax %') ? hundredths(cell('Tax %')) : 0,
  stock: cell('Stock') ? Number(cell('Stock')) : null,
})

const headings: Readonly<Record<string, keyof typeof productCells>> = {
  name: 'Name',
  sku: 'SKU',
  code: 'HSN/SAC',
  currency: 'Currency',
  unitPrice: 'Unit price',
  prices: 'Other prices',
  taxBasisPoints: 'Tax %',
  stock: 'Stock',
}

/** Creates products, and changes those whose SKU is known. Rows with faults are left out and named. */
export async function importProducts({ clock }: Platform, context: OrgContext, bytes: Uint8Array, check: boolean): Promise<SalesImport> {
  const { tx } = context
  const { currency } = await readSettings(tx)
  return importItems({
    context,
    check,
    items: readImport(bytes, 'Name'),
    place: ({ line }, path) => ({ line, column: headings[path.split('.')[0] ?? ''] ?? '' }),
    save: async (row) => {
      const body = SalesProductBody.safeParse(bodyOf(row))
      if (!body.success) throw invalid(body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      const known = body.data.sku === '' ? undefined : await findBySku(tx, body.data.sku)
      const columns = productColumns(body.data, known?.currency ?? Currency.parse(currency))
      if (known) await writeProduct(tx, known.id, { ...columns, updated_at: clock.now() })
      else await insertProduct(tx, newId(), columns)
      return known ? 'updated' : 'created'
    },
  })
}
