import type { RawBuilder, SqlBool } from 'kysely'
import { isGroup } from '@imperium/contract/segment-rules.ts'
import type { SegmentGroup, SegmentRule } from '@imperium/contract/segment-rules.ts'
import { compileCondition } from './compile-condition.ts'
import type { CompileOptions, LeafCondition } from './compile-condition.ts'
import { everybody, joined, not } from './contact-set.ts'
import type { RuleScope } from './rule-scope.ts'

/** PostgreSQL asks in the order in which the parts of an OR stand: what the contact's own row answers comes before other tables. */
function effort(rule: SegmentRule): number {
  if (isGroup(rule) || rule.kind === 'segment') return 2
  return isAboutRows(rule) ? 1 : 0
}

const isAboutRows = ({ kind }: LeafCondition): boolean => kind === 'event' || kind === 'consent' || kind === 'campaign' || kind === 'reach'

/** Rules as one condition about the contact `c`. The scope was checked before: what the rules name exists, without cycles. */
export function compileRules(
  rules: SegmentGroup,
  scope: RuleScope,
  { now, reach }: Pick<CompileOptions, 'now' | 'reach'>,
): RawBuilder<SqlBool> {
  const options: CompileOptions = { now, reach, hasMerges: scope.hasMerges }
  const compile = (rule: SegmentRule): RawBuilder<SqlBool> => {
    if (isGroup(rule)) return compileGroup(rule)
    if (rule.kind !== 'segment') return compileCondition(rule, options)
    const named = scope.segments.get(rule.segmentId)
    if (!named) throw new TypeError('A segment is named that was not loaded.')
    return rule.in ? compileGroup(named.rules) : not(compileGroup(named.rules))
  }
  const compileGroup = ({ match, rules: inner }: SegmentGroup): RawBuilder<SqlBool> => {
    if (inner.length === 0) return everybody
    const parts = inner.toSorted((a, b) => effort(a) - effort(b)).map(compile)
    if (match === 'all') return joined(parts, 'and')
    return match === 'any' ? joined(parts, 'or') : not(joined(parts, 'or'))
  }
  return compileGroup(rules)
}
