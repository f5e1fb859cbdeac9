import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { inboxCounts } from './store.ts'
import type { Viewer } from './store.ts'

export interface InboxFigures {
  open: number
  unread: number
  unassigned: number
  received: number
  receivedBefore: number
}

/** The viewer's inbox as its list counts it, and messages of contacts in the period and in the one before it. */
export async function inboxFigures(tx: OrgTx, viewer: Viewer, period: { previousFrom: Date; from: Date; to: Date }): Promise<InboxFigures> {
  const counts = await inboxCounts(tx, viewer)
  const { rows } = await sql<{ received: number; receivedBefore: number }>`
    select count(*) filter (where m.at >= ${period.from}) as received, count(*) filter (where m.at < ${period.from}) as "receivedBefore"
    from app.messages m
    where m.direction = 'inbound' and m.at >= ${period.previousFrom} and m.at < ${period.to}`.execute(tx)
  return { ...counts, received: rows[0]?.received ?? 0, receivedBefore: rows[0]?.receivedBefore ?? 0 }
}
