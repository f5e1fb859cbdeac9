import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { SegmentCondition } from '@imperium/contract/segment-rules.ts'
import { compileCustom } from './compile-custom.ts'
import { compileText } from './compile-values.ts'
import { isInSet, isMergedIntoSet, joined, not } from './contact-set.ts'
import type { Reach } from './contact-set.ts'
import { providerOf } from './provide-conditions.ts'

const dayMs = 86_400_000

const columns = {
  email: sql`c.email`,
  phone: sql`c.phone`,
  firstName: sql`c.first_name`,
  lastName: sql`c.last_name`,
  locale: sql`c.locale`,
  timeZone: sql`c.time_zone`,
} as const

export interface CompileOptions {
  now: Date
  reach: Reach
  /** Somebody was merged in the organization: what other modules keep may stand under names that are gone. */
  hasMerges: boolean
}
export type LeafCondition = Exclude<SegmentCondition, { kind: 'segment' }>

/** One condition about the contact `c`, never null. Every value of the user's is a parameter; columns come from the list above. */
export function compileCondition(condition: LeafCondition, { now, reach, hasMerges }: CompileOptions): RawBuilder<SqlBool> {
  switch (condition.kind) {
    case 'field':
      return compileText(sql`coalesce(${columns[condition.field]}, '')`, condition.op, condition.value ?? '')
    case 'custom':
      return compileCustom(condition, now)
    case 'tags':
      return compileTags(condition)
    case 'source': {
      const among = sql<SqlBool>`c.source = any(${[...condition.sources]}::text[])`
      return condition.op === 'any_of' ? among : not(among)
    }
    case 'created':
      return compileCreated(condition, now)
    case 'emailState':
      return sql<SqlBool>`c.email_state = ${condition.state}`
    case 'event':
      return compileEvent(condition, now, reach)
    case 'consent':
      return compileConsent(condition, reach)
    case 'reach':
      return compileReach(condition, reach)
    case 'campaign':
      return compileProvided(condition, { now, reach, hasMerges })
  }
}

function compileTags({ op, tags }: Extract<SegmentCondition, { kind: 'tags' }>): RawBuilder<SqlBool> {
  if (op === 'all_of') return sql<SqlBool>`c.tags @> ${tags}::text[]`
  const overlap = sql<SqlBool>`c.tags && ${tags}::text[]`
  return op === 'any_of' ? overlap : not(overlap)
}

/** Days are those of UTC; "in the last n days" counts back from this moment. */
function compileCreated(condition: Extract<SegmentCondition, { kind: 'created' }>, now: Date): RawBuilder<SqlBool> {
  const { op } = condition
  const back = new Date(now.getTime() - (condition.days ?? 0) * dayMs)
  if (op === 'last_days') return sql<SqlBool>`c.created_at >= ${back}`
  if (op === 'not_last_days') return sql<SqlBool>`c.created_at < ${back}`
  const start = new Date(`${condition.date}T00:00:00Z`)
  const end = new Date(start.getTime() + dayMs)
  if (op === 'before') return sql<SqlBool>`c.created_at < ${start}`
  if (op === 'after') return sql<SqlBool>`c.created_at >= ${end}`
  return sql<SqlBool>`(c.created_at >= ${start} and c.created_at < ${end})`
}

function compileEvent(condition: Extract<SegmentCondition, { kind: 'event' }>, now: Date, reach: Reach): RawBuilder<SqlBool> {
  const { type, op, count, days } = condition
  const since = days === undefined ? sql`` : sql` and e.at >= ${new Date(now.getTime() - days * dayMs)}`
  const happened = { from: sql`app.contact_events e`, contactId: sql<string>`e.contact_id`, where: sql<SqlBool>`e.type = ${type}${since}` }
  const atLeast = (least: number) => {
    if (least <= 0) return sql<SqlBool>`true`
    return isInSet(least === 1 ? happened : { ...happened, having: sql<SqlBool>`count(*) >= ${least}` }, reach)
  }
  if (op === 'at_least') return atLeast(count)
  if (op === 'at_most') return not(atLeast(count + 1))
  if (count === 0) return not(atLeast(1))
  // As a range: of an equality the planner would expect next to nobody, and look the many it finds up one by one.
  return isInSet({ ...happened, having: sql<SqlBool>`abs(count(*) - ${count}) < 1` }, reach)
}

function compileConsent(condition: Extract<SegmentCondition, { kind: 'consent' }>, reach: Reach): RawBuilder<SqlBool> {
  const { channel, purpose, status } = condition
  const ofPurpose = purpose === undefined ? sql`` : sql` and s.purpose = ${purpose}`
  const ofStatus = status === 'none' ? sql`` : sql` and s.status = ${status}`
  const set = {
    from: sql`app.consents s`,
    contactId: sql<string>`s.contact_id`,
    where: sql<SqlBool>`s.channel = ${channel}${ofPurpose}${ofStatus}`,
  }
  return status === 'none' ? not(isInSet(set, reach)) : isInSet(set, reach)
}

/** As `checkReach` judges, but for what depends on the moment: an address that works and is on no list, and consent. */
function compileReach({ channel, purpose, state }: Extract<SegmentCondition, { kind: 'reach' }>, reach: Reach): RawBuilder<SqlBool> {
  const agreed = compileConsent({ kind: 'consent', channel, purpose, status: 'granted' }, reach)
  if (channel === 'webhook') {
    if (state === 'suppressed') return sql<SqlBool>`false`
    return state === 'reachable' ? agreed : not(agreed)
  }
  const hash = channel === 'email' ? sql`c.email_hash` : sql`c.phone_hash`
  const listed = (list: 'suppressions' | 'platform_suppressions') =>
    sql<SqlBool>`exists (select 1 from ${sql.table(`app.${list}`)} x where x.channel = ${channel} and x.address_hash = ${hash})`
  const suppressed = joined([listed('suppressions'), listed('platform_suppressions')], 'or')
  if (state === 'suppressed') return suppressed
  const works = channel === 'email' ? sql<SqlBool>`(c.email is not null and c.email_state = 'active')` : sql<SqlBool>`c.phone is not null`
  const reachable = joined([works, agreed, not(listed('suppressions')), not(listed('platform_suppressions'))], 'and')
  return state === 'reachable' ? reachable : not(reachable)
}

function compileProvided(
  condition: Extract<SegmentCondition, { kind: 'campaign' }>,
  { now, reach, hasMerges }: CompileOptions,
): RawBuilder<SqlBool> {
  const provider = providerOf(condition.kind)
  if (!provider) throw new TypeError(`Nobody provides conditions about a ${condition.kind}.`)
  const parts = provider.compile(condition, now).map(({ set, isIn }) => {
    const ways = [isInSet(set, reach), ...(hasMerges ? [isMergedIntoSet(set)] : [])]
    // "Neither" as two conditions, of which the planner joins the first.
    return isIn ? joined(ways, 'or') : joined(ways.map(not), 'and')
  })
  return joined(parts, 'and')
}
