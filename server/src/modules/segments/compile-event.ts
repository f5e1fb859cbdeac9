import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { isOwnEvent } from '@imperium/contract/contacts/contacts.ts'
import type { SegmentCondition } from '@imperium/contract/contacts/segment-rules.ts'
import { isInSet, not } from './contact-set.ts'
import type { Reach } from './contact-set.ts'
import type { SingleRows } from './single-rows.ts'

type EventCondition = Extract<SegmentCondition, { kind: 'event' }>

/** How often something happened. What is summed up in the contact's activity is read there, the rest from the events themselves. */
export function compileEvent(
  condition: EventCondition,
  { since, reach, rows }: { since: Date | null; reach: Reach; rows: SingleRows },
): RawBuilder<SqlBool> {
  const { type, op, count, data } = condition
  // Of what an event was recorded with, no sum says anything.
  const isSummedUp = !isOwnEvent(type) && data === undefined
  const those = happened(condition, since)
  const atLeast = (least: number): RawBuilder<SqlBool> => {
    if (least <= 0) return sql<SqlBool>`true`
    if (isSummedUp && least === 1) return rows.activity(since === null ? sql<SqlBool>`a.events ? ${type}::text` : lastSince(type, since))
    if (isSummedUp && since === null) return rows.activity(sql<SqlBool>`${times(type)} >= ${least}`)
    return isInSet({ ...those, ...(least > 1 ? { having: sql<SqlBool>`count(*) >= ${least}` } : {}) }, reach)
  }
  if (op === 'at_least') return atLeast(count)
  if (op === 'at_most') return not(atLeast(count + 1))
  if (count === 0) return not(atLeast(1))
  // As ranges: of an equality the planner would expect almost no rows, and look up the many it finds one by one.
  if (isSummedUp && since === null) return rows.activity(sql<SqlBool>`abs(${times(type)} - ${count}) < 1`)
  return isInSet({ ...those, having: sql<SqlBool>`abs(count(*) - ${count}) < 1` }, reach)
}

const times = (type: string) => sql`(a.events -> ${type}::text ->> 0)::bigint`
const lastSince = (type: string, since: Date) => sql<SqlBool>`(a.events -> ${type}::text ->> 1)::bigint >= ${since.getTime()}`

const happened = ({ type, data }: EventCondition, since: Date | null) => {
  const inTime = since === null ? sql`` : sql` and e.at >= ${since}`
  const withData = data === undefined ? sql`` : sql` and ${holdsData(data)}`
  return {
    from: sql`app.contact_events e`,
    contactId: sql<string>`e.contact_id`,
    where: sql<SqlBool>`e.type = ${type}${inTime}${withData}`,
  }
}

/** Never null. What is no number is neither more nor less than one. */
function holdsData({ property, op, value }: NonNullable<EventCondition['data']>): RawBuilder<SqlBool> {
  const text = sql`lower(coalesce(e.data ->> ${property}::text, ''))`
  if (op === 'contains') return sql<SqlBool>`strpos(${text}, lower(${String(value)}::text)) > 0`
  if (typeof value === 'string') return sql<SqlBool>`${text} = lower(${value}::text)`
  const number = sql`case when jsonb_typeof(e.data -> ${property}::text) = 'number' then (e.data ->> ${property}::text)::numeric end`
  const than = sql`${String(value)}::numeric`
  if (op === 'at_least') return sql<SqlBool>`(${number} >= ${than}) is true`
  return op === 'at_most' ? sql<SqlBool>`(${number} <= ${than}) is true` : sql<SqlBool>`(${number} = ${than}) is true`
}
