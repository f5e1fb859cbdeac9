import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { momentOf } from '../../contacts/index.ts'
import type { TimelineItem, TimelinePage } from '../../contacts/index.ts'

interface Row {
  id: string
  micros: number
  type: 'added' | 'lifted'
  channel: string
  reason: string
  detail: string
  actor: string
}

/** When the addresses that a contact has now were put on the organization's list, and when they were taken off it. */
export async function suppressionEvents(
  tx: OrgTx,
  { contactId }: { contactId: string },
  { before, limit }: TimelinePage,
): Promise<TimelineItem[]> {
  const { rows } = await sql<Row>`
    select told.* from contacts c
    cross join lateral (select distinct hash from unnest(array[c.email_hash, c.phone_hash]) as known(hash) where hash is not null) known
    cross join lateral (
      select e.id, (extract(epoch from e.at) * 1000000)::int8 as micros, e.type, e.channel, e.reason, e.detail, e.actor_name as actor
      from suppression_events e
      where e.org_id = c.org_id and e.address_hash = known.hash and (e.at, e.id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid)
      order by e.at desc, e.id desc limit ${limit}
    ) told
    where c.id = ${contactId} order by told.micros desc, told.id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, micros, type, channel, reason, detail, actor }) => ({
    id,
    atMicros: micros,
    type: type === 'added' ? 'consent.suppressed' : 'consent.lifted',
    title: '',
    actor,
    detail: { channel, reason, detail },
  }))
}
