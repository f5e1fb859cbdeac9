import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

export interface FormerAccount {
  id: string
  payment_provider: string
  payment_key_id: string
  payment_secret: string | null
}

/** Keeps a replaced account for the checkouts that customers may still pay with it. */
export async function keepFormerAccount(tx: OrgTx, account: FormerAccount): Promise<void> {
  const open = await tx
    .selectFrom('sales_checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where('former_account_id', 'is', null)
    .where('provider', '=', account.payment_provider)
    .limit(1)
    .executeTakeFirst()
  if (!open) return
  await tx
    .insertInto('sales_former_accounts')
    .values({ org_id: tx.orgId, ...account })
    .execute()
  await tx
    .updateTable('sales_checkouts')
    .set({ former_account_id: account.id })
    .where('status', '=', 'open')
    .where('former_account_id', 'is', null)
    .where('provider', '=', account.payment_provider)
    .execute()
}

/** Newest first. */
export async function listFormerAccounts(tx: OrgTx): Promise<FormerAccount[]> {
  return tx
    .selectFrom('sales_former_accounts')
    .select(['id', 'payment_provider', 'payment_key_id', 'payment_secret'])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** Since when it refuses to be asked; null: it answers. */
export async function markFormerAccount(tx: OrgTx, id: string, failingSince: Date | null): Promise<void> {
  await tx
    .updateTable('sales_former_accounts')
    .set({ failing_since: failingSince })
    .where('id', '=', id)
    .where('failing_since', failingSince === null ? 'is not' : 'is', null)
    .execute()
}

/** Secrets go with the last checkout that needed them. */
export async function dropUnneededAccounts(tx: OrgTx): Promise<void> {
  await tx
    .deleteFrom('sales_former_accounts as a')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sales_checkouts as c').select('c.id').whereRef('c.former_account_id', '=', 'a.id').where('c.status', '=', 'open'),
        ),
      ),
    )
    .execute()
}

export const listSealedFormer = (tx: SystemTx) =>
  tx.selectFrom('sales_former_accounts').select(['org_id', 'id', 'payment_secret']).execute()

export async function writeSealedFormer(
  tx: SystemTx,
  { orgId, id }: { orgId: string; id: string },
  sealed: Pick<FormerAccount, 'payment_secret'>,
): Promise<void> {
  await tx.updateTable('sales_former_accounts').set(sealed).where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** Former payment accounts of organizations whose key is refused. */
export const failingAccounts = (tx: SystemTx) =>
  tx
    .selectFrom('sales_former_accounts as a')
    .innerJoin('auth.organizations as o', 'o.id', 'a.org_id')
    .select(['o.name as organization', 'a.payment_provider as provider', 'a.failing_since as since'])
    .select(
      sql<number>`(select count(*) from app.sales_checkouts c where c.org_id = a.org_id and c.former_account_id = a.id and c.status = 'open')`.as(
        'open',
      ),
    )
    .where('a.failing_since', 'is not', null)
    .orderBy('a.failing_since')
    .limit(50)
    .execute()
