import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { MailboxSettings } from './inbound-mailbox.ts'
import type { InboundState } from '../accounts/show-account.ts'

export const findMailbox = (tx: OrgTx, accountId: string) =>
  tx.selectFrom('channel_accounts').select(['inbound', 'inbound_secret', 'inbound_state']).where('id', '=', accountId).executeTakeFirst()

/** Does not write to another mailbox that was configured in the meantime. */
export async function writeInboundState(
  tx: OrgTx,
  accountId: string,
  { host, folder }: MailboxSettings,
  state: InboundState,
): Promise<void> {
  await tx
    .updateTable('channel_accounts')
    .set({ inbound_state: JSON.stringify(state) })
    .where('id', '=', accountId)
    .where(sql<boolean>`inbound->>'host' = ${host} and inbound->>'folder' = ${folder}`)
    .execute()
}

/** Those of active accounts, longest unread first. */
export const listMailboxes = (tx: SystemTx) =>
  tx
    .selectFrom('channel_accounts')
    .select(['org_id', 'id'])
    .where('inbound', 'is not', null)
    .where('is_active', '=', true)
    .orderBy(sql`inbound_state->>'readAt'`, (order) => order.asc().nullsFirst())
    .limit(1_000)
    .execute()
