import { expect, test } from 'vitest'
import { advance } from './advance.ts'
import { loadMachine, open, outcomeOf } from './machine.ts'
import { settle } from './settle.ts'
import { beginTest, commitTest, drive, statusOf, testFacts, testProgram } from './test-programs.ts'
import { cancel, decide, recover, takeSignal } from './wake.ts'

const failed = (message: string, more = {}) => ({ kind: 'failed' as const, code: 'NO', message, retryable: false, ...more })
const tokensAt = (machine: ReturnType<typeof beginTest>, phase: string) =>
  Object.entries(machine.state.tokens).flatMap(([id, token]) => (token.phase === phase ? [Number(id)] : []))

test('runs pure steps immediately and ends a path without an edge', async () => {
  const program = await testProgram(
    [
      { id: 'rich', type: 'condition', config: { rules: [{ left: '{{ trigger.budget }}', operator: 'gt', right: 10 }] } },
      { id: 'name', type: 'set', config: { values: [{ name: 'greeting', value: 'Hello {{ trigger.name | upcase }}' }] } },
      { id: 'answer', type: 'respond', config: { status: 201, body: { said: '{{ vars.greeting }}', all: '{{ steps.name }}' } } },
    ],
    'start>rich rich:yes>name name>answer',
  )
  const machine = beginTest(program, { trigger: { budget: 12, name: 'Ada' } })
  expect(drive(machine)).toEqual([])
  expect(statusOf(machine)).toBe('success')
  expect(machine.state.response).toEqual({ status: 201, headers: {}, body: { said: 'Hello ADA', all: { greeting: 'Hello ADA' } } })
  expect([...machine.changes.rows.values()].map((row) => [row.stepId, row.status, row.port])).toEqual([
    ['start', 'success', 'next'],
    ['rich', 'success', 'yes'],
    ['name', 'success', 'next'],
    ['answer', 'success', 'next'],
  ])
  const poor = beginTest(program, { trigger: { budget: 1, name: 'Bob' } })
  drive(poor)
  expect(statusOf(poor)).toBe('success')
  expect(poor.state.response).toBeNull()
})

test('a value that is missing fails the step and names it', async () => {
  const program = await testProgram([{ id: 'a', type: 'act', config: { value: '{{ trigger.lead.email }}' } }], 'start>a')
  const machine = beginTest(program)
  drive(machine)
  expect(outcomeOf(machine)).toEqual({
    status: 'failed',
    step: 'a',
    error: { code: 'MISSING_VALUE', message: 'trigger.lead.email has no value' },
  })
})

test('loops run their turns one after another or side by side and put out every last output', async () => {
  const program = await testProgram(
    [
      { id: 'each_lead', type: 'loop', config: { items: '{{ trigger.leads }}' } },
      { id: 'a', type: 'act', config: { value: '{{ loop.item.n }}-{{ loop.index }}' } },
      { id: 'end', type: 'act', config: { value: '{{ steps.each_lead.items }}' } },
    ],
    'start>each_lead each_lead:each>a each_lead:done>end',
  )
  const machine = beginTest(program, { trigger: { leads: [{ n: 5 }, { n: 6 }, { n: 7 }] } })
  expect(drive(machine)).toEqual(['a', 'a', 'a', 'end'])
  expect(machine.state.output).toEqual(['5-0', '6-1', '7-2'])
  expect(machine.state.scopes).toEqual({})
  expect([...machine.changes.rows.values()].map((row) => row.scope)).toEqual(['', '', 'each_lead[0]', 'each_lead[1]', 'each_lead[2]', ''])
  const empty = beginTest(program, { trigger: { leads: [] } })
  drive(empty)
  expect(empty.state.output).toEqual([])
  const wide = await testProgram(
    [
      { id: 'each_lead', type: 'loop', config: { items: [1, 2, 3], mode: 'parallel', limit: 2, onItemError: 'continue' } },
      { id: 'a', type: 'act', config: { value: '{{ loop.item }}' } },
    ],
    'start>each_lead each_lead:each>a',
  )
  const sideBySide = beginTest(wide)
  advance(sideBySide)
  expect(sideBySide.changes.calls).toHaveLength(2)
  drive(sideBySide, (call) => ((call.config as { value: number }).value === 2 ? failed('two') : { kind: 'done', output: 'ok' }))
  expect(statusOf(sideBySide)).toBe('success')
  expect(sideBySide.state.output).toEqual({ items: ['ok', { error: { code: 'NO', message: 'two' } }, 'ok'], count: 3 })
})

