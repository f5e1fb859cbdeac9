import { describe, expect, test } from 'vitest'
import { stepIcons } from '@imperium/contract/workflows/workflow-steps.ts'
import { compareValues } from './control/compare-values.ts'
import { stepTypes } from './index.ts'
import { readJsonText } from './agents/agent-end.ts'
import { runStep, typeOf } from './test-steps.ts'

describe('conditions', () => {
  test.each([
    [5, 'equals', '5', true],
    [5, 'equals', 5.5, false],
    ['Ada', 'equals', 'ada', false],
    [true, 'equals', 'true', true],
    [{ a: 1, b: [2] }, 'equals', { b: [2], a: 1 }, true],
    [null, 'equals', '', false],
    ['', 'equals', 0, false],
    [[1, 2], 'not_equals', [1, 2], false],
    ['Hello World', 'contains', 'world', true],
    [['a', 'b'], 'contains', 'b', true],
    [{ name: 1 }, 'contains', 'name', true],
    [{ name: 1 }, 'contains', 'constructor', false],
    ['abc', 'not_contains', 'd', true],
    ['Mr Smith', 'starts_with', 'mr ', true],
    ['a@example.com', 'ends_with', '@EXAMPLE.com', true],
    ['10', 'gt', '9', true],
    [10, 'gt', 'nine', false],
    ['2026-11-22', 'gt', '2026-11-03T10:00:00Z', true],
    ['2026-11-22T10:00:00+02:00', 'lt', '2026-11-22T09:00:00Z', true],
    ['abc', 'lt', 'abd', true],
    [3, 'gte', 3, true],
    [3, 'lte', '2', false],
    [0, 'exists', '', true],
    [null, 'exists', '', false],
    [[], 'is_empty', '', true],
    [0, 'is_empty', '', false],
    ['b', 'matches_one_of', 'a, b, c', true],
    [2, 'matches_one_of', [1, 2], true],
    ['TRUE', 'is_true', '', true],
    [1, 'is_true', '', false],
    ['false', 'is_false', '', true],
  ] as const)('%j %s %j is %s', (left, operator, right, expected) => {
    expect(compareValues(operator, left as never, right as never)).toBe(expected)
  })

  test('all rules, or any of them', async () => {
    const rules = [
      { left: 1, operator: 'equals', right: 1 },
      { left: 1, operator: 'equals', right: 2 },
    ]
    expect(await runStep('condition', { match: 'all', rules })).toEqual({ kind: 'done', output: { result: false }, port: 'no' })
    expect(await runStep('condition', { match: 'any', rules })).toEqual({ kind: 'done', output: { result: true }, port: 'yes' })
    expect(typeOf('condition').config.safeParse({ rules: [] }).success).toBe(false)
    expect(typeOf('condition').config.safeParse({ rules: [{ left: 'a', operator: 'matches', right: '(a+)+$' }] }).success).toBe(false)
  })
})

test('switch takes the first case that equals, else the default', async () => {
  const cases = [
    { name: 'large', equals: 'L' },
    { name: 'also_large', equals: 'L' },
    { name: 'number', equals: 3 },
  ]
  expect(await runStep('switch', { value: 'L', cases })).toMatchObject({ port: 'large' })
  expect(await runStep('switch', { value: '3', cases })).toMatchObject({ port: 'number' })
  expect(await runStep('switch', { value: 'M', cases })).toMatchObject({ port: 'default' })
  const { config } = typeOf('switch')
  expect(config.safeParse({ value: '', cases: [{ name: 'default', equals: 1 }] }).success).toBe(false)
  expect(config.safeParse({ value: '', cases: [cases[0], cases[0]] }).success).toBe(false)
})

test("set outputs values of any kind and rejects names that change an object's prototype", async () => {
  const values = [
    { name: 'score', value: 82 },
    { name: 'tags', value: ['a'] },
  ]
  expect(await runStep('set', { values })).toEqual({ kind: 'done', output: { score: 82, tags: ['a'] } })
  for (const name of ['__proto__', 'constructor', 'prototype', '1a', 'a b', ''])
    expect(typeOf('set').config.safeParse({ values: [{ name, value: 1 }] }).success).toBe(false)
})

