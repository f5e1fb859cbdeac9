import { eventDataOperators } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { t } from '../../lib/words.ts'

export interface Option {
  value: string
  label: string
}

const operators: Record<string, string> = {
  is: t('is'),
  is_not: t('is not'),
  contains: t('contains'),
  not_contains: t('does not contain'),
  starts_with: t('starts with'),
  ends_with: t('ends with'),
  is_empty: t('is empty'),
  is_not_empty: t('is filled in'),
  greater: t('is more than'),
  at_least: t('is at least'),
  less: t('is less than'),
  at_most: t('is at most'),
  before: t('is before'),
  after: t('is after'),
  last_days: t('is in the last'),
  next_days: t('is in the next'),
  anniversary_days: t('has its anniversary in the next'),
  not_last_days: t('is older than'),
  is_true: t('is yes'),
  is_false: t('is no'),
  any_of: t('is any of'),
  none_of: t('is none of'),
}
const optionsOf = (values: readonly string[], texts: Record<string, string> = operators): Option[] =>
  values.map((value) => ({ value, label: texts[value] ?? value }))

const text = ['is', 'is_not', 'contains', 'not_contains', 'starts_with', 'ends_with', 'is_empty', 'is_not_empty']
const byType: Record<string, readonly string[]> = {
  text,
  number: ['is', 'is_not', 'greater', 'at_least', 'less', 'at_most', 'is_empty', 'is_not_empty'],
  date: ['is', 'before', 'after', 'last_days', 'next_days', 'anniversary_days', 'is_empty', 'is_not_empty'],
  boolean: ['is_true', 'is_false', 'is_empty'],
  choice: ['any_of', 'none_of', 'is_empty', 'is_not_empty'],
}
const tagLabels = { any_of: t('include any of'), all_of: t('include all of'), none_of: t('include none of') }
const countText = { at_least: t('at least'), at_most: t('at most'), exactly: t('exactly') }
const behaviourLabels = {
  sent: t('was sent'),
  opened: t('opened||campaign'),
  clicked: t('clicked in'),
  responded: t('replied to'),
  bounced: t('bounced in'),
  delivered: t('received'),
  unsubscribed: t('unsubscribed by'),
  complained: t('complained about'),
  failed: t('failed in'),
  skipped: t('was skipped in'),
  not_sent: t('was not sent'),
  not_opened: t('was sent and did not open'),
  not_clicked: t('was sent and did not click in'),
  not_responded: t('was sent and did not reply to'),
}
const consentLabels = {
  granted: t('agreed'),
  pending: t('has not confirmed yet'),
  withdrawn: t('withdrew'),
  none: t('never decided'),
}

const reachLabels = {
  reachable: t('can be reached'),
  not_reachable: t('cannot be reached'),
  suppressed: t('is suppressed'),
}

/** The operators of a subject, as the options of the second select. */
export function operatorsOf(kind: string, type: string | undefined): Option[] {
  if (kind === 'custom') return optionsOf(byType[type ?? 'text'] ?? text)
  if (kind === 'tags') return optionsOf(['any_of', 'all_of', 'none_of'], tagLabels)
  if (kind === 'source') return optionsOf(['any_of', 'none_of'])
  if (kind === 'created') return optionsOf(['last_days', 'not_last_days', 'before', 'after', 'is'])
  if (kind === 'event') return optionsOf(['at_least', 'at_most', 'exactly'], countText)
  return optionsOf(text)
}

export const behaviourOptions = optionsOf(Object.keys(behaviourLabels), behaviourLabels)
export const eventDataOptions = optionsOf([...eventDataOperators])
export const consentOptions = optionsOf(Object.keys(consentLabels), consentLabels)
export const reachOptions = optionsOf(Object.keys(reachLabels), reachLabels)
export const channelOptions: Option[] = [
  { value: 'email', label: t('Email') },
  { value: 'sms', label: t('SMS') },
  { value: 'whatsapp', label: t('WhatsApp') },
  { value: 'webhook', label: t('Webhook') },
]
export const sourceOptions: Option[] = [
  { value: 'manual', label: t('Added manually') },
  { value: 'import', label: t('Import') },
  { value: 'api', label: t('API') },
  { value: 'form', label: t('Form') },
  { value: 'reply', label: t('Reply') },
  { value: 'agent', label: t('Agent') },
  { value: 'workflow', label: t('Workflow') },
]
export const stateOptions: Option[] = [
  { value: 'active', label: t('receives email') },
  { value: 'bounced', label: t('has bounced') },
]
export const membershipOptions: Option[] = [
  { value: 'in', label: t('is in') },
  { value: 'out', label: t('is not in') },
]

/** All subjects of conditions, in groups. */
export function subjectGroups(choices: SegmentChoices): { group: string; items: Option[] }[] {
  const groups = [
    {
      group: t('Contact'),
      items: [
        { value: 'tags', label: t('Tags') },
        { value: 'field:email', label: t('Email address') },
        { value: 'field:phone', label: t('Phone') },
        { value: 'field:firstName', label: t('First name') },
        { value: 'field:lastName', label: t('Last name') },
        { value: 'field:locale', label: t('Language') },
        { value: 'field:timeZone', label: t('Time zone') },
        { value: 'created', label: t('Added') },
        { value: 'source', label: t('Source') },
        { value: 'emailState', label: t('Email state') },
      ],
    },
    { group: t('Custom fields'), items: choices.fields.map(({ key, label }) => ({ value: `custom:${key}`, label })) },
    {
      group: t('Behavior'),
      items: [
        { value: 'campaign', label: t('Campaign') },
        { value: 'event', label: t('Event') },
      ],
    },
    {
      group: t('Records'),
      items: choices.records.map(({ entity, relation, label }) => ({ value: `record:${entity}.${relation}`, label })),
    },
    {
      group: t('Other'),
      items: [
        { value: 'consent', label: t('Consent') },
        { value: 'reach', label: t('Reachability') },
        { value: 'segment', label: t('Segment') },
      ],
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