test('joins branches: waits for all of them, or for the first', async () => {
  const steps = (mode: string) => [
    { id: 'both', type: 'parallel', config: { branches: [{ name: 'left' }, { name: 'right' }] } },
    { id: 'l', type: 'act', config: { value: 'L' } },
    { id: 'r', type: 'act', config: { value: 'R' } },
    { id: 'met', type: 'join', config: { mode } },
    { id: 'after', type: 'act', config: { value: '{{ steps.met.left }}' } },
  ]
  const edges = 'start>both both:left>l both:right>r l>met r>met met>after'
  const all = beginTest(await testProgram(steps('all'), edges))
  expect(drive(all)).toEqual(['l', 'r', 'after'])
  expect(all.state.outputs['']?.['met']).toEqual({ left: 'L', right: 'R' })
  const any = beginTest(await testProgram(steps('any'), edges))
  advance(any)
  const [left, right] = any.changes.calls
  commitTest(any)
  settle(any, left?.token ?? 0, { kind: 'done', output: 'L' })
  expect(drive(any)).toEqual(['after'])
  // The other is still in hand: the run ends with its result.
  expect(statusOf(any)).toBe('open')
  settle(any, right?.token ?? 0, { kind: 'done', output: 'late' })
  expect(statusOf(any)).toBe('success')
  expect(any.state.output).toBe('L')
})

test('retries a failed step, then takes its error port, continues, or ends the run', async () => {
  const step = { id: 'a', type: 'act', retry: { attempts: 3, delaySeconds: 10 } }
  const machine = beginTest(await testProgram([step], 'start>a'))
  const tries: string[] = []
  const act = (call: { identity: string }) => {
    tries.push(call.identity)
    return failed('busy', { retryable: true })
  }
  drive(machine, act)
  expect(tokensAt(machine, 'backoff')).toHaveLength(1)
  machine.now += 10_000
  drive(machine, act)
  machine.now += 19_000
  drive(machine, act)
  expect(tries).toHaveLength(2)
  machine.now += 1_000
  drive(machine, act)
  expect(new Set(tries).size).toBe(3)
  expect(outcomeOf(machine)).toMatchObject({ status: 'failed', step: 'a', error: { message: 'busy' } })
  for (const [onError, edge] of [
    ['continue', 'a>b'],
    ['branch', 'a:error>b'],
  ] as const) {
    const steps = [
      { id: 'a', type: 'act', onError },
      { id: 'b', type: 'act', config: { value: '{{ steps.a.error.message }}' } },
    ]
    const on = beginTest(await testProgram(steps, `start>a ${edge}`))
    drive(on, (call) => (call.step.id === 'a' ? failed('no') : { kind: 'done', output: (call.config as { value: string }).value }))
    expect(on.state.output).toBe('no')
  }
})

test('a run waits for a signal or its time, and a crash repeats what may be repeated', async () => {
  const program = await testProgram(
    [
      { id: 'p', type: 'pause', config: { key: 'k', seconds: 60 } },
      { id: 'yes', type: 'act', config: { value: '{{ steps.p.x }}', whenUnknown: 'repeat' } },
      { id: 'late', type: 'act', config: { value: 'late' } },
    ],
    'start>p p>yes p:timeout>late',
  )
  const machine = beginTest(program)
  drive(machine)
  const [token = 0] = tokensAt(machine, 'waiting')
  expect(commitTest(machine).opened.get(token)).toEqual({ wait: { kind: 'event', key: 'k' }, until: 1_060_000 })
  takeSignal(machine, token, { x: 7 })
  advance(machine)
  const { calls, closed } = commitTest(machine)
  expect([...closed]).toEqual([token])
  expect(calls[0]?.config).toMatchObject({ value: 7 })
  const again = loadMachine(program, structuredClone(machine.state), testFacts, machine.now)
  recover(again)
  advance(again)
  expect(again.changes.calls.map((call) => call.identity)).toEqual([calls[0]?.identity])
  expect([...again.changes.rows.values()]).toMatchObject([{ status: 'running', repeats: 1 }])
  const late = beginTest(program)
  drive(late)
  late.now += 60_000
  drive(late)
  expect(late.state.output).toBe('late')
})

