import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDetail, WorkflowFile } from '@imperium/contract/workflows/workflows.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let user: TestUser
let key: string
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  key = await keyOf(user)
})
afterAll(() => t.close())

async function keyOf({ token }: TestUser): Promise<string> {
  const body = { name: 'git', scopes: ['workflows:read', 'workflows:write'] }
  const response = await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token, body })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data.plainKey
}

const create = async (path: string, body: object, as: TestUser = user) => {
  const response = await t.call<{ id: string }>('POST', `/api${path}`, { token: as.token, body })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data.id
}
const agent = (name: string, as: TestUser = user) => create('/agents', { name, type: 'SALES' }, as)

/** As `curl` and git do it: with an API key, and the bytes as they are. */
const exported = async (id: string, plainKey = key) => {
  const response = await t.app.inject({ url: `/api/v1/workflows/${id}/export`, headers: { authorization: `Bearer ${plainKey}` } })
  expect(response.statusCode, response.body).toBe(200)
  return response
}
const imported = async (file: string, plainKey = key) => {
  const headers = { authorization: `Bearer ${plainKey}`, 'content-type': 'application/json' }
  const response = await t.app.inject({ method: 'POST', url: '/api/v1/workflows/import', headers, payload: file })
  expect(response.statusCode, response.body).toBe(201)
  return response.json<{ data: WorkflowDetail }>().data
}

const asksAgent = (...agents: string[]) => ({
  steps: [
    { id: 'start', type: 'trigger_manual', name: 'Manual' },
    ...agents.map((agentId, n) => ({
      id: `ask_${n}`,
      type: 'agent',
      name: `Ask ${n}`,
      config: { agentId, input: '{{ trigger.question }}' },
    })),
  ],
  edges: agents.map((_agent, n) => ({ from: n === 0 ? 'start' : `ask_${n - 1}`, to: `ask_${n}` })),
})
const workflow = (definition: object, as: TestUser = user) =>
  create('/workflows', { name: 'Ask: the agents!', description: 'Both', definition }, as)

test('exports the same bytes every time, also after an import, with names in place of ids', async () => {
  const [first, second] = [await agent('Qualifier'), await agent('Writer')]
  const id = await workflow(asksAgent(first, second))
  const response = await exported(id)
  expect(response.headers['content-disposition']).toBe('attachment; filename="ask-the-agents.workflow.json"')
  expect(response.headers['content-type']).toContain('application/json')
  const file = response.json<WorkflowFile>()
  expect(file.references).toEqual({
    'agent:Qualifier': { kind: 'agent', name: 'Qualifier' },
    'agent:Writer': { kind: 'agent', name: 'Writer' },
  })
  for (const secret of [first, second, user.orgId, id]) expect(response.body).not.toContain(secret)
  expect((await exported(id)).body).toBe(response.body)
  const copy = await imported(response.body)
  expect(copy.draft.steps.map((step) => step.config['agentId'])).toEqual([undefined, first, second])
  expect(copy.problems).toEqual([])
  expect((await exported(copy.id)).body).toBe(response.body)
})

test('matches things by name in another organization and lists missing ones until they are chosen', async () => {
  const source = await exported(await workflow(asksAgent(await agent('Known'), await agent('Unknown'))))
  const other = await t.register()
  const theirs = await agent('Known', other)
  const otherKey = await keyOf(other)
  const copy = await imported(source.body, otherKey)
  expect(copy.draft.steps.map((step) => step.config['agentId'])).toEqual([undefined, theirs, 'agent:Unknown'])
  expect(copy.problems).toMatchObject([
    { stepId: 'ask_1', path: 'config.agentId', message: 'Choose an agent: "Unknown" does not exist here' },
  ])
  const publish = await t.call('POST', `/api/workflows/${copy.id}/publish`, { token: other.token, body: { revision: 1 } })
  expect([publish.status, publish.body.errors]).toMatchObject([
    422,
    [
      {
        path: 'steps.ask_1.config.agentId',
        message: 'Ask 1: Choose an agent: "Unknown" does not exist here',
        // Its own values travel inside.
        values: { step: 'Ask 1', problem: { key: expect.stringContaining('{'), values: expect.anything() } },
      },
    ],
  ])
  expect((await exported(copy.id, otherKey)).body).toBe(source.body)
})

test('two agents with one name stay two', async () => {
  const who = await t.register()
  const theirKey = await keyOf(who)
  const [one, two] = [await agent('Twin', who), await agent('Twin', who)]
  const source = await exported(await workflow(asksAgent(one, two), who), theirKey)
  expect(Object.keys(source.json<WorkflowFile>().references)).toEqual(['agent:Twin', 'agent:Twin #2'])
  const copy = await imported(source.body, theirKey)
  expect(copy.draft.steps.map((step) => step.config['agentId'])).toEqual([undefined, one, two])
  expect((await exported(copy.id, theirKey)).body).toBe(source.body)
})

test('a file that is none is refused', async () => {
  const file = (await exported(await workflow(asksAgent()))).json<object>()
  for (const wrong of [{ format: 'other' }, { formatVersion: 2 }, { secret: 'x' }, { references: { a: 'b' } }]) {
    const response = await t.call('POST', '/api/workflows/import', { token: user.token, body: { ...file, ...wrong } })
    expect(response.status, JSON.stringify(wrong)).toBe(422)
  }
})

test('exports no secret that was typed where a credential belongs', async () => {
  const config = {
    url: 'https://api.example.com/leads?api_key=sk-live-1&page=2',
    method: 'POST',
    headers: [
      { name: 'X-Api-Key', value: 'sk-live-2' },
      { name: 'X-Auth-Token', value: '{{ trigger.token }}' },
      { name: 'Accept', value: 'text/plain' },
    ],
    bodyType: 'json',
    json: { password: 'sk-live-3', deep: [{ client_secret: 'sk-live-4', name: 'Ada' }] },
  }
  const steps = [
    { id: 'start', type: 'trigger_manual', name: 'Manual' },
    { id: 'call', type: 'http', name: 'Call', config },
  ]
  const response = await exported(await workflow({ steps, edges: [{ from: 'start', to: 'call' }] }))
  expect(response.body).not.toContain('sk-live')
  const written = response.json<WorkflowFile>().definition.steps.find(({ id }) => id === 'call')?.config
  expect(written).toMatchObject({
    url: 'https://api.example.com/leads?api_key=&page=2',
    headers: [{ value: '' }, { value: '{{ trigger.token }}' }, { value: 'text/plain' }],
    json: { password: '', deep: [{ client_secret: '', name: 'Ada' }] },
  })
  expect((await exported((await imported(response.body)).id)).body).toBe(response.body)
})
