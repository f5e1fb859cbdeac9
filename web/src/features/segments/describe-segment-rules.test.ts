import { afterEach, expect, test } from 'vitest'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import type { SegmentCondition, SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import { speak } from '../../lib/words.ts'
import { describeSegmentRules } from './describe-segment-rules.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const choices: SegmentChoices = {
  tags: [],
  events: [],
  fields: [{ key: 'city', label: 'City', type: 'text', choices: [] }],
  purposes: [{ key: 'news', name: 'News' }],
  campaigns: [{ id, name: 'Spring' }],
  segments: [{ id, name: 'VIPs' }],
}
const all = (...rules: SegmentGroup['rules']): SegmentGroup => ({ match: 'all', rules })
const fillGaps = (...rules: SegmentGroup['rules']) => describeSegmentRules(all(...rules), choices)

afterEach(() => speak('en', {}))

test.each<[string, SegmentCondition]>([
  ['First name contains an', { kind: 'field', field: 'firstName', op: 'contains', value: 'an' }],
  ['City is filled in', { kind: 'custom', type: 'text', field: 'city', op: 'is_not_empty' }],
  ['City is 0', { kind: 'custom', type: 'number', field: 'city', op: 'is', value: 0 }],
  ['City is Graz or Wien', { kind: 'custom', type: 'choice', field: 'city', op: 'any_of', values: ['Graz', 'Wien'] }],
  ['City is in the next 1 day', { kind: 'custom', type: 'date', field: 'city', op: 'next_days', days: 1 }],
  ['tagged vip and new', { kind: 'tags', op: 'all_of', tags: ['vip', 'new'] }],
  ['not tagged vip or new', { kind: 'tags', op: 'none_of', tags: ['vip', 'new'] }],
  ['Source is not Import or Form', { kind: 'source', op: 'none_of', sources: ['import', 'form'] }],
  ['Added is longer ago than 30 days', { kind: 'created', op: 'not_last_days', days: 30 }],
  ['Added is before 2026-01-02', { kind: 'created', op: 'before', date: '2026-01-02' }],
  ['email bounced', { kind: 'emailState', state: 'bounced' }],
  ['order at least 2 times in the last 7 days', { kind: 'event', type: 'order', op: 'at_least', count: 2, days: 7 }],
  ['opened any campaign', { kind: 'campaign', did: 'opened' }],
  ['was sent Spring and did not open it in the last 30 days', { kind: 'campaign', did: 'not_opened', campaignId: id, days: 30 }],
  ['consented to News by SMS', { kind: 'consent', channel: 'sms', purpose: 'news', status: 'granted' }],
  ['never decided on any purpose by Email', { kind: 'consent', channel: 'email', status: 'none' }],
  ['was skipped in Spring in the last 1 day', { kind: 'campaign', did: 'skipped', campaignId: id, days: 1 }],
  ['can be reached for News by SMS', { kind: 'reach', channel: 'sms', purpose: 'news', state: 'reachable' }],
  ['suppressed for Email', { kind: 'reach', channel: 'email', state: 'suppressed' }],
  ['not in VIPs', { kind: 'segment', segmentId: id, in: false }],
])('%s', (sentence, condition) => expect(fillGaps(condition)).toBe(sentence))

test('shows groups in brackets and an empty group as all contacts', () => {
  const tag = (name: string): SegmentCondition => ({ kind: 'tags', op: 'any_of', tags: [name] })
  expect(fillGaps()).toBe('All contacts')
  expect(fillGaps(tag('a'), { match: 'any', rules: [tag('b'), tag('c')] }, { match: 'none', rules: [tag('d')] })).toBe(
    'tagged a and (tagged b or tagged c) and not (tagged d)',
  )
  expect(fillGaps(tag('a'), { match: 'any', rules: [] })).toBe('tagged a and all contacts')
  expect(fillGaps(...Array.from({ length: 60 }, () => tag('a-long-tag')))).toHaveLength(300)
})

test('describes the rules in the language of the page and keeps names unchanged', () => {
  speak('de', {
    '{first} and {second}': '{first} und {second}',
    'tagged {tags}': 'mit dem Tag {tags}',
    'in {segment}': 'im Segment {segment}',
  })
  expect(fillGaps({ kind: 'tags', op: 'any_of', tags: ['and'] }, { kind: 'segment', segmentId: id, in: true })).toBe(
    'mit dem Tag and und im Segment VIPs',
  )
})

test('leaves the description to the server when a choice is unknown', () => {
  const other = '0198c0de-0000-7000-8000-000000000002'
  expect(fillGaps({ kind: 'segment', segmentId: other, in: true })).toBeNull()
  expect(fillGaps({ kind: 'campaign', did: 'opened', campaignId: other })).toBeNull()
  expect(fillGaps({ kind: 'consent', channel: 'sms', purpose: 'old', status: 'granted' })).toBeNull()
  expect(fillGaps({ match: 'any', rules: [{ kind: 'custom', type: 'boolean', field: 'gone', op: 'is_true' }] })).toBeNull()
})
