import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { isGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition, SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import { asValue, countMessage, englishOf, message } from '@imperium/contract/kit/message.ts'
import type { Message, MessageValues, Text } from '@imperium/contract/kit/message.ts'
import { recordKey } from './record-conditions.ts'
import type { RuleScope } from './rule-scope.ts'

type Of<K extends SegmentCondition['kind']> = Extract<SegmentCondition, { kind: K }>
const longest = 300

/** Rules as one sentence, for lists and pickers: "tagged vip and opened any campaign in the last 30 days". Pages word it in their language. */
export const describeRules = (rules: SegmentGroup, scope: RuleScope): Message =>
  rules.rules.length === 0 ? message('All contacts', {}) : asValue(describeGroup(rules, scope))

const andList = (parts: readonly Text[]): Text => joinTexts(parts, (first, second) => message('{first} and {second}', { first, second }))
const orList = (parts: readonly Text[]): Text => joinTexts(parts, (first, second) => message('{first} or {second}', { first, second }))
export const commaList = (parts: readonly Text[]): Text =>
  joinTexts(parts, (first, second) => message('{first}, {second}', { first, second }))

/** Joins what fits into the longest sentence; an ellipsis stands for the rest. */
function joinTexts(parts: readonly Text[], join: (first: Message | string, second: Message | string) => Message): Text {
  let length = 0
  const cut = parts.findIndex((part) => (length += englishOf(part).length) > longest)
  const shown = cut === -1 ? parts : [...parts.slice(0, Math.max(cut, 1)), '…']
  return joinHalves(shown, join)
}

/** By halves: a chain of pairs would repeat its beginning in each of them. */
function joinHalves(parts: readonly Text[], join: (first: Message | string, second: Message | string) => Message): Text {
  const [first = ''] = parts
  if (parts.length < 2) return first
  const middle = Math.ceil(parts.length / 2)
  return join(joinHalves(parts.slice(0, middle), join), joinHalves(parts.slice(middle), join))
}

function describeGroup({ match, rules }: SegmentGroup, scope: RuleScope): Text {
  if (rules.length === 0) return message('all contacts', {})
  const parts = rules.map((rule) => describeRule(rule, scope, rules.length > 1))
  const text = match === 'all' ? andList(parts) : orList(parts)
  return match === 'none' ? message('not ({rules})', { rules: text }) : text
}

function describeRule(rule: SegmentRule, scope: RuleScope, isInner: boolean): Text {
  if (!isGroup(rule)) return describeCondition(rule, scope)
  const text = describeGroup(rule, scope)
  return isInner && rule.match !== 'none' && rule.rules.length > 1 ? message('({rules})', { rules: text }) : text
}

const compared: Record<string, (values: MessageValues) => Message> = {
  is: (values) => message('{name} is {value}', values),
  is_not: (values) => message('{name} is not {value}', values),
  any_of: (values) => message('{name} is {value}', values),
  none_of: (values) => message('{name} is not {value}', values),
  contains: (values) => message('{name} contains {value}', values),
  not_contains: (values) => message('{name} does not contain {value}', values),
  starts_with: (values) => message('{name} starts with {value}', values),
  ends_with: (values) => message('{name} ends with {value}', values),
  is_empty: (values) => message('{name} is empty', values),
  is_not_empty: (values) => message('{name} is filled in', values),
  greater: (values) => message('{name} is more than {value}', values),
  at_least: (values) => message('{name} is at least {value}', values),
  less: (values) => message('{name} is less than {value}', values),
  at_most: (values) => message('{name} is at most {value}', values),
  before: (values) => message('{name} is before {value}', values),
  after: (values) => message('{name} is after {value}', values),
  last_days: (values) => message('{name} is in the last {days}', values),
  next_days: (values) => message('{name} is in the next {days}', values),
  anniversary_days: (values) => message('{name} has its anniversary in the next {days}', values),
  not_last_days: (values) => message('{name} is longer ago than {days}', values),
  is_true: (values) => message('{name} is yes', values),
  is_false: (values) => message('{name} is no', values),
}
const fieldNames: Record<Of<'field'>['field'], Message> = {
  email: asValue('Email address'),
  phone: asValue('Phone'),
  firstName: asValue('First name'),
  lastName: asValue('Last name'),
  locale: asValue('Language'),
  timeZone: asValue('Time zone'),
}
const sourceNames: Record<Of<'source'>['sources'][number], Message> = {
  manual: asValue('Added manually'),
  import: asValue('Import'),
  api: asValue('API'),
  form: asValue('Form'),
  reply: asValue('Reply'),
  agent: asValue('Agent'),
  workflow: asValue('Workflow'),
}
const channelNames: Record<Channel, Message> = {
  email: asValue('Email'),
  sms: asValue('SMS'),
  whatsapp: asValue('WhatsApp'),
  webhook: asValue('Webhook'),
}
const did: Record<Of<'campaign'>['did'], (values: MessageValues) => Message> = {
  sent: (values) => message('was sent {campaign}', values),
  opened: (values) => message('opened {campaign}', values),
  clicked: (values) => message('clicked in {campaign}', values),
  responded: (values) => message('replied to {campaign}', values),
  bounced: (values) => message('bounced in {campaign}', values),
  delivered: (values) => message('received {campaign}', values),
  unsubscribed: (values) => message('unsubscribed by {campaign}', values),
  complained: (values) => message('complained about {campaign}', values),
  failed: (values) => message('failed in {campaign}', values),
  skipped: (values) => message('was skipped in {campaign}', values),
  not_sent: (values) => message('was not sent {campaign}', values),
  not_opened: (values) => message('was sent {campaign} and did not open it', values),
  not_clicked: (values) => message('was sent {campaign} and did not click in it', values),
  not_responded: (values) => message('was sent {campaign} and did not reply to it', values),
}
const consented: Record<Of<'consent'>['status'], (values: MessageValues) => Message> = {
  granted: (values) => message('consented to {purpose} by {channel}', values),
  pending: (values) => message('has not confirmed {purpose} by {channel}', values),
  withdrawn: (values) => message('withdrew {purpose} by {channel}', values),
  none: (values) => message('never decided on {purpose} by {channel}', values),
}
const reached: Record<Of<'reach'>['state'], (values: MessageValues) => Message> = {
  reachable: (values) => message('can be reached for {purpose} by {channel}', values),
  not_reachable: (values) => message('cannot be reached for {purpose} by {channel}', values),
  suppressed: (values) => message('suppressed for {channel}', values),
}
const counted: Record<Of<'event'>['op'], (values: MessageValues) => Message> = {
  at_least: (values) => message('{event} at least {times}', values),
  at_most: (values) => message('{event} at most {times}', values),
  exactly: (values) => message('{event} exactly {times}', values),
}

const describeDays = (days: number): Message => countMessage(days, { one: '{count} day', other: '{count} days' })
const within = (what: Message, days: number | undefined): Message =>
  days === undefined ? what : message('{what} in the last {days}', { what, days: describeDays(days) })

interface Operands {
  op: string
  value?: string | number | undefined
  date?: string | undefined
  days?: number | undefined
  values?: readonly Text[] | undefined
}

const compare = (name: Message | string, { op, value, date, days, values }: Operands): Message =>
  compared[op]?.({
    name,
    value: values?.length ? orList(values) : (value ?? date ?? ''),
    days: days === undefined ? '' : describeDays(days),
  }) ?? message('{name} {op}', { name, op })

function describeCondition(condition: SegmentCondition, scope: RuleScope): Message {
  switch (condition.kind) {
    case 'field':
      return compare(fieldNames[condition.field], condition)
    case 'custom':
      return compare(scope.fields.get(condition.field)?.label ?? condition.field, condition)
    case 'tags':
      if (condition.op === 'none_of') return message('not tagged {tags}', { tags: orList(condition.tags) })
      return message('tagged {tags}', { tags: condition.op === 'all_of' ? andList(condition.tags) : orList(condition.tags) })
    case 'source':
      return compare(asValue('Source'), { op: condition.op, values: condition.sources.map((source) => sourceNames[source]) })
    case 'created':
      return compare(asValue('Added'), condition)
    case 'emailState':
      return condition.state === 'active' ? message('email works', {}) : message('email bounced', {})
    case 'event':
      return describeEvent(condition)
    case 'campaign':
      return describeCampaign(condition, scope)
    case 'record': {
      const found = scope.records.get(recordKey(condition))
      const records = found && 'name' in found ? found.name : condition.entity
      return within(condition.in ? message('has {records}', { records }) : message('has no {records}', { records }), condition.days)
    }
    case 'consent':
    case 'reach': {
      const { purpose: key } = condition
      const purpose = key === undefined ? message('any purpose', {}) : (scope.purposes.get(key) ?? key)
      const values = { purpose, channel: channelNames[condition.channel] }
      return condition.kind === 'consent' ? consented[condition.status](values) : reached[condition.state](values)
    }
    case 'segment': {
      const segment = scope.segments.get(condition.segmentId)?.name ?? message('a deleted segment', {})
      return condition.in ? message('in {segment}', { segment }) : message('not in {segment}', { segment })
    }
  }
}

function describeEvent({ type, data, op, count, days }: Of<'event'>): Message {
  const event = data ? message('{event} ({condition})', { event: type, condition: compare(data.property, data) }) : type
  return within(counted[op]({ event, times: countMessage(count, { one: '{count} time', other: '{count} times' }) }), days)
}

function describeCampaign({ campaignId, did: what, link, days }: Of<'campaign'>, scope: RuleScope): Message {
  const name =
    campaignId === undefined ? message('any campaign', {}) : (scope.campaigns.get(campaignId) ?? message('a missing campaign', {}))
  return within(did[what]({ campaign: link === undefined ? name : message('{campaign} ({link})', { campaign: name, link }) }), days)
}
