import { expect, test } from 'vitest'
import { isFiltered, readFilters, readSearch, toQuery } from './filters.ts'

const request = (search: Record<string, unknown>) => toQuery(readFilters(readSearch(search)))

test('shows open conversations in the inbox and all in the other boxes', () => {
  expect(request({})).toEqual({ box: 'inbox', status: 'open' })
  expect(request({ box: 'sent' })).toEqual({ box: 'sent' })
  expect(request({ state: 'all' })).toEqual({ box: 'inbox' })
  expect(request({ state: 'closed', show: 'me', channel: 'sms', priority: 'urgent', campaign: 'c' })).toEqual({
    box: 'inbox',
    status: 'closed',
    assigned: 'me',
    channel: 'sms',
    priority: 'urgent',
    campaignId: 'c',
  })
})

test('reads any URL value as text and ignores unknown values', () => {
  expect(readSearch({ q: 42 as never, create: 'true' as never, message: {} as never })).toEqual({ q: '42', create: true })
  expect(request({ q: 42, box: 'attic', show: 'everything', channel: 'webhook' })).toEqual({ box: 'inbox', status: 'open', q: '42' })
  expect([isFiltered(readFilters({})), isFiltered(readFilters({ show: 'unread' }))]).toEqual([false, true])
})
