import { describe, expect, test } from 'vitest'
import type { RunDetail, RunEvent, RunStep } from '@imperium/contract/runs.ts'
import { emptyRun, spentSoFar, applyEvent, viewRun } from './run-state.ts'
import type { LiveRun } from './run-state.ts'

const at = '2026-11-20T10:00:00.000Z'

const step = (seq: number, change: Partial<RunStep> = {}): RunStep => ({
  seq,
  kind: 'model_call',
  name: 'sandbox',
  status: 'running',
  input: null,
  output: null,
  error: null,
  attempt: 1,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  startedAt: at,
  finishedAt: null,
  ...change,
})

const detail = (change: Partial<RunDetail> = {}): RunDetail => ({
  id: '00000000-0000-4000-8000-000000000001',
  agentId: '00000000-0000-4000-8000-000000000002',
  agentName: 'Scout',
  agentVersion: 1,
  status: 'queued',
  model: 'sandbox',
  input: 'Hello',
  output: null,
  error: null,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  latencyMs: null,
  recoveries: 0,
  startedBy: 'Priya Rao',
  afterRunId: null,
  isDraft: false,
  createdAt: at,
  startedAt: null,
  finishedAt: null,
  steps: [],
  ...change,
})

const text = (seq: number, attempt: number, delta: string): RunEvent => ({ type: 'text', seq, attempt, delta })
const numbered = (events: readonly RunEvent[], first = 1) => events.map((event, index) => ({ id: String(first + index), event }))
const take = (live: LiveRun, events: readonly RunEvent[], first = 1) => numbered(events, first).reduce(applyEvent, live)

describe('takeEvent', () => {
  test('joins the text of one model call', () => {
    const live = take(emptyRun, [text(1, 1, 'Hel'), text(1, 1, 'lo')])
    expect(live.texts.get(1)).toEqual({ attempt: 1, text: 'Hello' })
  })

  test('repeats nothing when events are replayed after a disconnect', () => {
    const events = [text(1, 1, 'Hel'), text(1, 1, 'lo')]
    const once = take(emptyRun, events)
    expect(take(once, events)).toBe(once)
    expect(take(once, [...events, text(1, 1, '!')]).texts.get(1)?.text).toBe('Hello!')
  })

  test('a new attempt forgets the text of the one before, and late text of the old one is dropped', () => {
    const live = take(emptyRun, [text(1, 1, 'Half an ans'), text(1, 2, 'Whole')])
    expect(live.texts.get(1)).toEqual({ attempt: 2, text: 'Whole' })
    expect(take(live, [text(1, 1, 'wer')], 9).texts.get(1)?.text).toBe('Whole')
  })

  test('moves a step from running to finished and restarts it on a higher attempt', () => {
    const done = take(emptyRun, [
      { type: 'step', step: step(1) },
      { type: 'step', step: step(1, { status: 'failed' }) },
    ])
    expect(done.steps.get(1)?.status).toBe('failed')
    expect(take(done, [{ type: 'step', step: step(1) }], 5).steps.get(1)?.status).toBe('failed')
    const again = take(done, [{ type: 'step', step: step(1, { attempt: 2 }) }], 5)
    expect(again.steps.get(1)).toMatchObject({ attempt: 2, status: 'running' })
  })

  test('an event without a number is always new', () => {
    const live = take(emptyRun, [text(1, 1, 'a')])
    const next = applyEvent(live, { id: null, event: text(1, 1, 'b') })
    expect(next.texts.get(1)?.text).toBe('ab')
    expect(next.lastEvent).toBe(1)
  })
})

describe('viewRun', () => {
  test('shows the fetched run, then the updates from events', () => {
    const live = take(emptyRun, [
      { type: 'status', status: 'running', at },
      { type: 'step', step: step(2) },
    ])
    const view = viewRun(detail({ steps: [step(1, { status: 'completed' })] }), live)
    expect(view.run.status).toBe('running')
    expect(view.steps.map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('a finished reading is not taken back by events from before', () => {
    const live = take(emptyRun, [
      { type: 'status', status: 'running', at },
      { type: 'step', step: step(1) },
    ])
    const view = viewRun(detail({ status: 'failed', steps: [step(1, { status: 'failed' })] }), live)
    expect(view.run.status).toBe('failed')
    expect(view.steps[0]?.status).toBe('failed')
  })

  test('the last event ends the run with its output', () => {
    const { steps: _steps, ...ended } = detail({ status: 'completed', output: 'Final', costMicros: 7 })
    const view = viewRun(detail(), take(emptyRun, [text(1, 1, 'Fin'), { type: 'done', run: ended }]))
    expect(view).toMatchObject({ answer: 'Final', run: { status: 'completed', costMicros: 7 } })
  })

  test('streams the text of the last model call and drops the text of an abandoned attempt', () => {
    const live = take(emptyRun, [text(1, 1, 'Let me look.'), text(3, 1, 'The ans')])
    expect(viewRun(detail(), live).answer).toBe('The ans')
    const retried = take(live, [{ type: 'step', step: step(3, { attempt: 2 }) }], 9)
    expect(viewRun(detail(), retried).answer).toBeNull()
  })

  test('keeps the text streamed before a failure and shows nothing without text', () => {
    const live = take(emptyRun, [text(1, 1, 'Half')])
    expect(viewRun(detail({ status: 'failed' }), live).answer).toBe('Half')
    expect(viewRun(detail(), emptyRun).answer).toBeNull()
  })
})

test('spentSoFar adds up the steps while the run works, then takes the totals of the run', () => {
  const steps = [step(1, { inputTokens: 10, outputTokens: 2, costMicros: 5 }), step(2, { inputTokens: 20, costMicros: 6 })]
  expect(spentSoFar(viewRun(detail({ status: 'running', steps }), emptyRun))).toEqual({ tokens: 32, costMicros: 11 })
  const ended = detail({ status: 'completed', inputTokens: 40, outputTokens: 3, costMicros: 12, steps })
  expect(spentSoFar(viewRun(ended, emptyRun))).toEqual({ tokens: 43, costMicros: 12 })
})
