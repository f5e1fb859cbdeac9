import { expect, test } from 'vitest'
import { draftState } from './draft-words.ts'

test('who was never to be written to is shown as skipped, and only what the agent could not write as failed', () => {
  expect(draftState({ status: 'failed', detail: 'no_consent' })).toEqual({ tone: 'idle', label: 'Skipped' })
  expect(draftState({ status: 'failed', detail: 'suppressed' })).toEqual({ tone: 'idle', label: 'Skipped' })
  expect(draftState({ status: 'failed', detail: 'The agent returned no text.' })).toEqual({ tone: 'bad', label: 'Failed' })
  expect(draftState({ status: 'written', detail: '' })).toEqual({ tone: 'warn', label: 'Waits for review' })
})
