import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { registerOnLargePlan, runKey, runsOf, until } from '../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let runs: ReturnType<typeof runsOf>
let agentId: string
let script: (index: number) => FakeReply
let served = 0
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script(served++) })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1', RUN_TIMEOUT_MS: '4000' } })
  await t.startWorkers()
  runs = runsOf(t, await registerOnLargePlan(t))
  await runs.serveModel(fake.url)
})
beforeEach(async () => {
  agentId = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['database_query', 'sentiment_analysis'] })
  served = 0
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const inOrder =
  (...replies: FakeReply[]) =>
  (index: number): FakeReply =>
    replies[Math.min(index, replies.length - 1)] ?? {}

async function runWith(...replies: FakeReply[]) {
  script = inOrder(...replies)
  return runs.run(agentId, 'Go')
}

// A provider's rate limit is a delay: the run waits as long as requested, completes, and only the received response is metered.
test('429 with Retry-After waits, completes and is metered once', async () => {
  const begun = Date.now()
  const run = await runWith({ status: 429, headers: { 'retry-after': '1' } }, { text: 'Fine', usage: { prompt: 100, completion: 7 } })
  expect(run).toMatchObject({ status: 'completed', output: 'Fine', inputTokens: 100, outputTokens: 7 })
  expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000)
  expect(run.steps[0]).toMatchObject({ kind: 'model_call', attempt: 2, status: 'completed', error: null })
  expect(await runs.metered(agentId)).toMatchObject({ modelCalls: 1, inputTokens: 100, outputTokens: 7, runs: 1, completed: 1 })
})

// A wait that exceeds the run's time is not started: the run fails immediately with the reason.
test('a Retry-After beyond the run ends it', async () => {
  expect((await runWith({ status: 429, headers: { 'retry-after': '300' } })).error?.code).toBe('model_rate_limited')
})

// Every temporary fault is retried, whatever its kind; the response that arrives is the run's.
// A provider that had begun to answer bills that attempt, too.
test.each<[string, FakeReply, number]>([
  ['a fault of the provider', { status: 500 }, 1],
  ['a malformed piece', { malformed: { atEvent: 2, line: 'data: {"choices": [' } }, 2],
  ['an empty answer', { text: '' }, 2],
  ['an end without a finish', { endAfterEvents: 3 }, 2],
])('%s is tried again', async (_name, fault, modelCalls) => {
  const run = await runWith(fault, { text: 'Better' })
  expect(run).toMatchObject({ status: 'completed', output: 'Better' })
  expect(served).toBe(2)
  expect(await runs.metered(agentId)).toMatchObject({ modelCalls, completed: 1 })
})

// Text streamed by a failed attempt is replaced: later text has a higher attempt number, and text and output agree.
test('a stream cut in mid-text starts anew under the next attempt', async () => {
  const run = await runWith(
    { text: 'Half of it is lost', chunkDelayMs: 80, cutAfterEvents: 4 },
    { text: 'The whole answer', chunkDelayMs: 80 },
  )
  expect(run).toMatchObject({ status: 'completed', output: 'The whole answer' })
  const texts = (await runs.events(run.id)).flatMap((event) => (event.type === 'text' ? [event] : []))
  expect(new Set(texts.map((event) => event.attempt))).toEqual(new Set([1, 2]))
  const last = texts.filter((event) => event.attempt === 2).map((event) => event.delta)
  expect(last.length).toBeGreaterThan(0)
  expect('The whole answer'.startsWith(last.join(''))).toBe(true)
})

// Attempts are bounded: three waits, four calls, then a failed run that names the provider as the cause.
test('a provider that stays broken fails the run after its waits', async () => {
  const run = await runWith({ status: 503 })
  expect(run).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } })
  expect(served).toBe(4)
  expect(run.steps.map((step) => [step.kind, step.status])).toEqual([
    ['model_call', 'failed'],
    ['result', 'failed'],
  ])
  expect(await runs.metered(agentId)).toMatchObject({ modelCalls: 0, failed: 1, costMicros: 0 })
})

// SEC-36, R59: a refused key is reported as such, once, and is stored nowhere, though the provider repeats it in its response.
test('401 is a clear failure that shows no key anywhere', async () => {
  const written: string[] = []
  const stdout = process.stdout.write.bind(process.stdout)
  const noisy = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' }, log: 'debug' })
  process.stdout.write = (text: string | Uint8Array) => written.push(text.toString()) > 0
  try {
    await noisy.startWorkers()
    const own = runsOf(noisy, await noisy.register())
    await own.serveModel(fake.url)
    const id = await own.agent({ config: { model: 'fake-model' } })
    script = () => ({
      status: 401,
      errorBody: { error: { message: `Incorrect API key provided: ${runKey}. Bearer ${runKey}`, code: 'invalid_api_key' } },
    })
    const run = await own.run(id, 'Go')
    expect(run.error).toMatchObject({ code: 'model_auth' })
    expect(run.error?.message).toContain('refused the API key')
    expect(served).toBe(1)
    const { rows } = await noisy.owner.query<{ all: string }>(
      `select jsonb_agg(x)::text as all from (select to_jsonb(r) x from app.runs r union all select to_jsonb(s) from app.run_steps s union all select to_jsonb(e) from app.run_events e
       union all select to_jsonb(o) from app.outbox o union all select to_jsonb(a) from app.audit_log a union all select to_jsonb(n) from app.notifications n) all_rows`,
    )
    expect(rows[0]?.all.length).toBeGreaterThan(1_000)
    expect(rows[0]?.all).not.toContain('0123456789abcdef')
  } finally {
    process.stdout.write = stdout
    await noisy.close()
  }
  expect(written.length).toBeGreaterThan(0)
  expect(written.join('')).not.toContain('0123456789abcdef')
})

