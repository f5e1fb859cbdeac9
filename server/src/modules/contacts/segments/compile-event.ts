import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { isOwnEvent } from '@imperium/contract/contacts.ts'
import type { SegmentCondition } from '@imperium/contract/segment-rules.ts'
import { isInSet, not } from './contact-set.ts'
import type { Reach } from './contact-set.ts'
import type { SingleRows } from './single-rows.ts'

type EventCondition = Extract<SegmentCondition, { kind: 'event' }>

/** How often something happened. What is summed up in the contact's activity is read there, the rest from the events themselves. */
export function compileEvent(
  condition: EventCondition,
  { since, reach, rows }: { since: Date | null; reach: Reach; rows: SingleRows },
): RawBuilder<SqlBool> {
  const { type, op, count } = condition
  const isSummedUp = !isOwnEvent(type)
  const atLeast = (least: number): RawBuilder<SqlBool> => {
    if (least <= 0) return sql<SqlBool>`true`
    if (isSummedUp && least === 1) return rows.activity(since === null ? sql<SqlBool>`a.events ? ${type}::text` : lastSince(type, since))
    if (isSummedUp && since === null) return rows.activity(sql<SqlBool>`${times(type)} >= ${least}`)
    return isInSet({ ...happened(type, since), ...(least > 1 ? { having: sql<SqlBool>`count(*) >= ${least}` } : {}) }, reach)
  }
  if (op === 'at_least') return atLeast(count)
  if (op === 'at_most') return not(atLeast(count + 1))
  if (count === 0) return not(atLeast(1))
  // As ranges: of an equality the planner would expect next to nobody, and look the many it finds up one by one.
  if (isSummedUp && since === null) return rows.activity(sql<SqlBool>`abs(${times(type)} - ${count}) < 1`)
  return isInSet({ ...happened(type, since), having: sql<SqlBool>`abs(count(*) - ${count}) < 1` }, reach)
}

const times = (type: string) => sql`(a.events -> ${type}::text ->> 0)::bigint`
const lastSince = (type: string, since: Date) => sql<SqlBool>`(a.events -> ${type}::text ->> 1)::bigint >= ${since.getTime()}`

const happened = (type: string, since: Date | null) => ({
  from: sql`app.contact_events e`,
  contactId: sql<string>`e.contact_id`,
  where: since === null ? sql<SqlBool>`e.type = ${type}` : sql<SqlBool>`e.type = ${type} and e.at >= ${since}`,
})
