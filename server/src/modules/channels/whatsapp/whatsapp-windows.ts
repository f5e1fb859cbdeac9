import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'

const windowMs = 24 * 3_600_000

/**
 * The end of the 24-hour window per number, counted from its last message to this account; a number not returned has no window.
 * One statement for all numbers. Replies in the sandbox are stored without an account.
 */
export async function whatsappWindows(
  tx: OrgTx,
  { id, provider }: Pick<ChannelAccount, 'id' | 'provider'>,
  numbers: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (numbers.length === 0) return new Map()
  // Must repeat the index's condition with literals: with parameters the planner would not use the index.
  const { rows } = await sql<{ sender: string; at: Date }>`
    select sender, max(at) as at from app.inbound_items
    where channel = 'whatsapp' and kind = 'message' and sender = any(${[...numbers]}) and at > ${new Date(now.getTime() - windowMs)}
      and account_id is not distinct from ${provider === 'sandbox' ? null : id}
    group by sender`.execute(tx)
  return new Map(rows.map(({ sender, at }) => [sender, new Date(at.getTime() + windowMs)]))
}
