import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { holdMessages, requireMessages } from '../../../platform/message-allowance.ts'
import { messagesOfMonth, meter } from '../../../platform/metering.ts'
import type { ChunkKey } from './chunk-store.ts'
import type { SendFacts } from './parts.ts'

/** With more left than this no chunk in hand anywhere can reach the end of the month's messages: nothing is reserved, and nobody waits. */
const plenty = 50_000

/**
 * What the chunk may send of the month's messages, metered ahead of it where they come to their end: never more than the plan allows,
 * whoever else sends. What it does not use is given back with the chunk. 0 while all that is left is in the hands of other chunks.
 * @throws 429 PLAN_LIMIT where there is none.
 */
export async function reserveMessages(tx: OrgTx, { sendId, chunk }: ChunkKey, { channel }: SendFacts): Promise<number> {
  const roughly = await messagesOfMonth(tx)
  if (roughly.limit - roughly.used > plenty) return Infinity
  const month = await holdMessages(tx)
  const { rows } = await sql<{ queued: number; reserved: number }>`
    select (select count(*) from app.campaign_recipients r
        where r.org_id = ${tx.orgId} and r.send_id = ${sendId} and r.chunk = ${chunk} and r.status = 'queued')::int as queued,
      metered - sent as reserved
    from app.campaign_chunks where send_id = ${sendId} and chunk = ${chunk}`.execute(tx)
  // An earlier worker's, where a crash took it the chance to give it back.
  const { queued, reserved } = rows[0] ?? { queued: 0, reserved: 0 }
  const left = Math.max(0, month.limit - month.used)
  const taken = Math.min(Math.max(0, queued - reserved), left)
  if (reserved + taken <= 0) {
    if (await othersHold(tx)) return 0
    requireMessages({ limit: month.limit, used: month.limit })
  }
  if (taken > 0) {
    await meter(tx, channel === 'email' ? { mails: taken } : { messages: taken })
    await sql`update app.campaign_chunks set metered = metered + ${taken} where send_id = ${sendId} and chunk = ${chunk}`.execute(tx)
  }
  return reserved + taken
}

/** Some of what is reserved may come back. The index on leases finds the few chunks in hand. */
async function othersHold(tx: OrgTx): Promise<boolean> {
  const { rows } =
    await sql`select from app.campaign_chunks where org_id = ${tx.orgId} and status = 'leased' and metered > sent limit 1`.execute(tx)
  return rows.length > 0
}
