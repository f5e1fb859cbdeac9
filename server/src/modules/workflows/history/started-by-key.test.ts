import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../../testing/test-runs.ts'
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
  user = await registerOnLargePlan(t)
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
  return toolsOf(started.body.data.runId)
}

async function toolsOf(workflowRunId: string): Promise<{ text: string; workflowRunId: string }> {
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

test('a key that decides or resumes the run of a person bounds what its agents read', async () => {
  const steps = [
    { id: 'asked', type: 'approval', config: { title: 'Go on?' } },
    { id: 'ask', type: 'agent', config: { agentId, input: 'Who is there?' } },
  ]
  const waiting = await publish(t, user.orgId, flow(steps, 'start>asked asked:approved>ask'))
  const scopes = ['workflows:read', 'workflows:run', 'workflows:approve']
  const key = (await call<{ plainKey: string }>('/api/api-keys', { name: 'Decides', scopes })).body.data.plainKey
  const readAfter = async (act: (runId: string, approvalPath: string) => Promise<unknown>) => {
    const { runId } = (await call(`/api/workflows/${waiting}/run`, { input: {} })).body.data
    const list = () => t.call<{ id: string }[]>('GET', `/api/workflow-approvals?runId=${runId}`, { token: user.token })
    const approval = await until(async () => (await list()).body.data[0])
    await act(runId, `/workflow-approvals/${approval.id}/decide`)
    return (await toolsOf(runId)).text
  }
  const body = { decision: 'approved' }
  expect(await readAfter((_, path) => call(`/api${path}`, body))).toContain('ana@example.com')
  expect(await readAfter((_, path) => call(`/api/v1${path}`, body, key))).toContain('may not read contacts')
  const resumed = await readAfter(async (runId, path) => {
    for (const act of ['pause', 'resume']) expect((await call(`/api/v1/workflow-runs/${runId}/${act}`, {}, key)).status).toBe(200)
    await call(`/api${path}`, body)
  })
  expect(resumed).toContain('may not read contacts')
})

test('an agent in a run that a key started reads what the key may read', async () => {
  const scopes = ['workflows:run', 'contacts:read']
  const { plainKey: wide } = (await call<{ plainKey: string }>('/api/api-keys', { name: 'Contacts', scopes })).body.data
  expect((await readBy(`/api/v1/workflows/${workflowId}/run`, { input: {} }, wide)).text).toContain('ana@example.com')
})
