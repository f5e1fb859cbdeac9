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
import { findBySku, insertProduct, productColumns, toProduct, writeProduct } from './product-store.ts'

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

const readers = {
  name: (text: string) => text,
  sku: (text: string) => text,
  code: (text: string) => text,
  currency: (text: string) => text.toUpperCase() || undefined,
  unitPrice: hundredths,
  prices: (text: string) =>
    text
      .split(';')
      .filter((each) => each.trim() !== '')
      .map(priceOf),
  taxBasisPoints: (text: string) => (text ? hundredths(text) : 0),
  stock: (text: string) => (text ? Number(text) : null),
}

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

/** What the file says of a product; a column that it does not have leaves a known product as it is. */
function bodyOf({ cell, has }: NumberedRow, known: SalesProduct | undefined): object {
  const kept = known && SalesProductBody.strip().parse(known)
  const read = Object.entries(readers).flatMap(([field, reader]) => {
    const heading = headings[field] ?? ''
    return has(heading) || !known ? [[field, reader(cell(heading))]] : []
  })
  return { ...kept, ...Object.fromEntries(read.filter(([, value]) => value !== undefined)) }
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
      const sku = row.cell('SKU')
      const found = sku === '' ? undefined : await findBySku(tx, sku)
      const known = found && toProduct(found)
      const body = SalesProductBody.safeParse(bodyOf(row, known))
      if (!body.success) throw invalid(body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      const columns = productColumns(body.data, known?.currency ?? Currency.parse(currency))
      if (known) await writeProduct(tx, known.id, { ...columns, updated_at: clock.now() })
      else await insertProduct(tx, newId(), columns)
      return known ? 'updated' : 'created'
    },
  })
}
