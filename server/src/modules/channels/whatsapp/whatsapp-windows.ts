import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'

const windowMs = 24 * 3_600_000

/**
 * Until when WhatsApp lets an account write to each of the numbers in free words: 24 hours from the last word of theirs to this account.
 * One that is not named has no window. One statement, however many they are; what the sandbox answers comes in by no account.
 */
export async function whatsappWindows(
  tx: OrgTx,
  { id, provider }: Pick<ChannelAccount, 'id' | 'provider'>,
  numbers: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (numbers.length === 0) return new Map()
  // The words of the index's condition stand here as they stand there: as parameters they would not be recognised.
  const { rows } = await sql<{ sender: string; at: Date }>`
    select sender, max(at) as at from app.inbound_items
    where channel = 'whatsapp' and kind = 'message' and sender = any(${[...numbers]}) and at > ${new Date(now.getTime() - windowMs)}
      and account_id is not distinct from ${provider === 'sandbox' ? null : id}
    group by sender`.execute(tx)
  return new Map(rows.map(({ sender, at }) => [sender, new Date(at.getTime() + windowMs)]))
}
