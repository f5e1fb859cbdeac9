import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { CheckoutProvider } from '@imperium/contract/sales/sales-settings.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/types.gen.ts'

const selectCheckouts = (tx: OrgTx) =>
  tx
    .selectFrom('sales_checkouts')
    .select(['id', 'invoice_id', 'provider', 'provider_id', 'amount', 'currency', 'status', 'payment_id', 'created_at'])

interface NewCheckout {
  id: string
  invoice_id: string
  provider: CheckoutProvider
  amount: number
  currency: string
}

/** @returns false where the provider's payment is known already. */
export async function insertCheckout(
  tx: OrgTx,
  checkout: NewCheckout & { status?: 'paid'; payment_id?: string; unapplied?: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await tx
    .insertInto('sales_checkouts')
    .values({ org_id: tx.orgId, ...checkout })
    .onConflict((on) => on.columns(['org_id', 'provider', 'payment_id']).doNothing())
    .executeTakeFirst()
  return (count ?? 0n) > 0n
}

export async function changeCheckout(tx: OrgTx, id: string, changes: Updateable<DB['sales_checkouts']>): Promise<void> {
  await tx.updateTable('sales_checkouts').set(changes).where('id', '=', id).execute()
}

export const findCheckout = (tx: OrgTx, id: string) => selectCheckouts(tx).where('id', '=', id).executeTakeFirst()
export const lockCheckout = (tx: OrgTx, id: string) => selectCheckouts(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Whether a payment of the provider was taken, by whichever checkout. */
export const hasPayment = async (tx: OrgTx, provider: string, paymentId: string): Promise<boolean> =>
  (await tx
    .selectFrom('sales_checkouts')
    .select('id')
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()) !== undefined

/** The latest that a customer may have paid, of an invoice or of all; the provider knows them. */
export const openCheckouts = (
  tx: OrgTx,
  { invoiceId, provider, formerAccountId, since }: { invoiceId?: string; provider: string; formerAccountId: string | null; since: Date },
) =>
  selectCheckouts(tx)
    .where('status', '=', 'open')
    .where('provider', '=', provider)
    .where('former_account_id', formerAccountId === null ? 'is' : '=', formerAccountId)
    .where('provider_id', 'is not', null)
    .where('created_at', '>', since)
    .$if(invoiceId !== undefined, (query) => query.where('invoice_id', '=', invoiceId ?? ''))
    // Of all in turn: with many open ones none waits for ever.
    .orderBy(invoiceId === undefined ? sql`random()` : sql`id desc`)
    .limit(invoiceId === undefined ? 50 : 3)
    .execute()

export async function endOldCheckouts(tx: OrgTx, before: Date): Promise<void> {
  await tx.updateTable('sales_checkouts').set({ status: 'failed' }).where('status', '=', 'open').where('created_at', '<=', before).execute()
}