test('holds an effect that must not be repeated until a member decides', async () => {
  const program = await testProgram(
    [
      { id: 'a', type: 'act' },
      { id: 'b', type: 'act', config: { value: '{{ steps.a }}' } },
    ],
    'start>a a>b',
  )
  const crash = () => {
    const machine = beginTest(program)
    advance(machine)
    const loaded = loadMachine(program, structuredClone(machine.state), testFacts, machine.now)
    recover(loaded)
    advance(loaded)
    expect([...loaded.changes.rows.values()]).toMatchObject([{ stepId: 'a', status: 'unknown' }])
    return loaded
  }
  const done = crash()
  decide(done, tokensAt(done, 'held')[0] ?? 0, { decision: 'done', output: 'it was' })
  expect(drive(done)).toEqual(['b'])
  expect(done.state.output).toBe('it was')
  const again = crash()
  decide(again, tokensAt(again, 'held')[0] ?? 0, { decision: 'again', output: null })
  expect(drive(again)).toEqual(['a', 'b'])
  const no = crash()
  decide(no, tokensAt(no, 'held')[0] ?? 0, { decision: 'failed', output: null })
  expect(statusOf(no)).toBe('failed')
})

test('waits for calls in flight when a run is cancelled, and enforces the time limit of a run', async () => {
  const machine = beginTest(
    await testProgram(
      [
        { id: 'a', type: 'act' },
        { id: 'b', type: 'act' },
      ],
      'start>a a>b',
    ),
  )
  advance(machine)
  const { calls } = commitTest(machine)
  cancel(machine)
  expect(statusOf(machine)).toBe('open')
  settle(machine, calls[0]?.token ?? 0, { kind: 'done', output: 1 })
  advance(machine)
  expect(statusOf(machine)).toBe('cancelled')
  expect([...machine.changes.rows.values()]).toMatchObject([{ stepId: 'a', status: 'success' }])
  const slow = beginTest(await testProgram([{ id: 'p', type: 'pause', config: { key: 'k' } }], 'start>p'), { deadline: 1_005_000 })
  drive(slow)
  slow.now = 1_005_000
  advance(slow)
  expect(outcomeOf(slow)).toMatchObject({ status: 'failed', error: { code: 'RUN_TIMEOUT' } })
})

test('uses recorded results instead of running steps, and a replay runs nothing else', async () => {
  const program = await testProgram(
    [
      { id: 'a', type: 'act' },
      { id: 'b', type: 'act', config: { value: '{{ steps.a.n }}' } },
    ],
    'start>a a>b',
  )
  const retry = beginTest(program, { recorded: { 'a@': { output: { n: 3 }, port: 'next' } } })
  expect(drive(retry)).toEqual(['b'])
  expect(retry.state.output).toBe(3)
  const replay = beginTest(program, { recorded: { 'a@': { output: { n: 3 }, port: 'next' } }, isReplay: true })
  expect(drive(replay)).toEqual([])
  expect(outcomeOf(replay)).toMatchObject({ status: 'failed', step: 'b', error: { code: 'NOT_RECORDED' } })
})

test('stores large values separately and reads them through their marks', async () => {
  const text = 'x'.repeat(9_000)
  const program = await testProgram(
    [
      { id: 'a', type: 'act' },
      { id: 'b', type: 'act', config: { value: '{{ steps.a.text }}' } },
    ],
    'start>a a>b',
  )
  const machine = beginTest(program)
  drive(machine, (call) => ({ kind: 'done', output: call.step.id === 'a' ? { text } : (call.config as { value: string }).value }))
  expect(machine.state.outputs['']?.['a']).toMatchObject({ $payload: 1 })
  expect(open(machine, machine.state.output)).toBe(text)
  expect(machine.changes.payloads.length).toBeGreaterThan(1)
})

test('tests put out samples and end after a step', async () => {
  const program = await testProgram(
    [
      { id: 'a', type: 'act' },
      { id: 'p', type: 'pause', config: { key: 'k' } },
      { id: 'b', type: 'act' },
    ],
    'start>a a>p p>b',
  )
  const machine = beginTest(program, { isSample: true, endsAfter: 'p' })
  expect(drive(machine)).toEqual([])
  expect(statusOf(machine)).toBe('success')
  expect(machine.state.output).toEqual({ paused: true })
})
