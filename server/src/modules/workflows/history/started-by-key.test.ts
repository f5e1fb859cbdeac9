import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerRoomy, runsOf, until } from '../../../testing/test-runs.ts'
import { flow, isEnded, publish, runsIn } from '../engine/test-flows.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let agentId: string
let workflowId: string
let plainKey: string

beforeAll(async () => {
  fake = await startFakeOpenAi({
    script: ({ body }) =>
      body?.messages.some(({ role }) => role === 'tool')
        ? { text: 'Done' }
        : { toolCalls: [{ id: 'c', name: 'database_query', arguments: { table: 'contacts' } }] },
  })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerRoomy(t)
  await runsOf(t, user).serveModel(fake.url)
  agentId = await runsOf(t, user).agent({ config: { model: 'fake-model' }, capabilities: ['database_query'] })
  await call('/api/contacts', { email: 'ana@example.com' })
  const steps = [{ id: 'ask', type: 'agent', config: { agentId, input: 'Who is there?' } }]
  workflowId = await publish(t, user.orgId, flow(steps, 'start>ask'))
  const scopes = ['workflows:read', 'workflows:run', 'runs:read']
  plainKey = (await call<{ plainKey: string }>('/api/api-keys', { name: 'No contacts', scopes })).body.data.plainKey
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const call = <T = { runId: string }>(path: string, body: object, token = user.token) => t.call<T>('POST', path, { token, body })

/** What the agent in the started workflow run read. */
async function readBy(path: string, body: object, token: string): Promise<{ text: string; workflowRunId: string }> {
  const started = await call(path, body, token)
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  const workflowRunId = started.body.data.runId
  const runs = runsIn(t, user)
  await until(async () => isEnded(await runs.read(workflowRunId)))
  const agentStep = (await runs.steps(workflowRunId)).find((step) => step.step_id === 'ask')
  const { steps } = await runsOf(t, user).read((agentStep?.output as { runId?: string } | undefined)?.runId ?? '')
  return { text: JSON.stringify(steps.filter(({ kind }) => kind === 'tool_call')), workflowRunId }
}

test('an agent in a run that a key started reads no contacts, which the key may not read', async () => {
  const own = await readBy(`/api/workflows/${workflowId}/run`, { input: {} }, user.token)
  expect(own.text).toContain('ana@example.com')
  const byKey: [string, object][] = [
    [`/api/v1/workflows/${workflowId}/run`, { input: {} }],
    [`/api/v1/workflow-runs/${own.workflowRunId}/retry`, { from: 'start' }],
  ]
  for (const [path, body] of byKey) {
    const { text, workflowRunId } = await readBy(path, body, plainKey)
    expect(text, path).toContain('may not read contacts')
    expect(text, path).not.toContain('ana@example.com')
    const again = await readBy(`/api/workflow-runs/${workflowRunId}/retry`, { from: 'start' }, user.token)
    expect(again.text, path).toContain('ana@example.com')
  }
})
