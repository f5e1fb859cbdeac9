import { expect, test } from 'vitest'
import { isOpen, startedByText } from './run-labels.ts'

test.each([
  ['webhook', 'Webhook new-lead', 'Webhook · new-lead'],
  ['schedule', 'Schedule 0 9 * * 1', 'Schedule · 0 9 * * 1'],
  ['event', 'Event contact.created', 'Event · contact.created'],
  ['manual', 'Ada Lovelace', 'Manual · Ada Lovelace'],
  ['workflow', 'Qualify new leads', 'Another workflow · Qualify new leads'],
  ['retry', '', 'Retry'],
] as const)('a run by %s says its kind once', (trigger, triggeredBy, texts) => {
  expect(startedByText({ trigger, triggeredBy })).toBe(texts)
})

test('a run is open until it succeeded, failed or was cancelled', () => {
  expect((['queued', 'waiting', 'paused', 'quarantined'] as const).map((status) => isOpen({ status }))).toEqual([true, true, true, true])
  expect((['success', 'failed', 'cancelled'] as const).map((status) => isOpen({ status }))).toEqual([false, false, false])
})
