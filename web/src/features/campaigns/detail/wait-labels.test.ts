import { expect, test } from 'vitest'
import { waitText } from './wait-labels.ts'

const wait = { reason: null, count: 3, more: false, nextAt: '2026-11-23T10:00:00.000Z' }

test('names the campaign throttle next to the account limit when both may apply', () => {
  expect(waitText(wait, 1)).toMatch(/The throttle of this campaign \(1 a minute\) or the rate limit of its account is reached/)
  expect(waitText(wait, null)).toMatch(/: The sending account is paused, or its rate limit is reached$/)
  expect(waitText({ ...wait, reason: 'window' }, 1)).not.toContain('throttle')
})
