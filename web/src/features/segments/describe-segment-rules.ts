import { conditionsOf, isGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition, SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { plural, t } from '../../lib/words.ts'
import { channelOptions, sourceOptions } from './rule-labels.ts'
import type { Option } from './rule-labels.ts'

type Of<K extends SegmentCondition['kind']> = Extract<SegmentCondition, { kind: K }>
type Values = Record<string, string | number>
const longest = 300

/**
 * Rules as one sentence in the page's language, like the server's English one (contacts/segments/describe-rules.ts). Null if
 * they reference something outside the choices: archived, deleted, or beyond the list's limit.
 */
export function describeSegmentRules(rules: SegmentGroup, choices: SegmentChoices): string | null {
  if (rules.rules.length === 0) return t('All contacts')
  if (!conditionsOf(rules).every((condition) => isNamed(condition, choices))) return null
  const text = describeGroup(rules, choices)
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
}

function isNamed(condition: SegmentCondition, { fields, campaigns, purposes, segments }: SegmentChoices): boolean {
  if (condition.kind === 'custom') return fields.some(({ key }) => key === condition.field)
  if (condition.kind === 'campaign') return !condition.campaignId || campaigns.some(({ id }) => id === condition.campaignId)
  if (condition.kind === 'consent' || condition.kind === 'reach')
    return !condition.purpose || purposes.some(({ key }) => key === condition.purpose)
  return condition.kind !== 'segment' || segments.some(({ id }) => id === condition.segmentId)
}

const andList = (parts: readonly string[]): string => parts.reduce((first, second) => t('{first} and {second}', { first, second }))
const orList = (parts: readonly string[]): string => parts.reduce((first, second) => t('{first} or {second}', { first, second }))

function describeGroup({ match, rules }: SegmentGroup, choices: SegmentChoices): string {
  if (rules.length === 0) return t('all contacts')
  const parts = rules.map((rule) => describeRule(rule, choices, rules.length > 1))
  const text = match === 'all' ? andList(parts) : orList(parts)
  return match === 'none' ? t('not ({rules})', { rules: text }) : text
}

function describeRule(rule: SegmentRule, choices: SegmentChoices, isInner: boolean): string {
  if (!isGroup(rule)) return describeCondition(rule, choices)
  const text = describeGroup(rule, choices)
  return isInner && rule.match !== 'none' && rule.rules.length > 1 ? `(${text})` : text
}

const compared: Record<string, (values: Values) => string> = {
  is: (values) => t('{name} is {value}', values),
  is_not: (values) => t('{name} is not {value}', values),
  any_of: (values) => t('{name} is {value}', values),
  none_of: (values) => t('{name} is not {value}', values),
  contains: (values) => t('{name} contains {value}', values),
  not_contains: (values) => t('{name} does not contain {value}', values),
  starts_with: (values) => t('{name} starts with {value}', values),
  ends_with: (values) => t('{name} ends with {value}', values),
  is_empty: (values) => t('{name} is empty', values),
  is_not_empty: (values) => t('{name} is filled in', values),
  greater: (values) => t('{name} is more than {value}', values),
  at_least: (values) => t('{name} is at least {value}', values),
  less: (values) => t('{name} is less than {value}', values),
  at_most: (values) => t('{name} is at most {value}', values),
  before: (values) => t('{name} is before {value}', values),
  after: (values) => t('{name} is after {value}', values),
  last_days: (values) => t('{name} is in the last {days}', values),
  next_days: (values) => t('{name} is in the next {days}', values),
  anniversary_days: (values) => t('{name} has its anniversary in the next {days}', values),
  not_last_days: (values) => t('{name} is longer ago than {days}', values),
  is_true: (values) => t('{name} is yes', values),
  is_false: (values) => t('{name} is no', values),
}
const fieldNames: Record<Of<'field'>['field'], string> = {
  email: t('Email address'),
  phone: t('Phone'),
  firstName: t('First name'),
  lastName: t('Last name'),
  locale: t('Language'),
  timeZone: t('Time zone'),
}
const did: Record<Of<'campaign'>['did'], (values: Values) => string> = {
  sent: (values) => t('was sent {campaign}', values),
  opened: (values) => t('opened {campaign}', values),
  clicked: (values) => t('clicked in {campaign}', values),
  responded: (values) => t('replied to {campaign}', values),
  bounced: (values) => t('bounced in {campaign}', values),
  delivered: (values) => t('received {campaign}', values),
  unsubscribed: (values) => t('unsubscribed by {campaign}', values),
  complained: (values) => t('complained about {campaign}', values),
  failed: (values) => t('failed in {campaign}', values),
  skipped: (values) => t('was skipped in {campaign}', values),
  not_sent: (values) => t('was not sent {campaign}', values),
  not_opened: (values) => t('was sent {campaign} and did not open it', values),
  not_clicked: (values) => t('was sent {campaign} and did not click in it', values),
  not_responded: (values) => t('was sent {campaign} and did not reply to it', values),
}
const consented: Record<Of<'consent'>['status'], (values: Values) => string> = {
  granted: (values) => t('consented to {purpose} by {channel}', values),
  pending: (values) => t('has not confirmed {purpose} by {channel}', values),
  withdrawn: (values) => t('withdrew {purpose} by {channel}', values),
  none: (values) => t('never decided on {purpose} by {channel}', values),
}
const reached: Record<Of<'reach'>['state'], (values: Values) => string> = {
  reachable: (values) => t('can be reached for {purpose} by {channel}', values),
  not_reachable: (values) => t('cannot be reached for {purpose} by {channel}', values),
  suppressed: (values) => t('suppressed for {channel}', values),
}
const counted: Record<Of<'event'>['op'], (values: Values) => string> = {
  at_least: (values) => t('{event} at least {times}', values),
  at_most: (values) => t('{event} at most {times}', values),
  exactly: (values) => t('{event} exactly {times}', values),
}

const describeDays = (days: number): string => plural(days, { one: '{count} day', other: '{count} days' })
const within = (what: string, days: number | undefined): string =>
  days === undefined ? what : t('{what} in the last {days}', { what, days: describeDays(days) })
const labelOf = (options: readonly Option[], value: string): string => options.find((each) => each.value === value)?.label ?? value

interface Operands {
  op: string
  value?: string | number | undefined
  date?: string | undefined
  days?: number | undefined
  values?: readonly string[] | undefined
}

const compare = (name: string, { op, value, date, days, values }: Operands): string =>
  compared[op]?.({
    name,
    value: values?.length ? orList(values) : (value ?? date ?? ''),
    days: days === undefined ? '' : describeDays(days),
  }) ?? name

function describeCondition(condition: SegmentCondition, choices: SegmentChoices): string {
  switch (condition.kind) {
    case 'field':
      return compare(fieldNames[condition.field], condition)
    case 'custom':
      return compare(choices.fields.find(({ key }) => key === condition.field)?.label ?? condition.field, condition)
    case 'tags':
      if (condition.op === 'none_of') return t('not tagged {tags}', { tags: orList(condition.tags) })
      return t('tagged {tags}', { tags: condition.op === 'all_of' ? andList(condition.tags) : orList(condition.tags) })
    case 'source':
      return compare(t('Source'), { op: condition.op, values: condition.sources.map((source) => labelOf(sourceOptions, source)) })
    case 'created':
      return compare(t('Added'), condition)
    case 'emailState':
      return condition.state === 'active' ? t('email works') : t('email bounced')
    case 'event': {
      const times = plural(condition.count, { one: '{count} time', other: '{count} times' })
      const { type, data } = condition
      return within(counted[condition.op]({ event: data ? `${type} (${compare(data.property, data)})` : type, times }), condition.days)
    }
    case 'campaign': {
      const campaign = condition.campaignId ? nameOf(choices.campaigns, condition.campaignId) : t('any campaign')
      const { link } = condition
      return within(did[condition.did]({ campaign: link === undefined ? campaign : `${campaign} (${link})` }), condition.days)
    }
    case 'consent':
    case 'reach': {
      const { purpose: key } = condition
      const purpose = key ? (choices.purposes.find((each) => each.key === key)?.name ?? key) : t('any purpose')
      const values = { purpose, channel: labelOf(channelOptions, condition.channel) }
      return condition.kind === 'consent' ? consented[condition.status](values) : reached[condition.state](values)
    }
    case 'segment': {
      const segment = nameOf(choices.segments, condition.segmentId)
      return condition.in ? t('in {segment}', { segment }) : t('not in {segment}', { segment })
    }
  }
}

const nameOf = (named: readonly { id: string; name: string }[], id: string): string => named.find((each) => each.id === id)?.name ?? id
