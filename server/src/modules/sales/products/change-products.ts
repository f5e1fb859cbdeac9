import type { z } from 'zod'
import type { SalesProduct, SalesProductBody, UpdateSalesProductBody } from '@imperium/contract/sales/sales-products.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../../platform/resources/checks.ts'
import { readSettings } from '../settings/settings-store.ts'
import { findBySku, findProduct, insertProduct, lockProduct, productColumns, toProduct, writeProduct } from './product-store.ts'

const readBack = async (tx: OrgTx, id: string): Promise<SalesProduct> => toProduct(found(await findProduct(tx, id)))

/** @throws 409 where another product has the SKU. */
async function assertFreeSku(tx: OrgTx, sku: string, id: string | null): Promise<void> {
  const other = sku === '' ? undefined : await findBySku(tx, sku)
  if (other && other.id !== id) throw fieldConflict('sku', 'Another product has this SKU')
}

export async function createProduct({ tx, audit }: OrgContext, body: SalesProductBody): Promise<SalesProduct> {
  await assertFreeSku(tx, body.sku, null)
  const id = newId()
  await insertProduct(tx, id, productColumns(body, (await readSettings(tx)).currency))
  audit({ targetId: id, targetName: body.name, after: body })
  return readBack(tx, id)
}

/** @throws 404; 409 for a stale write and for the SKU of another product. */
export async function updateProduct(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, ...body }: z.output<typeof UpdateSalesProductBody>,
): Promise<SalesProduct> {
  const row = found(await lockProduct(tx, id))
  assertFresh(row, updatedAt)
  await assertFreeSku(tx, body.sku, id)
  await writeProduct(tx, id, { ...productColumns(body, row.currency), updated_at: nextStamp(row, clock.now()) })
  audit({ targetName: body.name, before: { unitPrice: row.unit_price, stock: row.stock }, after: body })
  return readBack(tx, id)
}

/** @throws 404. */
export async function archiveProduct(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  isArchived: boolean,
): Promise<SalesProduct> {
  const row = found(await lockProduct(tx, id))
  const now = nextStamp(row, clock.now())
  await writeProduct(tx, id, { archived_at: isArchived ? (row.archived_at ?? now) : null, updated_at: now })
  audit({ targetName: row.name })
  return readBack(tx, id)
}
