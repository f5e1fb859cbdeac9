import { SegmentRules, segmentLimits } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition, SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'

/** A condition during editing: missing values are absent. */
export interface DraftCondition {
  kind: SegmentCondition['kind']
  /** Of a custom field, or the recorded event. */
  type?: string | undefined
  field?: string | undefined
  op?: string | undefined
  value?: string | number | undefined
  values?: string[] | undefined
  tags?: string[] | undefined
  sources?: string[] | undefined
  date?: string | undefined
  days?: number | undefined
  count?: number | undefined
  did?: string | undefined
  campaignId?: string | undefined
  link?: string | undefined
  /** Of an event. */
  data?: { property: string; op: string; value?: string | number | undefined } | undefined
  channel?: string | undefined
  purpose?: string | undefined
  status?: string | undefined
  state?: string | undefined
  segmentId?: string | undefined
  in?: boolean | undefined
  /** Of records. */
  entity?: string | undefined
  relation?: string | undefined
  where?: RecordWhere[] | undefined
}

export interface RecordWhere {
  field: string
  operator: string
  value?: string | number | boolean | string[] | undefined
}
export interface ConditionNode {
  id: number
  condition: DraftCondition
}
export interface GroupNode {
  id: number
  match: SegmentGroup['match']
  rules: RuleNode[]
}
export type RuleNode = ConditionNode | GroupNode

let lastId = 0
const nextId = () => (lastId += 1)

export const isGroupNode = (node: RuleNode): node is GroupNode => 'match' in node
export const newGroup = (match: SegmentGroup['match'] = 'all', rules: RuleNode[] = []): GroupNode => ({ id: nextId(), match, rules })
export const newCondition = (condition: DraftCondition): ConditionNode => ({ id: nextId(), condition })

export function toNode(rules: SegmentGroup): GroupNode {
  const node = (rule: SegmentRule): RuleNode => ('match' in rule ? toNode(rule) : newCondition(rule))
  return newGroup(rules.match, rules.rules.map(node))
}

/** As the contract has it; null while a condition is not finished. */
export function toRules(root: GroupNode): SegmentGroup | null {
  const parsed = SegmentRules.safeParse(plain(root))
  return parsed.success ? parsed.data : null
}

const plain = (node: RuleNode): object =>
  isGroupNode(node)
    ? { match: node.match, rules: node.rules.map(plain) }
    : Object.fromEntries(Object.entries(node.condition).filter(([, value]) => value !== undefined))

/** True if the condition is complete and could be saved. */
export const isFinished = (node: ConditionNode): boolean => SegmentRules.safeParse({ match: 'all', rules: [plain(node)] }).success

/** The tree with one node replaced, or removed if `next` is null. */
export function withNode(group: GroupNode, id: number, next: RuleNode | null): GroupNode {
  if (group.id === id) return next && isGroupNode(next) ? next : group
  const rules = group.rules.flatMap((node): RuleNode[] => {
    if (node.id === id) return next ? [next] : []
    return [isGroupNode(node) ? withNode(node, id, next) : node]
  })
  return { ...group, rules }
}

export const countConditions = (node: RuleNode): number =>
  isGroupNode(node) ? node.rules.reduce((sum, inner) => sum + countConditions(inner), 0) : 1

export const mayNest = (depth: number): boolean => depth < segmentLimits.depth
export const mayAdd = (root: GroupNode): boolean => countConditions(root) < segmentLimits.conditions

/** The subject of a condition, as one value of a select. */
export const subjectOf = ({ kind, field, entity, relation }: DraftCondition): string =>
  kind === 'field' || kind === 'custom' ? `${kind}:${field ?? ''}` : kind === 'record' ? `record:${entity ?? ''}.${relation ?? ''}` : kind

/** A new condition for another subject. */
export function conditionAbout(subject: string, choices: SegmentChoices): DraftCondition {
  const [kind = '', field = ''] = subject.split(':')
  if (kind === 'custom') {
    const type = choices.fields.find(({ key }) => key === field)?.type ?? 'text'
    const op = { text: 'is', number: 'is', date: 'before', boolean: 'is_true', choice: 'any_of' }[type]
    return { kind, type, field, op }
  }
  if (kind === 'record') {
    const [entity = '', relation = ''] = field.split('.')
    return { kind, entity, relation, in: true }
  }
  const fresh: Record<string, DraftCondition> = {
    field: { kind: 'field', field, op: 'is' },
    tags: { kind: 'tags', op: 'any_of', tags: [] },
    source: { kind: 'source', op: 'any_of', sources: [] },
    created: { kind: 'created', op: 'last_days', days: 30 },
    emailState: { kind: 'emailState', state: 'active' },
    event: {
      kind: 'event',
      op: 'at_least',
      count: 1,
      ...(choices.events.length === 1 && choices.events[0] ? { type: choices.events[0] } : {}),
    },
    campaign: { kind: 'campaign', did: 'opened', days: 30 },
    consent: { kind: 'consent', channel: 'email', status: 'granted' },
    reach: { kind: 'reach', channel: 'email', state: 'reachable' },
    segment: { kind: 'segment', in: true },
  }
  return fresh[kind] ?? { kind: 'tags', op: 'any_of', tags: [] }
}
