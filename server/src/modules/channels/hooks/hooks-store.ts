import { sql } from 'kysely'
import type { HookState, ReportProvider, ReportRefusal } from '@imperium/contract/channels/delivery-reports.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

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

export async function writeReportProvider(tx: OrgTx, accountId: string, provider: ReportProvider, updatedAt: Date): Promise<void> {
  await tx
    .updateTable('channel_accounts')
    .set({ settings: sql`settings || jsonb_build_object('reports', ${provider}::text)`, updated_at: updatedAt })
    .where('id', '=', accountId)
    .execute()
}

export async function readHookState(tx: OrgTx, accountId: string): Promise<HookState> {
  const row = await tx.selectFrom('channel_hooks').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return {
    receivedAt: row?.received_at?.toISOString() ?? null,
    received: row?.received ?? 0,
    unmatched: row?.unmatched ?? 0,
    refusedAt: row?.refused_at?.toISOString() ?? null,
    refused: row?.refused ?? 0,
    // The table's check limits it to these values.
    refusal: (row?.refusal ?? null) as ReportRefusal | null,
  }
}

/** A call was taken, with so many reports that were not known yet. */
export async function noteReceived(tx: OrgTx, accountId: string, count: number, at: Date): Promise<void> {
  await sql`
    insert into app.channel_hooks as h (org_id, account_id, received_at, received) values (${tx.orgId}, ${accountId}, ${at}, ${count})
    on conflict (org_id, account_id) do update set received_at = greatest(h.received_at, excluded.received_at), received = h.received + excluded.received`.execute(
    tx,
  )
}

/** A call was refused. */
export async function noteRefused(tx: OrgTx, accountId: string, refusal: ReportRefusal, at: Date): Promise<void> {
  await sql`
    insert into app.channel_hooks as h (org_id, account_id, refused_at, refused, refusal) values (${tx.orgId}, ${accountId}, ${at}, 1, ${refusal})
    on conflict (org_id, account_id) do update set refused_at = excluded.refused_at, refused = h.refused + 1, refusal = excluded.refusal`.execute(
    tx,
  )
}

/** A report turned out to be about no message of ours. */
export async function noteUnmatched(tx: OrgTx, accountId: string): Promise<void> {
  await sql`update app.channel_hooks set unmatched = unmatched + 1 where account_id = ${accountId}`.execute(tx)
}

/** Claims a one-time token for a body (both as SHA-256). False if it came with another body before. */
export async function claimToken(tx: OrgTx, accountId: string, token: Buffer, body: Buffer): Promise<boolean> {
  await tx
    .insertInto('channel_hook_words')
    .values({ org_id: tx.orgId, account_id: accountId, word: token, body })
    .onConflict((on) => on.columns(['org_id', 'account_id', 'word']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('channel_hook_words')
    .select('body')
    .where('account_id', '=', accountId)
    .where('word', '=', token)
    .executeTakeFirst()
  return row?.body.equals(body) ?? false
}

/** Deletes tokens that are too old to be accepted again. */
export async function deleteOldTokens(tx: SystemTx, before: Date): Promise<void> {
  await tx.deleteFrom('channel_hook_words').where('at', '<', before).execute()
}