test('respond sets status, headers and body, and rejects headers of the connection or of our origin', async () => {
  const made = await runStep('respond', { status: '201', headers: [{ name: 'X-Kind', value: 7 }], body: { ok: true } })
  expect(made).toEqual({ kind: 'done', output: { status: 201, headers: { 'x-kind': '7' }, body: { ok: true } } })
  const { config } = typeOf('respond')
  for (const name of ['Set-Cookie', 'Content-Length', 'Access-Control-Allow-Origin', 'Content-Security-Policy', 'a b'])
    expect(config.safeParse({ headers: [{ name, value: 'x' }] }).success).toBe(false)
  for (const more of [{}, { url: 'https://example.com' }]) {
    const { config: each } = typeOf('url' in more ? 'http' : 'respond')
    const withHeader = (value: string) => each.safeParse({ ...more, headers: [{ name: 'x-a', value }] }).success
    expect(['a\r\nb: c', 'a\u0001', 'wait…', '日本'].filter(withHeader)).toEqual([])
    expect(withHeader('café\t{{ trigger.body.name }}')).toBe(true)
  }
})

describe('delay', () => {
  const untilOf = async (config: Parameters<typeof runStep>[1], now = new Date('2026-03-27T10:00:00Z')) => {
    const result = await runStep('delay', config, { now })
    return result.kind === 'wait' ? result.wait.until?.toISOString() : result
  }
  test('for a while, from a template too', async () => {
    expect(await untilOf({ mode: 'for', for: { amount: '2', unit: 'days' } })).toBe('2026-03-29T10:00:00.000Z')
    expect(await runStep('delay', { mode: 'for', for: { amount: 0, unit: 'seconds' } })).toMatchObject({ kind: 'done' })
    expect(await runStep('delay', { mode: 'for', for: { amount: 400, unit: 'days' } })).toMatchObject({ kind: 'failed', retryable: false })
    expect(typeOf('delay').config.safeParse({ mode: 'for', for: { amount: 'soon', unit: 'days' } }).success).toBe(false)
    expect(typeOf('delay').config.safeParse({ mode: 'for', for: { amount: '{{ vars.days }}', unit: 'days' } }).success).toBe(true)
  })
  test('until a moment in its own or the given zone; does not wait for a past one', async () => {
    expect(await untilOf({ mode: 'until', until: '2026-04-01T09:00', timeZone: 'Europe/Berlin' })).toBe('2026-04-01T07:00:00.000Z')
    expect(await untilOf({ mode: 'until', until: '2026-04-01 09:00:00+05:30' })).toBe('2026-04-01T03:30:00.000Z')
    expect(await untilOf({ mode: 'until', until: '2026-03-01T09:00' })).toMatchObject({ kind: 'done' })
    expect(await untilOf({ mode: 'until', until: 'next tuesday' })).toMatchObject({ kind: 'failed', code: 'INVALID_TIME' })
    expect(await untilOf({ mode: 'until', until: '2026-02-31T25:00' })).toMatchObject({ kind: 'failed', code: 'INVALID_TIME' })
  })
  test('until a day of the week, over a change of clocks', async () => {
    const weekday = (days: number[], time: string) => ({ mode: 'weekday', days, time, timeZone: 'Europe/Berlin' })
    // Friday; on Sunday the clocks of Berlin go from 02:00 to 03:00.
    expect(await untilOf(weekday([1], '09:00'))).toBe('2026-03-30T07:00:00.000Z')
    expect(await untilOf(weekday([7], '02:30'))).toBe('2026-03-29T01:00:00.000Z')
    expect(await untilOf(weekday([5], '12:00'))).toBe('2026-03-27T11:00:00.000Z')
    expect(await untilOf(weekday([5], '11:00'))).toBe('2026-04-03T09:00:00.000Z')
  })
})

test('wait_event waits for a type and what its payload must hold', async () => {
  const config = { event: 'message.received', match: [{ name: 'contactId', value: 'c1' }], timeout: { amount: 3, unit: 'days' } }
  expect(await runStep('wait_event', config)).toEqual({
    kind: 'wait',
    wait: { kind: 'event', key: 'message.received', match: { contactId: 'c1' }, until: new Date('2026-11-25T10:00:00Z') },
  })
  expect(typeOf('wait_event').config.safeParse({ event: 'nothing.happened' }).success).toBe(false)
})

