import { expect, test } from 'vitest'
import { draftState } from './draft-labels.ts'

test('shows suppressed recipients as skipped and only failed drafts as failed', () => {
  expect(draftState({ status: 'failed', detail: 'no_consent' })).toEqual({ tone: 'idle', label: 'Skipped' })
  expect(draftState({ status: 'failed', detail: 'suppressed' })).toEqual({ tone: 'idle', label: 'Skipped' })
  expect(draftState({ status: 'failed', detail: 'The agent returned no text.' })).toEqual({ tone: 'bad', label: 'Failed' })
  expect(draftState({ status: 'written', detail: '' })).toEqual({ tone: 'warn', label: 'Waits for review' })
})
