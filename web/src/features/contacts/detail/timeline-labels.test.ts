import { expect, test } from 'vitest'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import { groupByDay } from './timeline-days.ts'
import { toneOf } from './timeline-icons.ts'
import { eventLines, eventTitle, linkPath } from './timeline-labels.ts'

const at = '2026-01-02T03:04:05.006Z'
const entry = (type: string, detail: Record<string, unknown>, title = '', change: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: 'e',
  at,
  kind: 'contact',
  type,
  title,
  actor: '',
  detail,
  link: null,
  ...change,
})
const age: ContactField = { id: 'age', key: 'age', label: 'AGE', type: 'number', choices: [], createdAt: at, updatedAt: at }
const linesOf = (type: string, detail: Record<string, unknown>, title = '') =>
  eventLines(entry(type, detail, title), [age], [{ key: 'garden_tips', name: 'Garden tips' }])

test('the contact’s own history', () => {
  const changes = [
    { field: 'lastName', before: '', after: 'King' },
    { field: 'custom.age', before: 7, after: null },
    { field: 'custom.gone', before: true, after: false },
  ]
  expect(linesOf('contact.changed', { changes })).toEqual(['Last name: – → King', 'AGE: 7 → –', 'gone: Yes → No'])
  expect(linesOf('contact.merged', { merged: { name: 'a@b.c', email: 'a@b.c', phone: null } })).toEqual(['a@b.c'])
  expect(linesOf('contact.created', { source: 'form', sourceDetail: 'Spring news' })).toEqual(['Form · Spring news'])
  const imported = { importId: 'i', file: 'people.csv', row: 7, changed: ['phone', 'custom.age'] }
  expect(linesOf('contact.imported', imported)).toEqual(['people.csv · row 7', 'Phone, AGE'])
  expect(linesOf('contact.tagged', { tag: 'vip', segmentId: 's' })).toEqual(['vip'])
  expect(eventTitle(entry('shop.order', {}))).toBe('shop.order')
  expect(linesOf('shop.order', { total: 12, nested: {}, customerId: 'x' })).toEqual(['total: 12'])
})

test('consent and the suppression list, with source, proof and reason', () => {
  expect(linesOf('consent.granted', { channel: 'email', source: 'form', proof: { text: 'Ticked the box' } }, 'garden_tips')).toEqual([
    'Garden tips · Email',
    'Web form · Ticked the box',
  ])
  expect(linesOf('consent.granted', { channel: 'sms', source: 'import', proof: { file: 'a.csv', row: 3 } }, 'gone')).toEqual([
    'gone · SMS',
    'Import · a.csv · row 3',
  ])
  expect(
    linesOf('consent.withdrawn', { channel: 'email', source: 'mail-reply', proof: { item: 'i', text: 'STOP' } }, 'garden_tips'),
  ).toEqual(['Garden tips · Email', 'Reply by email · STOP'])
  expect(eventTitle(entry('consent.granted', { source: 'double-opt-in' }))).toBe('Consent confirmed')
  expect(linesOf('consent.asked', { channel: 'email' }, 'Marketing')).toEqual(['Marketing · Email'])
  expect(linesOf('consent.suppressed', { channel: 'email', reason: 'bounced', detail: '550 no such user' })).toEqual([
    'Email · Bounced',
    '550 no such user',
  ])
  expect(linesOf('consent.lifted', { channel: 'sms', reason: 'stop', detail: 'keyword' })).toEqual(['SMS · Replied STOP', 'Keyword'])
})

test('describes campaigns, messages, workflows, agents and skip reasons', () => {
  expect(linesOf('campaign.skipped', { channel: 'email', reason: 'no_consent', detail: null }, 'Spring')).toEqual([
    'Spring · Email',
    'No consent for this purpose',
  ])
  expect(linesOf('campaign.failed', { channel: 'sms', reason: 'rejected', detail: '30006' }, 'Spring')).toEqual([
    'Spring · SMS',
    'Refused by the provider or the receiver',
    '30006',
  ])
  expect(
    linesOf('campaign.failed', { channel: 'email', reason: 'outcome_unknown', detail: 'Not sent again: no_consent' }, 'Spring'),
  ).toEqual(['Spring · Email', 'Unknown whether it was sent', 'Not sent again: No consent for this purpose'])
  expect(linesOf('campaign.clicked', { channel: 'email', url: 'https://acme.example/' }, 'Spring')).toEqual([
    'Spring · Email',
    'https://acme.example/',
  ])
  const failed = entry('message.sent', { channel: 'email', status: 'failed', detail: 'No such user', preview: 'Dear Ana' }, 'Offer')
  expect([eventTitle(failed), toneOf(failed), ...eventLines(failed, [])]).toEqual([
    'Message not sent',
    'bad',
    'Offer · Email',
    'Dear Ana',
    'No such user',
  ])
  expect(linesOf('workflow.run', { status: 'waiting' }, 'Welcome')).toEqual(['Welcome · Waiting'])
  expect(linesOf('agent.drafted', { status: 'completed' }, 'Spring')).toEqual(['Spring · Completed'])
})

test('links an entry to its subject', () => {
  const to = (kind: 'campaign' | 'agent-run' | 'import', more = {}) => linkPath({ kind, id: 'i', ...more }, 'c')
  expect(to('campaign')).toBe('campaigns/i?tab=contacts&contact=c')
  expect(to('agent-run', { agentId: 'a' })).toBe('agents?agent=a&tab=run&run=i')
  expect(to('import')).toBe('contacts/import?import=i')
})

test('groups entries below their day', () => {
  const days = groupByDay(
    ['2026-01-02T03:00:00Z', '2026-01-02T01:00:00Z', '2026-01-01T23:00:00Z'].map((moment) => entry('x', {}, '', { at: moment })),
    (iso) => iso.slice(0, 10),
  )
  expect(days.map(({ at: day, entries }) => [day, entries.length])).toEqual([
    ['2026-01-02T03:00:00Z', 2],
    ['2026-01-01T23:00:00Z', 1],
  ])
})
