import { sql } from 'kysely'
import type { AddOnName } from '@imperium/contract/billing/add-ons.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

export interface AddOnRow {
  addOn: AddOnName
  quantity: number
  nextQuantity: number
  inForce: boolean
}

export async function listAddOns(tx: OrgTx): Promise<AddOnRow[]> {
  const rows = await tx
    .selectFrom('subscription_add_ons')
    .select(['add_on', 'quantity', 'next_quantity as nextQuantity', 'in_force as inForce'])
    .orderBy('add_on')
    .execute()
  // The table's own check holds the names of the contract.
  return rows.map(({ add_on, ...row }) => ({ addOn: add_on as AddOnName, ...row }))
}

export async function addQuantity(tx: OrgTx, addOn: AddOnName, quantity: number): Promise<void> {
  await tx
    .insertInto('subscription_add_ons')
    .values({ org_id: tx.orgId, add_on: addOn, quantity, next_quantity: quantity })
    .onConflict((on) =>
      on.columns(['org_id', 'add_on']).doUpdateSet({
        quantity: sql<number>`subscription_add_ons.quantity + ${quantity}`,
        next_quantity: sql<number>`subscription_add_ons.next_quantity + ${quantity}`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** Takes so many away, at most all. @returns how many that were. */
export async function takeQuantity(tx: OrgTx, addOn: AddOnName, quantity: number): Promise<number> {
  const row = (await listAddOns(tx)).find((each) => each.addOn === addOn)
  const taken = Math.min(row?.quantity ?? 0, quantity)
  if (!row || taken === 0) return 0
  if (taken === row.quantity) await tx.deleteFrom('subscription_add_ons').where('add_on', '=', addOn).execute()
  else {
    const left = row.quantity - taken
    const columns = { quantity: left, next_quantity: Math.min(left, row.nextQuantity) }
    await tx.updateTable('subscription_add_ons').set(columns).where('add_on', '=', addOn).execute()
  }
  return taken
}

/** False where the organization has fewer. */
export async function keepForNext(tx: OrgTx, addOn: AddOnName, nextQuantity: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_add_ons')
    .set({ next_quantity: nextQuantity, updated_at: sql<Date>`now()` })
    .where('add_on', '=', addOn)
    .where('quantity', '>=', nextQuantity)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setInForce(tx: OrgTx, inForce: boolean): Promise<void> {
  await tx.updateTable('subscription_add_ons').set({ in_force: inForce }).execute()
}

export async function dropAddOns(tx: OrgTx): Promise<void> {
  await tx.deleteFrom('subscription_add_ons').execute()
}
