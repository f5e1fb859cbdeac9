import type { RawBuilder, SqlBool } from 'kysely'
import { isGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import { compileCondition } from './compile-condition.ts'
import type { CompileOptions, LeafCondition } from './compile-condition.ts'
import { allContacts, joined, not } from './contact-set.ts'
import type { Question } from './contact-set.ts'
import { daysIn } from './days.ts'
import type { RuleScope } from './rule-scope.ts'
import { joinedRows, lookedUp } from './single-rows.ts'

/** PostgreSQL asks in the order in which the parts of an OR stand: what the contact's own row answers comes before other tables. */
function effort(rule: SegmentRule): number {
  if (isGroup(rule) || rule.kind === 'segment') return 2
  return isAboutRows(rule) ? 1 : 0
}

const rowKinds: readonly LeafCondition['kind'][] = ['event', 'consent', 'campaign', 'reach', 'record']
const isAboutRows = ({ kind }: LeafCondition): boolean => rowKinds.includes(kind)

/** Rules as they are asked of contacts one by one (`page`), and of all of them at once (`count`). */
export interface Conditions {
  page: RawBuilder<SqlBool>
  count: Question
}

/** The scope was checked before: what the rules name exists, without cycles. `now` is when the last so many days end. */
export function compileRules(rules: SegmentGroup, scope: RuleScope, now: Date): Conditions {
  const { rows, joins } = joinedRows()
  const about = { now, days: daysIn(scope.timeZone, now), hasMerges: scope.hasMerges, records: scope.records }
  const where = compileGroup(rules, scope, { ...about, reach: 'count', rows })
  return { page: compileGroup(rules, scope, { ...about, reach: 'page', rows: lookedUp }), count: { where, joins: joins() } }
}

function compileGroup({ match, rules }: SegmentGroup, scope: RuleScope, options: CompileOptions): RawBuilder<SqlBool> {
  if (rules.length === 0) return allContacts
  const parts = rules.toSorted((a, b) => effort(a) - effort(b)).map((rule) => compileRule(rule, scope, options))
  if (match === 'all') return joined(parts, 'and')
  return match === 'any' ? joined(parts, 'or') : not(joined(parts, 'or'))
}

function compileRule(rule: SegmentRule, scope: RuleScope, options: CompileOptions): RawBuilder<SqlBool> {
  if (isGroup(rule)) return compileGroup(rule, scope, options)
  if (rule.kind !== 'segment') return compileCondition(rule, options)
  const named = scope.segments.get(rule.segmentId)
  if (!named) throw new TypeError('A segment is named that was not loaded.')
  const inside = compileGroup(named.rules, scope, options)
  return rule.in ? inside : not(inside)
}
