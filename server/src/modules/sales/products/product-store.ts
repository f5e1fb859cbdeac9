import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProductBody } from '@imperium/contract/sales/sales-products.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

interface Kept {
  stock: number | null
  prices: unknown
  tax_category: string
}

/** Stock is kept in thousandths. */
export const toProduct = replyOf(SalesProduct, ({ stock, prices, tax_category }: Kept) => ({
  // The table's check holds the categories of the contract.
  taxCategory: tax_category as SalesProduct['taxCategory'],
  stock: stock === null ? null : stock / 1_000,
  // Written by `productColumns`.
  prices: prices as SalesProduct['prices'],
}))

const selectProducts = (tx: OrgTx) =>
  tx
    .selectFrom('sales_products')
    .select(['id', 'name', 'sku', 'code', 'currency', 'unit_price', 'prices', 'unit', 'tax_basis_points', 'tax_category', 'stock'])
    .select(['archived_at', 'created_at', 'updated_at'])

interface ProductPage {
  q?: string | undefined
  archived?: 'true' | 'false'
  limit: number
  after: readonly [name: string, id: string] | null
}

/** By name; those whose name or SKU contains the text. */
export const productPage = listStatement((tx, { q, archived, limit, after }: ProductPage) =>
  selectProducts(tx)
    .select(sql<string>`lower(name)`.as('place'))
    .where('archived_at', archived === 'true' ? 'is not' : 'is', null)
    .$if(Boolean(q), (query) =>
      query.where((eb) => eb.or([eb('name', 'ilike', likePattern(q ?? '')), eb('sku', 'ilike', likePattern(q ?? ''))])),
    )
    .$if(after !== null, (query) => query.where(sql<boolean>`(lower(name), id) > (${after?.[0] ?? ''}, ${after?.[1] ?? ''}::uuid)`))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit),
)

export const findProduct = (tx: OrgTx, id: string) => selectProducts(tx).where('id', '=', id).executeTakeFirst()
export const lockProduct = (tx: OrgTx, id: string) => selectProducts(tx).where('id', '=', id).forUpdate().executeTakeFirst()
export const findBySku = (tx: OrgTx, sku: string) =>
  selectProducts(tx)
    .where(sql<boolean>`lower(sku) = lower(${sku})`)
    .where('sku', '<>', '')
    .executeTakeFirst()

export const productColumns = (body: SalesProductBody, currency: string) => ({
  name: body.name,
  sku: body.sku,
  code: body.code,
  currency: body.currency ?? currency,
  unit_price: body.unitPrice,
  prices: JSON.stringify(body.prices),
  unit: body.unit,
  tax_basis_points: body.taxBasisPoints,
  tax_category: body.taxCategory,
  stock: body.stock === null ? null : Math.round(body.stock * 1_000),
})

export async function insertProduct(tx: OrgTx, id: string, columns: ReturnType<typeof productColumns>): Promise<void> {
  await tx
    .insertInto('sales_products')
    .values({ org_id: tx.orgId, id, ...columns })
    .execute()
}

export async function writeProduct(tx: OrgTx, id: string, changes: Updateable<DB['sales_products']>): Promise<void> {
  await tx.updateTable('sales_products').set(changes).where('id', '=', id).execute()
}

/** Of the products that the lines name, those that are not the organization's. */
export async function missingProducts(tx: OrgTx, lines: readonly { productId: string | null }[]): Promise<ReadonlySet<string>> {
  const named = new Set(lines.flatMap(({ productId }) => productId ?? []))
  if (named.size === 0) return named
  const rows = await tx
    .selectFrom('sales_products')
    .select('id')
    .where('id', 'in', [...named])
    .execute()
  for (const { id } of rows) named.delete(id)
  return named
}

/** What a document's lines take of counted products, in the order of their ids, so that two documents never wait for each other. */
export const countedOfDocument = (tx: OrgTx, table: 'sales_order_lines' | 'sales_invoice_lines', documentId: string) =>
  tx
    .selectFrom(`${table} as l` as 'sales_order_lines as l')
    .innerJoin('sales_products as p', (join) => join.onRef('p.org_id', '=', 'l.org_id').onRef('p.id', '=', 'l.product_id'))
    .select(['p.id', 'p.name', sql<number>`sum(l.thousandths)::bigint`.as('thousandths')])
    .where('l.document_id', '=', documentId)
    .where('l.unit_price', '>=', 0)
    .where('p.stock', 'is not', null)
    .groupBy(['p.org_id', 'p.id'])
    .orderBy('p.id')
    .execute()

/** Adds to the stock, which is never less than nothing. @returns false where there is not enough. */
export async function addStock(tx: OrgTx, id: string, thousandths: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sales_products')
    // A form that was opened before must not write the old stock back.
    .set({ stock: sql<number>`stock + ${thousandths}`, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('stock', 'is', null), eb(sql<number>`stock + ${thousandths}`, '>=', 0)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
