import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { SegmentCondition } from '@imperium/contract/contacts/segment-rules.ts'
import { compileCustom } from './compile-custom.ts'
import { compileText } from './compile-values.ts'
import { compileEvent } from './compile-event.ts'
import { isInSet, isMergedIntoSet, joined, not } from './contact-set.ts'
import type { Reach } from './contact-set.ts'
import { providerOf } from './provide-conditions.ts'
import { recordKey } from './record-conditions.ts'
import type { RecordRule, RecordsOfRules } from './record-conditions.ts'
import { addDays } from './days.ts'
import type { Days } from './days.ts'
import type { SingleRows } from './single-rows.ts'

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
  days: Days
  reach: Reach
  rows: SingleRows
  /** The organization merged contacts: rows of other modules may have ids of merged ones. */
  hasMerges: boolean
  records: RecordsOfRules
}
export type LeafCondition = Exclude<SegmentCondition, { kind: 'segment' }>

/** One condition about the contact `c`, never null. Every value of the user's is a parameter; columns come from the list above. */
export function compileCondition(condition: LeafCondition, options: CompileOptions): RawBuilder<SqlBool> {
  const { now, days, reach, rows } = options
  switch (condition.kind) {
    case 'field':
      return compileText(sql`coalesce(${columns[condition.field]}, '')`, condition.op, condition.value ?? '')
    case 'custom':
      return compileCustom(condition, days.today)
    case 'tags':
      return compileTags(condition)
    case 'source': {
      const among = sql<SqlBool>`c.source = any(${[...condition.sources]}::text[])`
      return condition.op === 'any_of' ? among : not(among)
    }
    case 'created':
      return compileCreated(condition, { now, days })
    case 'emailState':
      return sql<SqlBool>`c.email_state = ${condition.state}`
    case 'event':
      return compileEvent(condition, { since: daysBack(condition.days, now), reach, rows })
    case 'consent':
      return compileConsent(condition, options)
    case 'reach':
      return compileReach(condition, options)
    case 'campaign':
      return compileProvided(condition, options)
    case 'record':
      return compileRecords(condition, options)
  }
}

function compileTags({ op, tags }: Extract<SegmentCondition, { kind: 'tags' }>): RawBuilder<SqlBool> {
  if (op === 'all_of') return sql<SqlBool>`c.tags @> ${tags}::text[]`
  const overlap = sql<SqlBool>`c.tags && ${tags}::text[]`
  return op === 'any_of' ? overlap : not(overlap)
}

/** Days are those of the organization's time zone; "in the last n days" counts back from this moment. */
function compileCreated(
  condition: Extract<SegmentCondition, { kind: 'created' }>,
  { now, days }: Pick<CompileOptions, 'now' | 'days'>,
): RawBuilder<SqlBool> {
  const { op } = condition
  const back = new Date(now.getTime() - (condition.days ?? 0) * dayMs)
  if (op === 'last_days') return sql<SqlBool>`c.created_at >= ${back}`
  if (op === 'not_last_days') return sql<SqlBool>`c.created_at < ${back}`
  const date = condition.date ?? ''
  const start = days.startOf(date)
  const end = days.startOf(addDays(date, 1))
  if (op === 'before') return sql<SqlBool>`c.created_at < ${start}`
  if (op === 'after') return sql<SqlBool>`c.created_at >= ${end}`
  return sql<SqlBool>`(c.created_at >= ${start} and c.created_at < ${end})`
}

function compileConsent(
  { channel, purpose, status }: Extract<SegmentCondition, { kind: 'consent' }>,
  { reach, rows }: CompileOptions,
): RawBuilder<SqlBool> {
  const ofStatus = status === 'none' ? sql`` : sql` and s.status = ${status}`
  const ofChannel = sql<SqlBool>`s.channel = ${channel}${ofStatus}`
  const isIn =
    purpose === undefined
      ? isInSet({ from: sql`app.consents s`, contactId: sql<string>`s.contact_id`, where: ofChannel }, reach)
      : rows.consent(sql<SqlBool>`${ofChannel} and s.purpose = ${purpose}`)
  return status === 'none' ? not(isIn) : isIn
}

/** As `checkReach` judges, but for what depends on the moment: an address that works and is on no list, and consent. */
function compileReach(
  { channel, purpose, state }: Extract<SegmentCondition, { kind: 'reach' }>,
  options: CompileOptions,
): RawBuilder<SqlBool> {
  const agreed = compileConsent({ kind: 'consent', channel, purpose, status: 'granted' }, options)
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
  { now, reach, rows, hasMerges }: CompileOptions,
): RawBuilder<SqlBool> {
  const provider = providerOf(condition.kind)
  if (!provider) throw new TypeError(`Nobody provides conditions about a ${condition.kind}.`)
  const parts = provider.compile(condition, daysBack(condition.days, now)).map((part) => {
    if ('activity' in part) return part.isIn ? rows.activity(part.activity) : not(rows.activity(part.activity))
    const ways = [isInSet(part.set, reach), ...(hasMerges ? [isMergedIntoSet(part.set)] : [])]
    // "Neither" as two conditions, of which the planner joins the first.
    return part.isIn ? joined(ways, 'or') : joined(ways.map(not), 'and')
  })
  return joined(parts, 'and')
}

/** Records keep the id of a contact that was merged, so both ways are asked. */
function compileRecords(condition: RecordRule, { now, reach, hasMerges, records }: CompileOptions): RawBuilder<SqlBool> {
  const found = records.get(recordKey(condition))
  if (!found || 'message' in found) throw new TypeError('Records are named that were not found.')
  const set = found.set(daysBack(condition.days, now))
  const ways = [isInSet(set, reach), ...(hasMerges ? [isMergedIntoSet(set)] : [])]
  return condition.in ? joined(ways, 'or') : joined(ways.map(not), 'and')
}

const daysBack = (days: number | undefined, now: Date): Date | null => (days === undefined ? null : new Date(now.getTime() - days * dayMs))
