import { isGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition, SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import type { RuleScope } from './rule-scope.ts'

type Of<K extends SegmentCondition['kind']> = Extract<SegmentCondition, { kind: K }>
const longest = 300

/** Rules in one sentence, for lists and pickers: "tagged vip and opened any campaign in the last 30 days". */
export function describeRules(rules: SegmentGroup, scope: RuleScope): string {
  if (rules.rules.length === 0) return 'All contacts'
  const text = describeGroup(rules, scope)
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
}

function describeGroup({ match, rules }: SegmentGroup, scope: RuleScope): string {
  if (rules.length === 0) return 'all contacts'
  const parts = rules.map((rule) => describeRule(rule, scope, rules.length > 1))
  const text = parts.join(match === 'all' ? ' and ' : ' or ')
  return match === 'none' ? `not (${text})` : text
}

function describeRule(rule: SegmentRule, scope: RuleScope, inner: boolean): string {
  if (!isGroup(rule)) return describeCondition(rule, scope)
  const text = describeGroup(rule, scope)
  return inner && rule.match !== 'none' && rule.rules.length > 1 ? `(${text})` : text
}

const fieldNames: Record<Of<'field'>['field'], string> = {
  email: 'email',
  phone: 'phone',
  firstName: 'first name',
  lastName: 'last name',
  locale: 'language',
  timeZone: 'time zone',
}
const operatorLabels: Record<string, string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  is_empty: 'is empty',
  is_not_empty: 'is filled in',
  greater: 'is more than',
  at_least: 'is at least',
  less: 'is less than',
  at_most: 'is at most',
  before: 'is before',
  after: 'is after',
  is_true: 'is yes',
  is_false: 'is no',
  any_of: 'is',
  none_of: 'is not',
}
const behaviourLabels: Record<Of<'campaign'>['did'], string> = {
  sent: 'was sent',
  opened: 'opened',
  clicked: 'clicked in',
  responded: 'replied to',
  bounced: 'bounced in',
  delivered: 'received',
  unsubscribed: 'unsubscribed by',
  complained: 'complained about',
  failed: 'failed in',
  skipped: 'was skipped in',
  not_sent: 'was not sent',
  not_opened: 'did not open',
  not_clicked: 'did not click in',
  not_responded: 'did not reply to',
}

const dayText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
const within = (days: number | undefined): string => (days === undefined ? '' : ` in the last ${dayText(days)}`)
const orList = (queryWords: readonly string[]): string => queryWords.join(' or ')

function describeCondition(condition: SegmentCondition, scope: RuleScope): string {
  switch (condition.kind) {
    case 'field':
      return compared(fieldNames[condition.field], condition.op, condition.value)
    case 'custom':
      return describeCustom(condition, scope)
    case 'tags':
      if (condition.op === 'none_of') return `not tagged ${orList(condition.tags)}`
      return `tagged ${condition.op === 'all_of' ? condition.tags.join(' and ') : orList(condition.tags)}`
    case 'source':
      return `source ${condition.op === 'any_of' ? 'is' : 'is not'} ${orList(condition.sources)}`
    case 'created':
      return `created ${describeWhen(condition)}`
    case 'emailState':
      return condition.state === 'active' ? 'email works' : 'email bounced'
    case 'event': {
      const times = condition.count === 1 ? '1 time' : `${condition.count} times`
      const { data } = condition
      const what = data ? `${condition.type} (${compared(data.property, data.op, data.value)})` : condition.type
      return `${what} ${condition.op.replace('_', ' ')} ${times}${within(condition.days)}`
    }
    case 'campaign': {
      const name = condition.campaignId === undefined ? 'any campaign' : (scope.campaigns.get(condition.campaignId) ?? 'a missing campaign')
      const link = condition.link === undefined ? '' : ` (${condition.link})`
      return `${behaviourLabels[condition.did]} ${name}${link}${within(condition.days)}`
    }
    case 'consent':
      return describeConsent(condition, scope)
    case 'reach': {
      if (condition.state === 'suppressed') return `suppressed for ${condition.channel}`
      const about = condition.purpose === undefined ? 'any purpose' : (scope.purposes.get(condition.purpose) ?? condition.purpose)
      return `${condition.state === 'reachable' ? 'can be reached' : 'cannot be reached'} for ${about} by ${condition.channel}`
    }
    case 'segment':
      return `${condition.in ? 'in' : 'not in'} ${scope.segments.get(condition.segmentId)?.name ?? 'a deleted segment'}`
  }
}

const compared = (name: string, op: string, value: string | number | undefined): string =>
  [name, operatorLabels[op] ?? op, value].filter((part) => part !== undefined && part !== '').join(' ')

function describeCustom(condition: Of<'custom'>, scope: RuleScope): string {
  const label = scope.fields.get(condition.field)?.label ?? condition.field
  if (condition.type === 'choice' && condition.values) return compared(label, condition.op, orList(condition.values))
  if (condition.type === 'date' && (condition.days !== undefined || condition.date !== undefined))
    return `${label} ${describeWhen(condition)}`
  return compared(label, condition.op, 'value' in condition ? condition.value : undefined)
}

function describeWhen({ op, date, days }: { op: string; date?: string | undefined; days?: number | undefined }): string {
  if (op === 'last_days') return within(days).trim()
  if (op === 'anniversary_days') return `has its anniversary in the next ${dayText(days ?? 0)}`
  if (op === 'next_days') return `in the next ${dayText(days ?? 0)}`
  if (op === 'not_last_days') return `more than ${dayText(days ?? 0)} ago`
  return `${op === 'is' ? 'on' : op} ${date ?? ''}`.trim()
}

function describeConsent({ channel, purpose, status }: Of<'consent'>, scope: RuleScope): string {
  const about = purpose === undefined ? 'any purpose' : (scope.purposes.get(purpose) ?? purpose)
  const queryWords = { granted: 'agreed to', pending: 'has not confirmed yet', withdrawn: 'withdrew', none: 'never decided on' }
  return `${queryWords[status]} ${about} by ${channel}`
}
