import { expect, test } from 'vitest'
import type { StepRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { problemAt, problemsByStep } from './group-problems.ts'
import { overlayOf, wasGone } from './run-overlay.ts'

const run = (seq: number, stepId: string, change: Partial<StepRun> = {}): StepRun => ({
  seq,
  stepId,
  stepName: stepId,
  type: 'set',
  scope: '',
  attempt: 1,
  status: 'success',
  port: 'next',
  startedAt: '2026-11-22T09:00:00.000Z',
  endedAt: '2026-11-22T09:00:01.500Z',
  input: null,
  output: null,
  isExpired: false,
  error: null,
  repeats: 0,
  costMicros: 0,
  link: null,
  waitingFor: null,
  ...change,
})

test('a step that failed and then succeeded has succeeded; one turn of a loop that failed counts', () => {
  const overlay = overlayOf([
    run(3, 'mail', { scope: 'each[1]' }),
    run(1, 'http', { status: 'failed', port: null }),
    run(2, 'http', { attempt: 2 }),
    run(4, 'mail', { scope: 'each[0]', status: 'failed', port: null }),
    run(5, 'mail', { scope: 'each[2]' }),
  ])
  expect(overlay.steps.get('http')).toMatchObject({ status: 'success', times: 2, durationMs: 1500 })
  expect(overlay.steps.get('mail')).toMatchObject({ status: 'failed', times: 3 })
  expect(wasGone(overlay, { from: 'http', port: 'next', to: 'mail' })).toBe(true)
  expect(wasGone(overlay, { from: 'http', port: 'error', to: 'mail' })).toBe(false)
  expect(wasGone(overlay, { from: 'mail', port: 'next', to: 'never' })).toBe(false)
})

test('groups problems by step and field', () => {
  const problems = [
    { stepId: 'mail', path: 'subject', message: 'Subject is required' },
    { stepId: 'mail', path: 'config.rules.0.left', message: 'Wrong' },
    { stepId: null, path: '', message: 'A trigger is missing' },
  ]
  expect(problemsByStep(problems).get('mail')).toHaveLength(2)
  expect(problemsByStep(problems).get(null)?.[0]?.message).toBe('A trigger is missing')
  expect(problemAt(problems, 'rules')?.message).toBe('Wrong')
  expect(problemAt(problems, 'sub')).toBeUndefined()
})
