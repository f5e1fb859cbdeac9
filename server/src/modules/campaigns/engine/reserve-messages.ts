import { sql } from 'kysely'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { lockMessageAllowance, noneLeft } from '../../../platform/metering/message-allowance.ts'
import { giveBackMessages, messagesOfMonth, meterMessages } from '../../../platform/metering/metering.ts'
import type { ChunkKey } from './chunk-store.ts'
import type { SendFacts } from './parts.ts'

/** With more messages left than this, leased chunks together cannot exceed the month's limit: nothing is reserved, so no chunk waits. */
const plenty = 50_000

export interface Allowance {
  /** Messages that may be sent; `Infinity` if the end of the month's quota is far. */
  count: number
  /** Why no message may be sent any more; null while some may, or may again soon. */
  usedUp: Text | null
}

export const unbounded: Allowance = { count: Infinity, usedUp: null }

/**
 * Messages of the month that the chunk may send; near the limit they are metered in advance, so that the plan is never exceeded
 * by concurrent sends. Unused ones are returned when the chunk is handed back.
 */
export async function reserveMessages(tx: OrgTx, { sendId, chunk }: ChunkKey, { channel, campaignId }: SendFacts): Promise<Allowance> {
  const roughly = await messagesOfMonth(tx)
  if (roughly.limit - roughly.used > plenty) return unbounded
  const month = await lockMessageAllowance(tx)
  const { rows } = await sql<{ queued: number; reserved: number }>`
    select (select count(*) from app.campaign_recipients r
        where r.org_id = ${tx.orgId} and r.send_id = ${sendId} and r.chunk = ${chunk} and r.status = 'queued')::int as queued,
      metered - sent as reserved
    from app.campaign_chunks where send_id = ${sendId} and chunk = ${chunk}`.execute(tx)
  // Reserved by an earlier worker that crashed before it could return it.
  const { queued, reserved } = rows[0] ?? { queued: 0, reserved: 0 }
  const left = Math.max(0, month.limit - month.used)
  const taken = Math.min(Math.max(0, queued - reserved), left)
  const count = reserved + taken
  if (taken > 0) {
    await meterMessages(tx, channel, taken, { campaignId })
    await sql`update app.campaign_chunks set metered = metered + ${taken}, reserved_at = now() where send_id = ${sendId} and chunk = ${chunk}`.execute(
      tx,
    )
  }
  if (count > 0 || queued === 0) return { count: Math.max(0, count), usedUp: null }
  return { count: 0, usedUp: (await isReservedElsewhere(tx)) ? null : noneLeft({ ...month, used: month.limit }) }
}

/** Returns the unused reservation to the month in which it was made; called by the owner of the chunk, or once it has none. */
export async function giveBackReserved(
  tx: OrgTx,
  { sendId, chunk, epoch }: ChunkKey,
  { channel, campaignId, reservedAt }: { channel: string; campaignId: string; reservedAt: Date },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with held as (
      select metered - sent as count from app.campaign_chunks
      where send_id = ${sendId} and chunk = ${chunk} and epoch = ${epoch} and status = 'leased' and metered > sent for update
    )
    update app.campaign_chunks set metered = sent from held where send_id = ${sendId} and chunk = ${chunk} returning held.count`.execute(tx)
  if (rows[0]) await giveBackMessages(tx, channel, rows[0].count, reservedAt, { campaignId })
}

/** True if reserved messages may still be returned: by workers, or by unowned chunks that are soon taken or reaped. */
async function isReservedElsewhere(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql`
    select from app.campaign_chunks k where k.org_id = ${tx.orgId} and k.status = 'leased' and k.metered > k.sent limit 1`.execute(tx)
  return rows.length > 0
}
