import { conditionsOf, segmentLimits } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition, SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import { asValue, message, worded } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import { purposeNames } from '../consents/index.ts'
import { findProfile } from '../organizations/index.ts'
import { providerOf } from './provide-conditions.ts'
import { recordKey, resolveRecords } from './record-conditions.ts'
import type { RecordsOfRules } from './record-conditions.ts'
import { anyMerged } from '../contacts/index.ts'
import { findFields, findRules } from './store.ts'

/** Everything that rules name, loaded: compiling and describing them needs no statement more. */
export interface RuleScope {
  fields: Map<string, { label: string; type: string }>
  purposes: Map<string, string>
  campaigns: Map<string, string>
  records: RecordsOfRules
  segments: Map<string, { name: string; rules: SegmentGroup }>
  /** Of the organization; read only where conditions are about days. */
  timeZone: string
  /** Asked only where conditions are about rows of other modules. */
  hasMerges: boolean
  /** What is wrong with what the rules name, in words. Empty: they can be compiled. */
  problems: Worded[]
}

const idsOf = <K extends SegmentCondition['kind']>(conditions: readonly SegmentCondition[], kind: K) =>
  conditions.filter((condition): condition is Extract<SegmentCondition, { kind: K }> => condition.kind === kind)

/** Loads what rules name. `ofSegment` is the segment they belong to: naming it would be a cycle. */
export async function loadScope(tx: OrgTx, trees: readonly SegmentGroup[], ofSegment: string | null = null): Promise<RuleScope> {
  const segments: RuleScope['segments'] = new Map()
  const problems: Worded[] = []
  let wanted = trees.flatMap((rules) => idsOf(conditionsOf(rules), 'segment').map(({ segmentId }) => segmentId))
  for (let depth = 0; wanted.length > 0; depth++) {
    const missing = [...new Set(wanted)].filter((id) => !segments.has(id))
    if (missing.length === 0) break
    if (depth >= segmentLimits.segmentDepth) {
      problems.push(message('Segments can be nested at most {levels} deep.', { levels: segmentLimits.segmentDepth }))
      break
    }
    const found = await findRules(tx, missing)
    if (found.size < missing.length) problems.push(worded('A segment used in these rules no longer exists.'))
    for (const [id, segment] of found) segments.set(id, segment)
    wanted = [...found.values()].flatMap(({ rules }) => idsOf(conditionsOf(rules), 'segment').map(({ segmentId }) => segmentId))
  }
  const conditions = [...trees, ...[...segments.values()].map(({ rules }) => rules)].flatMap(conditionsOf)
  const cycle = findCycle(trees, segments, ofSegment)
  if (cycle) problems.push(cycle)
  else if (problems.length === 0 && Math.max(0, ...trees.map((tree) => sizeOf(tree, segments))) > segmentLimits.conditionsTogether)
    problems.push(
      message('These rules and the segments used in them have more than {max} conditions in total.', {
        max: segmentLimits.conditionsTogether,
      }),
    )
  const named = await loadNames(tx, conditions)
  const hasMerges = conditions.some(({ kind }) => kind === 'campaign' || kind === 'record') && (await anyMerged(tx))
  const timeZone = conditions.some(isAboutDays) ? ((await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC') : 'UTC'
  return { ...named, segments, hasMerges, timeZone, problems: [...problems, ...problemsOf(conditions, named)] }
}

const isAboutDays = (condition: SegmentCondition): boolean =>
  condition.kind === 'created' || (condition.kind === 'custom' && condition.type === 'date')

type Named = Pick<RuleScope, 'fields' | 'purposes' | 'campaigns' | 'records'>

async function loadNames(tx: OrgTx, conditions: readonly SegmentCondition[]): Promise<Named> {
  const keys = idsOf(conditions, 'custom').map(({ field }) => field)
  const purposes = [...idsOf(conditions, 'consent'), ...idsOf(conditions, 'reach')].flatMap(({ purpose }) => purpose ?? [])
  const campaigns = idsOf(conditions, 'campaign').flatMap(({ campaignId }) => campaignId ?? [])
  return {
    fields: keys.length ? await findFields(tx, keys) : new Map(),
    purposes: purposes.length ? await purposeNames(tx, purposes) : new Map(),
    campaigns: campaigns.length ? ((await providerOf('campaign')?.names(tx, campaigns)) ?? new Map<string, string>()) : new Map(),
    records: await resolveRecords(tx, idsOf(conditions, 'record')),
  }
}

function problemsOf(conditions: readonly SegmentCondition[], named: Named): Worded[] {
  const problems = conditions.flatMap((condition): Worded[] => {
    if (condition.kind === 'custom') {
      const field = named.fields.get(condition.field)
      if (!field) return [message('The custom field "{field}" no longer exists.', { field: condition.field })]
      return field.type === condition.type
        ? []
        : [message('The custom field "{field}" is of type {type} now.', { field: condition.field, type: asValue(field.type) })]
    }
    if ((condition.kind === 'consent' || condition.kind === 'reach') && condition.purpose !== undefined)
      return named.purposes.has(condition.purpose) ? [] : [message('There is no purpose "{purpose}".', { purpose: condition.purpose })]
    if (condition.kind === 'campaign' && condition.campaignId !== undefined)
      return named.campaigns.has(condition.campaignId)
        ? []
        : [worded('A campaign in these rules no longer exists, or its recipients are no longer stored.')]
    if (condition.kind === 'record') {
      const found = named.records.get(recordKey(condition))
      return found && 'message' in found ? [found] : []
    }
    return []
  })
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()]
}

/** Each segment is looked at once: a hundred that all name each other would otherwise be walked without end. */
function findCycle(trees: readonly SegmentGroup[], segments: RuleScope['segments'], ofSegment: string | null): Worded | null {
  const state = new Map<string, 'open' | 'done'>(ofSegment === null ? [] : [[ofSegment, 'open']])
  const visit = (rules: SegmentGroup): boolean =>
    idsOf(conditionsOf(rules), 'segment').some(({ segmentId }) => {
      if (state.has(segmentId)) return state.get(segmentId) === 'open'
      state.set(segmentId, 'open')
      const named = segments.get(segmentId)
      const found = named ? visit(named.rules) : false
      state.set(segmentId, 'done')
      return found
    })
  return trees.some(visit) ? worded('A segment cannot contain itself, directly or through other segments.') : null
}

/** Conditions once every named segment stands in its place. Not for rules with a cycle. */
function sizeOf(rules: SegmentGroup, segments: RuleScope['segments'], known = new Map<string, number>()): number {
  return conditionsOf(rules).reduce((sum, condition) => {
    const named = condition.kind === 'segment' ? segments.get(condition.segmentId) : undefined
    if (condition.kind !== 'segment' || !named) return sum + 1
    const size = known.get(condition.segmentId) ?? sizeOf(named.rules, segments, known)
    known.set(condition.segmentId, size)
    return sum + size
  }, 0)
}

/** @throws 422 with what is wrong. */
export function assertSound(scope: RuleScope, path = 'rules'): void {
  if (scope.problems.length === 0) return
  throw invalid(scope.problems.map((problem): FieldError => ({ path, ...problem })))
}