// SEC-41: a tool call that is not granted, unknown or invalid is not made; the model gets the reason and may continue.
test.each<[string, FakeReply['toolCalls'], string]>([
  ['not granted', [{ name: 'email_send', arguments: { to: 'a@example.com', subject: 'x', body: 'y' } }], 'not granted'],
  ['unknown', [{ name: 'rm_rf', arguments: {} }], 'not granted'],
  ['of wrong arguments', [{ name: 'database_query', arguments: { table: 5, sql: 'select 1' } }], 'Wrong arguments'],
  ['named like a property', [{ name: '__proto__', arguments: {} }], 'not granted'],
])('refuses a tool that is %s and reports it to the model', async (_name, toolCalls = [], terms) => {
  const run = await runWith({ toolCalls }, { text: 'I see' })
  expect(run).toMatchObject({ status: 'completed', output: 'I see' })
  expect(run.steps[1]).toMatchObject({ kind: 'tool_call', status: 'failed', error: expect.stringContaining(terms) })
  expect(JSON.stringify(fake.requests.at(-1)?.body?.messages)).toContain(terms)
  expect((await t.owner.query('select 1 from app.effects')).rowCount).toBe(0)
})

// Two calls of one response with the same id from a gateway are both made and answered, or the provider would reject the next request.
test('makes all calls that have the same id', async () => {
  const call = (text: string) => ({ id: 'same', name: 'sentiment_analysis', arguments: { text } })
  const run = await runWith({ toolCalls: [call('great'), call('awful')] }, { text: 'Done' })
  expect(run.steps.map((step) => step.kind)).toEqual(['model_call', 'tool_call', 'tool_call', 'model_call', 'result'])
  expect(run.steps.slice(1, 3).map((step) => step.input)).toMatchObject([
    { arguments: { text: 'great' } },
    { arguments: { text: 'awful' } },
  ])
})

// An endless conversation ends at 25 model calls (R57); a response with hundreds of calls ends before its steps exceed what is read back.
test('an endless tool loop ends with too_many_steps', async () => {
  // A busy machine may need longer for so many calls than a run may take here.
  const config = t.platform.config as { runTimeoutMs: number }
  const usual = config.runTimeoutMs
  config.runTimeoutMs = 60_000
  onTestFinished(() => void (config.runTimeoutMs = usual))
  const run = await runWith({ toolCalls: [{ name: 'sentiment_analysis', arguments: { text: 'good' } }] })
  expect(run).toMatchObject({ status: 'failed', error: { code: 'too_many_steps' } })
  expect(served).toBe(25)
  const many = await runWith({
    toolCalls: Array.from({ length: 300 }, (_, index) => ({ id: `c${index}`, name: 'nothing', arguments: {} })),
  })
  expect(many).toMatchObject({ status: 'failed', error: { code: 'too_many_steps' } })
  expect(many.steps.at(-1)?.kind).toBe('result')
})

// Text that PostgreSQL cannot store (NUL, half a surrogate pair, extreme depth) is made storable, so that the run does not crash every
// worker.
test('repairs text that cannot be stored and completes the run on the first attempt', async () => {
  const emoji = '😀'
  const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`
  const run = await runWith(
    {
      toolCalls: [
        { name: 'sentiment_analysis', arguments: { text: 'nul \u0000 and \uD83D half' } },
        { id: 'b', name: 'bad\u0000name', arguments: deep },
      ],
    },
    { text: `a\u0000b${emoji}c`, pieces: 6, chunkDelayMs: 150 },
  )
  expect(run).toMatchObject({ status: 'completed', output: `a\uFFFDb${emoji}c`, recoveries: 0 })
})

// A huge response is rejected, not stored.
test('ends the run when a response is far beyond its limit', async () => {
  const run = await runWith({ text: 'x'.repeat(1_500_000), pieces: 30 })
  expect(run).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } })
  expect(JSON.stringify(run).length).toBeLessThan(20_000)
})

// A run has a time limit, even if the provider never responds.
test('a hanging provider ends in a timeout of the run', async () => {
  const run = await runWith({ delayMs: 30_000 })
  expect(run).toMatchObject({ status: 'failed', error: { code: 'timeout', message: 'The run took longer than 4 seconds.' } })
  expect(run.steps[0]).toMatchObject({ status: 'failed' })
})

// Cancelling works while the model streams and while the run waits for a retry; it is published once, and a finished run rejects it with
// 409.
test('cancel in a model call, in a retry wait, twice, and after the end', async () => {
  script = () => ({ text: 'long '.repeat(50), pieces: 50, chunkDelayMs: 60 })
  const talking = await runs.start(agentId, 'Go')
  await until(async () => (await runs.events(talking)).some((event) => event.type === 'text'))
  expect((await runs.cancel(talking)).status).toBe(200)
  await runs.cancel(talking)
  expect(await runs.ended(talking)).toMatchObject({ status: 'cancelled', error: null })
  const again = await runs.cancel(talking)
  expect([again.status, again.body.message]).toEqual([409, 'This run has already been cancelled.'])
  const events = await runs.events(talking)
  expect(events.filter((event) => event.type === 'done')).toHaveLength(1)
  await until(async () => fake.open() === 0)

  script = () => ({ status: 429, headers: { 'retry-after': '3' } })
  const waiting = await runs.start(agentId, 'Go')
  await until(async () => (await runs.read(waiting)).steps[0]?.error)
  await runs.cancel(waiting)
  expect((await runs.ended(waiting, 2_000)).status).toBe('cancelled')
  expect(await runs.metered(agentId)).toMatchObject({ runs: 2, cancelled: 2, failed: 0 })
})
