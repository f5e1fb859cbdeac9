import { expect, test } from 'vitest'
import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import { focusOrder, happenedTo, shownDrafts } from './open-drafts.ts'

const draft = (contactId: string, given: Partial<CampaignDraft> = {}): CampaignDraft => ({
  contactId,
  name: contactId,
  status: 'written',
  subject: 'Hello',
  body: 'Dear guest',
  runId: 'r1',
  costMicros: 0,
  detail: '',
  updatedAt: '2026-11-23T10:00:00.000Z',
  ...given,
})
const opened = draft('b')
const open = new Map([['b', opened]])
const shown = (rows: CampaignDraft[], hasMore = false) =>
  shownDrafts(rows, open, hasMore).map((row) => [row.draft.contactId, row.opened !== null, row.isGone])

test('keeps an edited draft in place after it left the list and drops the others', () => {
  expect(shown([draft('a'), draft('b'), draft('c')])).toEqual([
    ['a', false, false],
    ['b', true, false],
    ['c', false, false],
  ])
  expect(shown([draft('a'), draft('c')])).toEqual([
    ['a', false, false],
    ['b', true, true],
    ['c', false, false],
  ])
  expect(shown([])).toEqual([['b', true, true]])
})

test('does not treat drafts beyond the loaded pages as decided', () => {
  expect(shown([draft('a')], true).at(-1)).toEqual(['b', true, false])
  expect(shown([draft('a'), draft('c')], true)[1]).toEqual(['b', true, true])
})

test('reports a decision and another text to an open form, and nothing about its own save', () => {
  const typed = { subject: 'Hello', body: 'Dear guest, come again.' }
  const happened = (now: Partial<CampaignDraft>, isGone = false) => happenedTo({ draft: draft('b', now), opened, isGone }, opened, typed)
  expect(happened({})).toBeNull()
  expect(happened({ body: 'Theirs, short', updatedAt: '2026-11-23T10:05:00.000Z' })).toBe('changed')
  expect(happened({ ...typed, updatedAt: '2026-11-23T10:05:00.000Z' })).toBeNull()
  expect(happened({ status: 'approved' })).toBe('decided')
  expect(happened({ runId: 'r2' })).toBe('decided')
  expect(happened({}, true)).toBe('decided')
})

test('moves the focus from a decided draft to the next one, else to the previous one', () => {
  expect(focusOrder(['a', 'b', 'c'], 'b')).toEqual(['b', 'c', 'a'])
  expect(focusOrder(['a', 'b', 'c'], 'c')).toEqual(['c', 'b', 'a'])
})
