import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Run, RunDetail } from '@imperium/contract/runs.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  user = await t.register({ email: 'owner@example.com' })
})
afterAll(() => t.close())

async function newAgent(body: Record<string, unknown> = {}): Promise<string> {
  const { body: reply, status } = await t.call<{ id: string }>('POST', '/api/agents', {
    token: user.token,
    body: { name: 'Runner', type: 'SALES', ...body },
  })
  expect(status, JSON.stringify(reply)).toBe(201)
  return reply.data.id
}

async function runToEnd(agentId: string, input: unknown): Promise<RunDetail> {
  const started = await t.call<{ runId: string }>('POST', `/api/agents/${agentId}/execute`, { token: user.token, body: { input } })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  return ended(started.body.data.runId)
}

async function ended(runId: string): Promise<RunDetail> {
  for (let i = 0; i < 400; i++) {
    const { body } = await t.call<RunDetail>('GET', `/api/runs/${runId}`, { token: user.token })
    if (['completed', 'failed', 'cancelled'].includes(body.data.status)) return body.data
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the run did not end')
}

test('a run with the sandbox model completes with its steps', async () => {
  const id = await newAgent()
  const run = await runToEnd(id, 'Hello, who are you?')
  expect(run).toMatchObject({ status: 'completed', agentVersion: 1, error: null, recoveries: 0 })
  expect(run.output).toContain('sandbox')
  expect(run.steps.map((step) => [step.kind, step.status])).toEqual([
    ['model_call', 'completed'],
    ['result', 'completed'],
  ])
  expect(run.inputTokens).toBeGreaterThan(0)
})

test('calls a granted tool and records it as a step', async () => {
  const id = await newAgent({ capabilities: ['database_query', 'email_send', 'sentiment_analysis'] })
  const run = await runToEnd(id, 'How many agents do we have? Then send an email with the answer to owner@example.com')
  expect(run.status, JSON.stringify(run.error)).toBe('completed')
  const tools = run.steps.filter((step) => step.kind === 'tool_call')
  expect(tools.map((step) => [step.name, step.status])).toEqual([
    ['database_query', 'completed'],
    ['email_send', 'completed'],
  ])
  const { rows } = await t.owner.query('select * from app.sandbox_mail where org_id = $1', [user.orgId])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ recipient: 'owner@example.com', copies: 1, org_id: user.orgId })
})

test('streams the events of a run from queueing to end', async () => {
  const id = await newAgent()
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/agents/${id}/execute`,
    headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
    payload: { input: 'Hi' },
  })
  expect(response.statusCode).toBe(200)
  const events = response.body
    .split('\n\n')
    .filter((frame) => frame.includes('data: '))
    .map((frame) => JSON.parse(frame.split('data: ')[1] ?? '{}') as { type: string; run?: Run })
  expect(events[0]).toMatchObject({ type: 'status', status: 'queued' })
  expect(events.at(-1)).toMatchObject({ type: 'done', run: { status: 'completed' } })
})

test('lists the runs of all agents by agent, status, name and time', async () => {
  const [clerk, other] = [await newAgent({ name: 'Listed clerk' }), await newAgent({ name: 'Listed 100%' })]
  const [first, second] = [await runToEnd(clerk, 'One'), await runToEnd(other, 'Two')]
  const ids = async (query: string) => {
    const { body } = await t.call<Run[]>('GET', `/api/runs?${query}`, { token: user.token })
    return body.data.map((run) => run.id)
  }
  expect(await ids('q=listed')).toEqual([second.id, first.id])
  expect(await ids(`agentId=${clerk}`)).toEqual([first.id])
  expect(await ids('q=0%25&status=ended')).toEqual([second.id])
  expect(await ids('q=listed&status=open')).toEqual([])
  expect(await ids(`q=listed&from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
  expect(await ids('q=listed&from=2026-01-01T00:00:00Z')).toHaveLength(2)
})
