import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

export async function readHookSealed(tx: OrgTx, accountId: string): Promise<string | null> {
  const row = await tx.selectFrom('channel_accounts').select('hook_token_sealed').where('id', '=', accountId).executeTakeFirst()
  return row?.hook_token_sealed ?? null
}

export async function writeHook(tx: OrgTx, accountId: string, tokenHash: Buffer, sealed: string): Promise<void> {
  await tx
    .updateTable('channel_accounts')
    .set({ hook_token_hash: tokenHash, hook_token_sealed: sealed })
    .where('id', '=', accountId)
    .execute()
}

export async function findHookOwner(tx: SystemTx, tokenHash: Buffer): Promise<{ orgId: string; accountId: string } | null> {
  const { rows } = await sql<{ org_id: string; account_id: string }>`select * from app.find_channel_hook(${tokenHash})`.execute(tx)
  const row = rows[0]
  return row ? { orgId: row.org_id, accountId: row.account_id } : null
}
