import { Currency } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { SalesProductBody } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decimalSignOf } from '../../../platform/text/read-number.ts'
import type { DecimalSign } from '../../../platform/text/read-number.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { amountIn, hundredths, importItems, readImport } from '../documents/import-rows.ts'
import type { NumberedRow } from '../documents/import-rows.ts'
import { readSettings } from '../settings/settings-store.ts'
import { priceIn } from './price-in.ts'
import { findBySku, insertProduct, productColumns, toProduct, writeProduct } from './product-store.ts'

/** The same columns in both directions: an exported file can be changed and imported again. */
export const productCells = {
  Name: ({ name }: SalesProduct) => name,
  SKU: ({ sku }: SalesProduct) => sku,
  'HSN/SAC': ({ code }: SalesProduct) => code,
  Currency: ({ currency }: SalesProduct) => currency,
  'Unit price': ({ unitPrice }: SalesProduct) => csvAmount(unitPrice),
  'Other prices': ({ prices }: SalesProduct) => spellPrices(prices),
  'Tax %': ({ taxBasisPoints }: SalesProduct) => String(taxBasisPoints / 100),
  Stock: ({ stock }: SalesProduct) => (stock === null ? '' : String(stock)),
}

/** "EUR 99.50; USD 110.00": all amounts of the column are written alike. */
function pricesIn(row: NumberedRow, { signOfPrices }: Means): { currency: string; unitPrice: number }[] {
  const parts = row.cell('Other prices').split(';')
  const prices = parts.flatMap((part) => {
    if (part.trim() === '') return []
    const [currency, text] = priceIn(part)
    if (!text) throw invalid([{ path: 'prices', message: 'Write other prices as "EUR 99.50; USD 110.00"' }])
    const code = currency.toUpperCase()
    return { currency: code, unitPrice: hundredths(amountIn(text, signOfPrices, 'prices', { currency: code }), 'prices') }
  })
  if (prices.length > 0) row.note('Other prices', spellPrices(prices))
  return prices
}

const spellPrices = (prices: readonly { currency: string; unitPrice: number }[]): string =>
  prices.map((each) => `${each.currency} ${csvAmount(each.unitPrice)}`).join('; ')

/** What the numbers of a row mean: how other prices are written, and the currency of its price. */
interface Means {
  signOfPrices: DecimalSign | null
  currency: string
}

const pricesSignOf = (rows: readonly NumberedRow[]): DecimalSign | null =>
  decimalSignOf(
    rows.flatMap(({ cell }) =>
      cell('Other prices')
        .split(';')
        .flatMap((part) => priceIn(part)[1] || []),
    ),
  )

const minorIn = (row: NumberedRow, heading: string, path: string, unit: Parameters<NumberedRow['amount']>[2]): number | undefined => {
  const units = row.amount(heading, path, unit)
  return units === undefined ? undefined : hundredths(units, path)
}

const readers: Readonly<Record<string, (row: NumberedRow, means: Means) => unknown>> = {
  name: ({ cell }) => cell('Name'),
  sku: ({ cell }) => cell('SKU'),
  code: ({ cell }) => cell('HSN/SAC'),
  currency: ({ cell }) => cell('Currency').toUpperCase() || undefined,
  unitPrice: (row, { currency }) => minorIn(row, 'Unit price', 'unitPrice', { currency }) ?? Number.NaN,
  prices: pricesIn,
  taxBasisPoints: (row) => minorIn(row, 'Tax %', 'taxBasisPoints', 'percent') ?? 0,
  stock: ({ amount }) => amount('Stock', 'stock', 'pieces') ?? null,
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
function bodyOf(row: NumberedRow, known: SalesProduct | undefined, means: Means): object {
  const kept = known && SalesProductBody.strip().parse(known)
  const read = Object.entries(readers).flatMap(([field, reader]) => {
    const heading = headings[field] ?? ''
    return row.has(heading) || !known ? [[field, reader(row, means)]] : []
  })
  return { ...kept, ...Object.fromEntries(read.filter(([, value]) => value !== undefined)) }
}

/** Creates products, and changes those whose SKU is known. Rows with faults are left out and named. */
export async function importProducts({ clock }: Platform, context: OrgContext, bytes: Uint8Array, check: boolean): Promise<SalesImport> {
  const { tx } = context
  const { currency } = await readSettings(tx)
  const rows = await readImport(tx.orgId, bytes, 'Name')
  const signOfPrices = pricesSignOf(rows)
  return importItems({
    context,
    check,
    items: rows,
    rowsOf: (row) => [row],
    place: ({ line }, path) => ({ line, column: headings[path.split('.')[0] ?? ''] ?? '' }),
    save: async (row) => {
      const sku = row.cell('SKU')
      const found = sku === '' ? undefined : await findBySku(tx, sku)
      const known = found && toProduct(found)
      const usual = known?.currency ?? Currency.parse(currency)
      const body = SalesProductBody.safeParse(bodyOf(row, known, { signOfPrices, currency: row.cell('Currency').toUpperCase() || usual }))
      if (!body.success) throw invalid(body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      const columns = productColumns(body.data, usual)
      if (known) await writeProduct(tx, known.id, { ...columns, updated_at: clock.now() })
      else await insertProduct(tx, newId(), columns)
      return { did: known ? 'updated' : 'created', name: columns.name, amount: columns.unit_price, currency: columns.currency }
    },
  })
}
