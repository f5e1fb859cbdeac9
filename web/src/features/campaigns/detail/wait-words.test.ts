import { expect, test } from 'vitest'
import { waitWords } from './wait-words.ts'

const wait = { reason: null, count: 3, more: false, nextAt: '2026-11-23T10:00:00.000Z' }

test('a campaign that its own throttle may hold back names it, and not the account alone', () => {
  expect(waitWords(wait, 1)).toMatch(/The throttle of this campaign \(1 a minute\) or the rate limit of its account is reached/)
  expect(waitWords(wait, null)).toMatch(/: The sending account is paused, or its rate limit is reached$/)
  expect(waitWords({ ...wait, reason: 'window' }, 1)).not.toContain('throttle')
})