test("reads only valid JSON of an agent's output, without slow parsing", () => {
  expect(readJsonText(' ```json \n{"a":1}\n``` ')).toEqual({ a: 1 })
  expect(readJsonText('```\n[1]\n```')).toEqual([1])
  for (const text of ['```js\n[1]\n```', 'so: {"a":1}', '"text"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`])
    expect(readJsonText(text)).toBeNull()
  // A pattern that looks for the end from every line would take this test past its limit.
  expect(readJsonText(`\`\`\`${'\n'.repeat(1_000_000)}x`)).toBeNull()
})

describe('the end of a wait', () => {
  const settle = (name: string, end: Parameters<NonNullable<ReturnType<typeof typeOf>['settle']>>[0]) => typeOf(name).settle?.(end)
  test('of an agent: its text, its JSON, its cost; a failure is one of the step', () => {
    const data = { runId: 'r', status: 'completed', text: '```json\n{"score":7}\n```', error: null, costMicros: 12 }
    expect(settle('agent', { timedOut: false, data })).toEqual({
      kind: 'done',
      costMicros: 12,
      output: { text: data.text, json: { score: 7 }, runId: 'r', costMicros: 12 },
    })
    expect(settle('agent', { timedOut: false, data: { ...data, text: 'Yes' } })).toMatchObject({ output: { json: null } })
    expect(settle('agent', { timedOut: false, data: { ...data, status: 'failed', error: 'No key' } })).toMatchObject({
      kind: 'failed',
      code: 'AGENT_FAILED',
      message: 'No key',
      retryable: true,
    })
    expect(settle('agent', { timedOut: false, data: { ...data, status: 'cancelled' } })).toMatchObject({ retryable: false })
    expect(settle('agent', { timedOut: true })).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
  })
  test('of an approval: its port', () => {
    const data = { decision: 'rejected', comment: 'No', decidedBy: 'Grace' }
    expect(settle('approval', { timedOut: false, data })).toEqual({ kind: 'done', output: data, port: 'rejected' })
    expect(settle('approval', { timedOut: true })).toMatchObject({ port: 'timeout' })
  })
  test('of a message: sent, skipped, failed, unknown', () => {
    const end = (status: string) => settle('email', { timedOut: false, data: { messageId: 'm', status, detail: 'no_consent' } })
    expect(end('delivered')).toEqual({ kind: 'done', output: { messageId: 'm', status: 'delivered' } })
    expect(end('skipped')).toMatchObject({ kind: 'done', port: 'skipped' })
    expect(end('failed')).toMatchObject({ kind: 'failed', code: 'MESSAGE_FAILED' })
    expect(end('held')).toMatchObject({ kind: 'failed', unknown: true })
  })
  test('of a called workflow: its output, or its failure', () => {
    expect(settle('workflow', { timedOut: false, data: { status: 'success', output: { ok: true } } })).toEqual({
      kind: 'done',
      output: { ok: true },
    })
    expect(settle('workflow', { timedOut: false, data: { status: 'failed', error: { message: 'Broke' } } })).toMatchObject({
      message: 'Broke',
    })
  })
})

test('every type is complete: a form for every field, ports, an icon, a sample', () => {
  for (const [name, { about, config, kind }] of stepTypes) {
    expect(about.type).toBe(name)
    expect(stepIcons).toContain(about.icon)
    expect(about.label).not.toBe('')
    expect(about.description).toMatch(/\.$/)
    expect(new Set(about.form.map(({ path }) => path)).size).toBe(about.form.length)
    expect(about.form.filter((field) => field.kind === 'select' && (field.options ?? []).length < 2)).toEqual([])
    expect(about.ports.length > 0 || name === 'stop' || name === 'parallel').toBe(true)
    expect(about.isTrigger ?? false).toBe(name.startsWith('trigger_'))
    expect(!about.isTrigger || kind === 'control').toBe(true)
    // No operation sets an undeclared field.
    const unknown = config.safeParse({ nobody: 1 })
    expect(unknown.error?.issues.some(({ code }) => code === 'unrecognized_keys' || code === 'invalid_union') ?? false).toBe(true)
  }
})
