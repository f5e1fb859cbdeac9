import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunDetail, RunEvent } from '@imperium/contract/runs.ts'
import { zeroId } from '../../platform/ids.ts'
import { makeOwnServer, patienceMs } from '../../testing/own-server.ts'
import type { OwnServer } from '../../testing/own-server.ts'
import { testPassword } from '../../testing/test-app.ts'
import { pause, until } from '../../testing/test-runs.ts'

let server: OwnServer
let isOver = false

beforeAll(async () => {
  server = await makeOwnServer('kill', { SANDBOX_DELAY_MS: '10', SHUTDOWN_GRACE_MS: '1000' })
})
afterAll(async () => {
  isOver = true
  await server.close()
})

const read = (id: string) => server.call<RunDetail>('GET', `/api/runs/${id}`)

/** Follows a run over every loss of the connection, however long the server is away, each time from the last event it got. */
async function follow(runId: string): Promise<{ id: number; event: RunEvent }[]> {
  const got: { id: number; event: RunEvent }[] = []
  while (!isOver) {
    try {
      const headers = { authorization: `Bearer ${server.token}`, 'last-event-id': String(got.at(-1)?.id ?? 0) }
      const response = await fetch(`${server.url}/api/runs/${runId}/events`, { headers })
      let text = ''
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString()
        const frames = text.split('\n\n')
        text = frames.pop() ?? ''
        for (const frame of frames) {
          const id = /^id: (\d+)$/m.exec(frame)?.[1]
          if (id) got.push({ id: Number(id), event: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '') as RunEvent })
        }
      }
      if (got.at(-1)?.event.type === 'done') return got
    } catch (error) {
      // The server is being killed; the next attempt continues where this one ended.
      if (error instanceof SyntaxError) throw error
    }
    await pause(200)
  }
  throw new Error('the test ended before the stream')
}

const isAtWork = async (ids: string[]) => {
  const all = await Promise.all(ids.map(read))
  return all.some((run) => run.status === 'running' && run.steps.length > 0) || all.every((run) => run.finishedAt)
}

const endedAll = (ids: string[]) =>
  until(async () => {
    const all = await Promise.all(ids.map(read))
    return all.every((run) => run.finishedAt) && all
  }, patienceMs)

// After several kill -9 of the server, once with PostgreSQL, every run ends, duplicates of emails are counted, and
// a follower with Last-Event-ID gets every event once in order. After SIGTERM the process ends within 35 s; the next finishes its runs.
test('runs outlive kill -9 of server and database, and SIGTERM', { timeout: patienceMs }, async () => {
  await server.start()
  const { token } = await server.call<{ token: string }>('POST', '/api/auth/register', {
    email: 'kim@example.com',
    firstName: 'Kim',
    lastName: 'Kay',
    organizationName: 'Killed',
    password: testPassword,
  })
  server.token = token
  const { id: agentId } = await server.call<{ id: string }>('POST', '/api/agents', {
    name: 'Durable',
    type: 'SALES',
    capabilities: ['database_query', 'email_send', 'sentiment_analysis'],
  })
  const execute = async (input: string) => (await server.call<{ runId: string }>('POST', `/api/agents/${agentId}/execute`, { input })).runId
  const ids: string[] = []
  for (let i = 0; i < 6; i++)
    ids.push(
      await execute(
        `[[sandbox:slow=${500 + i * 150}]] How many agents do we have? Then send an email with the answer to someone${i}@example.com`,
      ),
    )
  const following = follow(ids[0] ?? '')
  for (const [wait, withPostgres] of [
    [900, false],
    [700, true],
    [1_100, false],
  ] as const) {
    // A kill before anything has begun, as on a machine under load, would try nothing.
    await until(() => isAtWork(ids), patienceMs)
    await pause(wait)
    await server.stop('SIGKILL')
    if (withPostgres) server.killPostgres()
    await server.start()
  }
  const ended = await endedAll(ids)
  expect(ended.map((run) => [run.status, run.error])).toEqual(ids.map(() => ['completed', null]))
  expect(ended.some((run) => run.recoveries > 0)).toBe(true)
  await server.withDatabase(async (owner) => {
    const { rows } = await owner.query<{ copies: number; attempts: number; status: string }>(
      'select m.copies, e.attempts, e.status from app.effects e left join app.sandbox_mail m on m.org_id = e.org_id and m.message_id = e.identity',
    )
    expect(rows).toHaveLength(ids.length)
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'done' })
      expect(row.copies).toBeGreaterThanOrEqual(1)
      expect(row.copies).toBeLessThanOrEqual(row.attempts)
    }
    const mails = await owner.query('select 1 from app.sandbox_mail where org_id <> $1', [zeroId])
    expect(mails.rowCount).toBe(ids.length)
    const { rows: metered } = await owner.query<{ runs: number; calls: number; mails: number }>(
      'select sum(runs)::int runs, sum(model_calls)::int calls, sum(mails)::int mails from app.usage',
    )
    expect(metered[0]).toEqual({ runs: ids.length, calls: ids.length * 3, mails: ids.length })
    // What the killed processes had reserved holds no budget.
    await until(async () => (await owner.query('select 1 from app.model_calls')).rowCount === 0, patienceMs)
  })
  const events = await following
  expect(events.map((each) => each.id)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)?.event).toMatchObject({ type: 'done', run: { status: 'completed' } })

  // Long enough that both are still at work when the process is asked to end, under load too.
  const long = await Promise.all(['One', 'Two'].map((input) => execute(`[[sandbox:slow=10000]] ${input}`)))
  for (const id of long) await until(async () => (await read(id)).steps.length > 0, patienceMs)
  const watching = follow(long[0] ?? '')
  expect(await server.stop('SIGTERM')).toBe(0)
  await server.start()
  for (const run of await endedAll(long)) expect(run).toMatchObject({ status: 'completed', recoveries: 1 })
  expect((await watching).map((each) => each.id)).toEqual((await watching).map((_, index) => index + 1))
})
