import { parse } from 'csv-parse/sync'
import { Currency } from '@imperium/contract/sales/sales-documents.ts'
import { SalesProductBody } from '@imperium/contract/sales/sales-products.ts'
import type { ProductImport, SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { readSettings } from '../settings/settings-store.ts'
import { findBySku, insertProduct, productColumns, writeProduct } from './product-store.ts'

const mostRows = 2_000
const mostFaults = 100

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

type Row = Partial<Record<keyof typeof productCells, string>>

const hundredths = (text: string): number => (text === '' ? Number.NaN : Math.round(Number(text.replaceAll(',', '')) * 100))
const priceOf = (text: string) => {
  const [currency = '', amount = ''] = text.trim().split(/\s+/)
  return { currency, unitPrice: hundredths(amount) }
}

const bodyOf = (row: Row) => ({
  name: row.Name ?? '',
  sku: row.SKU ?? '',
  code: row['HSN/SAC'] ?? '',
  ...(row.Currency ? { currency: row.Currency.toUpperCase() } : {}),
  unitPrice: hundredths(row['Unit price'] ?? ''),
  prices: (row['Other prices'] ?? '')
    .split(';')
    .filter((each) => each.trim() !== '')
    .map(priceOf),
  taxBasisPoints: row['Tax %'] ? hundredths(row['Tax %']) : 0,
  stock: row.Stock ? Number(row.Stock) : null,
})

function readRows(bytes: Uint8Array): Row[] {
  try {
    return parse(Buffer.from(bytes), {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      to: mostRows + 1,
    })
  } catch {
    throw invalid([{ path: 'file', message: 'This is no CSV file with a line of headings' }])
  }
}

/** Creates products, and changes those whose SKU is known. Lines with faults are left out and named. */
export async function importProducts({ clock }: Platform, { tx, audit }: OrgContext, bytes: Uint8Array): Promise<ProductImport> {
  const rows = readRows(bytes)
  if (rows.length > mostRows) throw invalid([{ path: 'file', message: 'At most 2,000 products can be imported at once' }])
  if (rows.length > 0 && !('Name' in (rows[0] ?? {})))
    throw invalid([{ path: 'file', message: 'The first line needs the headings of an export: Name, SKU, Unit price' }])
  const { currency } = await readSettings(tx)
  const done: ProductImport = { created: 0, updated: 0, faults: [] }
  for (const [at, row] of rows.entries()) {
    const body = SalesProductBody.safeParse(bodyOf(row))
    if (!body.success) {
      const [issue] = body.error.issues
      if (done.faults.length < mostFaults)
        done.faults.push({ line: at + 2, message: `${String(issue?.path[0] ?? '')}: ${issue?.message ?? ''}` })
      continue
    }
    const known = body.data.sku === '' ? undefined : await findBySku(tx, body.data.sku)
    const columns = productColumns(body.data, known?.currency ?? Currency.parse(currency))
    if (known) await writeProduct(tx, known.id, { ...columns, updated_at: clock.now() })
    else await insertProduct(tx, newId(), columns)
    done[known ? 'updated' : 'created'] += 1
  }
  audit({ targetName: 'CSV', after: { created: done.created, updated: done.updated, faults: done.faults.length } })
  return done
}
