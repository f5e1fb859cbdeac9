import { expect, test } from 'vitest'
import { isWholeAddress, parseConsentSearch } from './search.ts'

test.each(['ada@example.com', ' ada@example.co.uk ', '+44 20 7946 0958', '(030) 123-456'])('"%s" can be looked for', (text) =>
  expect(isWholeAddress(text)).toBe(true),
)
test.each(['', 'ada', 'ada@', 'ada@example', '+44', 'Ada Lovelace'])('"%s" is only a part', (text) =>
  expect(isWholeAddress(text)).toBe(false),
)

test('drops invalid values of the URL', () => {
  expect(parseConsentSearch({ tab: 'suppressions', reason: 'stop', channel: 'sms', add: true })).toEqual({
    tab: 'suppressions',
    reason: 'stop',
    channel: 'sms',
    add: true,
  })
  expect(parseConsentSearch({ tab: 'x', reason: 1, channel: 'webhook', add: 'yes', address: '' })).toEqual({})
})
