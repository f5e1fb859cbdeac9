import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Run } from '@imperium/contract/runs.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply, FakeRequestBody } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
let script: FakeReply[] = []
let requests: FakeRequestBody[] = []
beforeAll(async () => {
  fake = await startFakeOpenAi({
    script: ({ body }) => {
      if (body) requests.push(body)
      return script.shift() ?? { text: `Answer ${requests.length}` }
    },
  })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  agentId = await runs.agent({ name: 'Chatty', config: { model: 'fake-model', systemPrompt: 'Be brief.' } })
})
beforeEach(() => {
  script = []
  requests = []
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const execute = (body: object, { as = user.token, id = agentId } = {}) =>
  t.call<{ runId: string }>('POST', `/api/agents/${id}/execute`, { token: as, body })
async function say(input: string, more: object = {}) {
  const { status, body } = await execute({ input, ...more })
  expect(status, JSON.stringify(body)).toBe(202)
  return runs.ended(body.data.runId)
}
const wire = () => requests.at(-1)?.messages.map(({ role, content }) => [role, content])
const conversation = async (id: string) =>
  (await t.call<Run[]>('GET', `/api/runs/${id}/conversation`, { token: user.token })).body.data.map(({ input }) => input)

test('a turn shows the model the completed turns before it', async () => {
  const first = await say('Where is my parcel?')
  script = [{ status: 400, errorBody: { error: { message: 'no' } } }]
  const failed = await say('This one fails', { after: first.id })
  expect(failed.status).toBe('failed')
  const third = await say('And when does it arrive?', { after: failed.id })
  expect(wire()).toEqual([
    ['system', 'Be brief.'],
    ['user', 'Where is my parcel?'],
    ['assistant', 'Answer 1'],
    ['user', 'And when does it arrive?'],
  ])
  expect(third).toMatchObject({ afterRunId: failed.id, status: 'completed', isDraft: false })
  expect(await conversation(third.id)).toEqual(['Where is my parcel?', 'This one fails', 'And when does it arrive?'])
  // Each turn is a run of the history.
  const { body } = await t.call<Run[]>('GET', `/api/agents/${agentId}/runs`, { token: user.token })
  expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, failed.id, third.id]))
})

test('an edited message goes on from the turn before it; the other way stays', async () => {
  const first = await say('One')
  const second = await say('Two', { after: first.id })
  const edited = await say('Two, but better', { after: first.id })
  expect(wire()?.map(([, text]) => text)).toEqual(['Be brief.', 'One', 'Answer 1', 'Two, but better'])
  expect(await conversation(edited.id)).toEqual(['One', 'Two, but better'])
  expect(await conversation(second.id)).toEqual(['One', 'Two'])
})

test('rejects a turn of another agent, of another organization, and one that is not answered yet', async () => {
  const other = await runs.agent({ name: 'Other', config: { model: 'fake-model' } })
  const turn = await say('Hello')
  expect(await execute({ input: 'Hi', after: turn.id }, { id: other })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'after', message: 'Not a run of this agent' }] },
  })
  const stranger = await registerOnLargePlan(t)
  const theirs = await runsOf(t, stranger).agent()
  expect((await execute({ input: 'Hi', after: turn.id }, { id: theirs, as: stranger.token })).status).toBe(422)
  expect((await t.call('GET', `/api/runs/${turn.id}/conversation`, { token: stranger.token })).status).toBe(404)
  script = [{ text: 'Slow', delayMs: 20_000 }]
  const { body } = await execute({ input: 'Think' })
  expect((await execute({ input: 'Hi', after: body.data.runId })).status).toBe(409)
  await runs.cancel(body.data.runId)
  expect((await runs.ended(body.data.runId)).status).toBe('cancelled')
})

// The model would repeat the turns to a key that may not read them.
test('a key continues a chat only if it may read runs', async () => {
  const turn = await say('My number is 42')
  const keyWith = async (scopes: string[]) => {
    const body = { name: `reader ${scopes.length}`, scopes }
    const made = await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: user.token, body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.data.plainKey
  }
  const byKey = async (token: string, more: object = {}) => {
    const body = { input: 'Which number?', ...more }
    const { status, body: reply } = await t.call<{ runId: string } | undefined>('POST', `/api/v1/agents/${agentId}/execute`, {
      token,
      body,
    })
    // A run that goes on would send its request in the middle of the next test.
    if (status === 202 && reply.data) await runs.ended(reply.data.runId)
    return status
  }
  const [blind, reader] = [await keyWith(['agents:execute']), await keyWith(['agents:execute', 'runs:read'])]
  expect(await byKey(blind, { after: turn.id })).toBe(403)
  expect(await byKey(blind)).toBe(202)
  expect(await byKey(reader, { after: turn.id })).toBe(202)
})

test('a draft runs with its own prompt and tools, and only for who may change the agent', async () => {
  const draft = { model: 'fake-model', temperature: 0, maxTokens: 500, systemPrompt: 'Be rude.', capabilities: ['sentiment_analysis'] }
  const run = await say('Hello', { draft })
  expect(wire()).toEqual([
    ['system', 'Be rude.'],
    ['user', 'Hello'],
  ])
  expect(requests.at(-1)?.tools).toHaveLength(1)
  expect(run).toMatchObject({ isDraft: true, agentVersion: 1 })
  const body = { name: 'runner', scopes: ['agents:execute', 'runs:read'] }
  const { plainKey } = (await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: user.token, body })).body.data
  const byKey = (more: object) => t.call('POST', `/api/v1/agents/${agentId}/execute`, { token: plainKey, body: { input: 'Hi', ...more } })
  expect((await byKey({ draft })).status).toBe(403)
  const started = await byKey({})
  expect(started.status).toBe(202)
  await runs.ended(String(started.body.data['runId']))
})

test('fills in the variables of the prompt, and leaves unknown names as they stand', async () => {
  const id = await runs.agent({
    name: 'Aware',
    config: {
      model: 'fake-model',
      systemPrompt: 'You are {{agent.name}} of {{ organization.name }}, on a {{weekday}} ({{today}}). {{customer}}',
    },
  })
  const { body } = await execute({ input: 'Hi' }, { id })
  await runs.ended(body.data.runId)
  const { rows } = await t.owner.query<{ name: string }>('select name from auth.organizations where id = $1', [user.orgId])
  expect(wire()?.[0]?.[1]).toMatch(
    new RegExp(`^You are Aware of ${rows[0]?.name}, on a [A-Z][a-z]+day \\(\\d{4}-\\d\\d-\\d\\d\\)\\. \\{\\{customer\\}\\}$`),
  )
})

test('the stored events of a run from before chats are still readable', async () => {
  const { id } = await say('Old')
  await t.owner.query("update app.run_events set payload = payload #- '{run,afterRunId}' #- '{run,isDraft}' where run_id = $1", [id])
  const headers = { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' }
  const { payload } = await t.app.inject({ method: 'GET', url: `/api/runs/${id}/events`, headers })
  expect(payload).toContain('"type":"done"')
  expect(payload).toContain('"afterRunId":null')
})
