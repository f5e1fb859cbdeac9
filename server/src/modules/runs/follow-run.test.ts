import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '@imperium/contract/runs.ts'
import type { Platform } from '../../platform/platform.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { followRun } from './follow-run.ts'
import { pause, registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
beforeAll(async () => {
  t = await createTestApp({ env: { SANDBOX_DELAY_MS: '3', WORKER_CONCURRENCY: '8' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  agentId = await runs.agent({ capabilities: ['database_query', 'sentiment_analysis'] })
})
afterAll(() => t.close())

async function collect(platform: Platform, runId: string, after = 0): Promise<{ id: number; data: RunEvent }[]> {
  const got = []
  for await (const item of followRun(platform, user.orgId, { runId, may: () => true }, after, AbortSignal.timeout(20_000))) got.push(item)
  return got
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

// No event is lost between listing and listening, and none is repeated: every follower gets the numbers without a gap up to the end.
test('gives every event once to followers that join at any time', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const id = await runs.start(agentId, 'How many agents do we have? Is this review positive: "great"?')
      await pause(index * 7)
      const [first, second] = await Promise.all([collect(t.platform, id), pause(20).then(() => collect(t.platform, id))])
      expect(second).toEqual(first)
      return first
    }),
  )
  for (const events of all) {
    expect(events.map((event) => event.id)).toEqual(numbers(1, events.length))
    expect(events.at(-1)?.data).toMatchObject({ type: 'done', run: { status: 'completed' } })
    expect(events.filter((event) => event.data.type === 'done')).toHaveLength(1)
  }
})

// Last-Event-ID: exactly the events that follow; an immediate end if there are none; over HTTP too.
test('a stream resumes after any number', async () => {
  const run = await runs.run(agentId, 'Hello')
  const all = await collect(t.platform, run.id)
  for (const after of [0, 1, 3, all.length - 1, all.length, all.length + 50]) {
    const rest = await collect(t.platform, run.id, after)
    expect(rest.map((event) => event.id)).toEqual(numbers(after + 1, all.length))
  }
  const response = await t.app.inject({
    url: `/api/runs/${run.id}/events`,
    headers: { authorization: `Bearer ${user.token}`, 'last-event-id': String(all.length - 2) },
  })
  expect([...response.body.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual([all.length - 1, all.length])
  const stranger = await t.register()
  expect((await t.call('GET', `/api/runs/${run.id}/events`, { token: stranger.token })).status).toBe(404)
})

// The streamed text is a prefix of the output: nothing is repeated or out of order.
test('the streamed text is the output', async () => {
  const run = await runs.run(agentId, '[[sandbox:tokens=1500]]')
  const text = (await runs.events(run.id)).flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('')
  expect(text.length).toBeGreaterThan(100)
  expect(run.output?.startsWith(text)).toBe(true)
})

// Without signals, as when the listening connection is lost, polling finds the events.
test('polls when signals are missing', async () => {
  const deaf: Platform = { ...t.platform, live: { ...t.platform.live, on: () => () => undefined } }
  const id = await runs.start(agentId, '[[sandbox:slow=400]] Hello')
  const events = await collect(deaf, id)
  expect(events.map((event) => event.id)).toEqual(numbers(1, events.length))
  expect(events.at(-1)?.data.type).toBe('done')
})

// The server cuts the listening connection: it reconnects automatically, and a follower misses nothing.
test('a lost listening connection is mended', async () => {
  const id = await runs.start(agentId, '[[sandbox:slow=2500]] Hello')
  const following = collect(t.platform, id)
  await t.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'imperium_live' and datname = current_database()",
  )
  const events = await following
  expect(events.map((event) => event.id)).toEqual(numbers(1, events.length))
})

// When a caller disconnects, nothing is left: the generator ends and its listener is removed.
test('a disconnect ends the following', async () => {
  let listeners = 0
  const counted: Platform = {
    ...t.platform,
    live: {
      ...t.platform.live,
      on: (kind, listener) => {
        listeners += 1
        const off = t.platform.live.on(kind, listener)
        return () => {
          listeners -= 1
          off()
        }
      },
    },
  }
  const id = await runs.start(agentId, '[[sandbox:slow=60000]] Hello')
  const leaving = new AbortController()
  const ended = (async () => {
    for await (const _item of followRun(counted, user.orgId, { runId: id, may: () => true }, 0, leaving.signal));
  })()
  await until(async () => listeners === 1)
  await pause(100)
  leaving.abort()
  await Promise.race([ended, pause(500).then(() => Promise.reject(new Error('it goes on')))])
  expect(listeners).toBe(0)
  await runs.cancel(id)
})

// SEC-45: one organization's flood of slow runs leaves slots for another's single run; with three floods it still starts promptly.
test('a flood of one organization does not stop another', async () => {
  const flooding = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { orgId, ...person } = await registerOnLargePlan(t)
      const own = runsOf(t, { orgId, ...person })
      return { orgId, own, agent: await own.agent() }
    }),
  )
  const [first] = flooding
  if (!first) throw new Error('no flood')
  for (let batch = 0; batch < 12; batch++)
    await Promise.all(Array.from({ length: 25 }, () => first.own.start(first.agent, '[[sandbox:slow=1500]] Slow')))
  const waiting = async (orgId: string) =>
    (await t.owner.query("select 1 from app.runs where org_id = $1 and status = 'queued'", [orgId])).rows.length
  expect((await runs.run(agentId, 'Quick')).status).toBe('completed')
  expect(await waiting(first.orgId), 'it did not wait behind the flood').toBeGreaterThan(0)

  for (const { own, agent } of flooding.slice(1))
    await Promise.all(Array.from({ length: 30 }, () => own.start(agent, '[[sandbox:slow=1500]] Slow')))
  await pause(500)
  expect((await runs.run(agentId, 'Quick')).status).toBe('completed')
  for (const { orgId } of flooding) expect(await waiting(orgId), 'nor behind three').toBeGreaterThan(0)
})
