import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentSorts, agentStatuses } from '@imperium/contract/agents.ts'
import type { Agent, AgentStatus } from '@imperium/contract/agents.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await registerWithManyAgents()
})
afterAll(() => t.close())

async function registerWithManyAgents(): Promise<TestUser> {
  const made = await t.register()
  await t.owner.query('update auth.organizations set max_agents = 10000 where id = $1', [made.orgId])
  return made
}
const call = <T = Agent>(
  method: string,
  path: string,
  body?: unknown,
  options: { headers?: Record<string, string>; as?: TestUser } = {},
): Promise<TestResponse<T>> =>
  t.call<T>(method, `/api/agents${path}`, {
    token: (options.as ?? user).token,
    ...(body === undefined ? {} : { body }),
    ...(options.headers ? { headers: options.headers } : {}),
  })
const make = async (body: object = {}, as?: TestUser): Promise<Agent> => {
  const response = await call('POST', '', { name: 'Agent', type: 'SALES', ...body }, as ? { as } : {})
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

// The exact defaults of the specification. A blank category becomes General, an absent one Business.
// The model is the organization's default until a configuration serves gpt-4.
test('defaults of a new agent', async () => {
  const agent = await make({ name: '  Trimmed  ' })
  expect(agent).toMatchObject({
    name: 'Trimmed',
    description: '',
    type: 'SALES',
    category: 'Business',
    status: 'ACTIVE',
    model: 'sandbox',
    temperature: 0.7,
    maxTokens: 2000,
    systemPrompt: 'You are a helpful AI assistant.',
    capabilities: [],
    isPublic: false,
    version: 1,
    monthlyBudgetMicros: null,
    usageCount: 0,
    lastUsedAt: null,
    successRate: null,
  })
  expect((await make({ category: ' ' })).category).toBe('General')
})

// Limits and error messages are exact; unknown and server-owned fields are rejected (SEC-21).
test.each<[object, string, string | null]>([
  [{ name: '' }, 'name', 'Please fill in required fields'],
  [{ name: '   ' }, 'name', 'Please fill in required fields'],
  [{ name: 'x'.repeat(121) }, 'name', null],
  [{ name: 'two\nlines' }, 'name', null],
  [{ type: 'NOPE' }, 'type', null],
  [{ config: { temperature: 2.1 } }, 'config.temperature', 'Temperature must be between 0 and 2'],
  [{ config: { temperature: -0.1 } }, 'config.temperature', 'Temperature must be between 0 and 2'],
  [{ config: { maxTokens: 99 } }, 'config.maxTokens', 'Max tokens must be between 100 and 4000'],
  [{ config: { maxTokens: 4001 } }, 'config.maxTokens', 'Max tokens must be between 100 and 4000'],
  [{ config: { maxTokens: 150.5 } }, 'config.maxTokens', null],
  [{ config: { model: '' } }, 'config.model', 'Model is required'],
  [{ capabilities: ['web_search', 'web_search'] }, 'capabilities', 'Choose each capability only once'],
  [{ capabilities: ['sql'] }, 'capabilities.0', null],
  [{ monthlyBudgetMicros: -1 }, 'monthlyBudgetMicros', null],
  [{ orgId: 'x' }, 'orgId', null],
  [{ status: 'ACTIVE' }, 'status', null],
  [{ usageCount: 5 }, 'usageCount', null],
])('refused: %j', async (body, path, message) => {
  const response = await call('POST', '', { name: 'Agent', type: 'SALES', ...body })
  expect(response.status).toBe(422)
  const error = response.body.errors?.find((each) => each.path === path)
  expect(error, JSON.stringify(response.body.errors)).toBeDefined()
  expect(error?.message).toBe(message ?? error?.message)
})
test('the ends of the limits are taken', async () => {
  for (const config of [
    { temperature: 0, maxTokens: 100 },
    { temperature: 2, maxTokens: 4000 },
  ])
    expect(await make({ config })).toMatchObject(config)
})

// A change that affects a run creates a new version; earlier versions do not change. A new name creates no version.
test('creates immutable versions for changes of behaviour only', async () => {
  const agent = await make({ config: { systemPrompt: 'One' } })
  const change = async (body: object) => (await call('PUT', `/${agent.id}`, body)).body.data
  expect(await change({ name: 'Other', description: 'd', category: '', isPublic: true, monthlyBudgetMicros: 5 })).toMatchObject({
    version: 1,
    name: 'Other',
    category: 'General',
  })
  expect(await change({ config: { systemPrompt: 'One' } })).toMatchObject({ version: 1 })
  expect(await change({ config: { systemPrompt: 'Two' } })).toMatchObject({ version: 2 })
  expect(await change({ capabilities: ['email_send'] })).toMatchObject({ version: 3, systemPrompt: 'Two' })
  const versions = (await call<{ version: number; systemPrompt: string; capabilities: string[] }[]>('GET', `/${agent.id}/versions`)).body
    .data
  expect(versions.map((each) => [each.version, each.systemPrompt, each.capabilities])).toEqual([
    [3, 'Two', ['email_send']],
    [2, 'Two', []],
    [1, 'One', []],
  ])
  const started = await call<{ runId: string }>('POST', `/${agent.id}/execute`, { input: 'Hi' })
  await change({ config: { temperature: 1.5 } })
  const run = await t.call<{ agentVersion: number }>('GET', `/api/runs/${started.body.data.runId}`, { token: user.token })
  expect(run.body.data.agentVersion).toBe(3)
  const app = t.platform.db.withOrg(user.orgId, (tx) => tx.updateTable('agent_versions').set({ system_prompt: 'forged' }).execute())
  await expect(app).rejects.toMatchObject({ code: '42501' })
})

// A stale write is rejected with 409 and changes nothing. Of parallel writes based on the same version, exactly one succeeds.
test('stale writes', async () => {
  const agent = await make()
  const parallel = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call('PUT', `/${agent.id}`, { config: { systemPrompt: `P${index}` }, updatedAt: agent.updatedAt }),
    ),
  )
  expect(parallel.filter((response) => response.status === 200)).toHaveLength(1)
  expect(parallel.filter((response) => response.status === 409 && response.body.code === 'STALE_WRITE')).toHaveLength(7)
  expect((await call('GET', `/${agent.id}`)).body.data.version).toBe(2)
  const blind = await Promise.all(
    Array.from({ length: 5 }, (_, index) => call('PUT', `/${agent.id}`, { config: { systemPrompt: `Q${index}` } })),
  )
  expect(blind.map((response) => response.status)).toEqual([200, 200, 200, 200, 200])
  expect((await call('GET', `/${agent.id}`)).body.data.version).toBe(7)
})

// Only a restore to DRAFT leads out of ARCHIVED and DEPRECATED; all other transitions are allowed.
test('the status machine', async () => {
  const agent = await make()
  const set = (status: string) => call('PUT', `/${agent.id}/status`, { status })
  for (const from of agentStatuses)
    for (const to of agentStatuses) {
      await t.owner.query('update app.agents set status = $1 where id = $2', [from, agent.id])
      const isRetired = from === 'ARCHIVED' || from === 'DEPRECATED'
      const response = await set(to.toLowerCase())
      const refusal = `This agent is ${from.toLowerCase()}. Restore it first.`
      const isAllowed = !isRetired || to === 'DRAFT' || to === from
      expect([response.status, response.body.message], `${from} -> ${to}`).toEqual(isAllowed ? [200, undefined] : [409, refusal])
    }
  for (const [status, expected] of agentStatuses.map((each): [AgentStatus, number] => [
    each,
    ['PAUSED', 'MAINTENANCE', 'ARCHIVED', 'DEPRECATED'].includes(each) ? 409 : 202,
  ])) {
    await t.owner.query('update app.agents set status = $1 where id = $2', [status, agent.id])
    expect((await call('POST', `/${agent.id}/execute`, { input: 'Hi' })).status, status).toBe(expected)
  }
})

// Bulk changes are all or nothing: retired agents are skipped; an unknown or foreign id rejects the whole request.
test('bulk', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => make()))
  const ids = made.map((agent) => agent.id)
  await t.owner.query("update app.agents set status = 'ARCHIVED' where id = $1", [ids[0]])
  const bulk = (list: string[], action: string) => call<{ changed: string[]; skipped: string[] }>('POST', '/bulk', { ids: list, action })
  const off = (await bulk([...ids, ids[1] ?? ''], 'deactivate')).body.data
  expect([off.changed.toSorted(), off.skipped]).toEqual([ids.slice(1).toSorted(), [ids[0]]])
  expect((await call('GET', `/${ids[1]}`)).body.data.status).toBe('PAUSED')
  const foreign = await make({}, await registerWithManyAgents())
  for (const unknown of [foreign.id, newId()]) {
    expect((await bulk([ids[2] ?? '', unknown], 'activate')).status).toBe(404)
    expect((await bulk([ids[2] ?? '', unknown], 'delete')).status).toBe(404)
  }
  expect((await call('GET', `/${ids[2]}`)).body.data.status).toBe('PAUSED')
  expect((await bulk(ids, 'delete')).body.data.changed.toSorted()).toEqual(ids.toSorted())
  expect((await call('GET', `/${ids[0]}`)).status).toBe(404)
})

// '{name} (Copy)' with the same definition, also for a name of maximum length that ends in a wide character. The copy has no history.
test('clone', async () => {
  const source = await make({
    name: 'Writer',
    description: 'd',
    capabilities: ['email_send'],
    config: { systemPrompt: 'S', temperature: 1 },
    isPublic: true,
  })
  const copy = await call('POST', `/${source.id}/clone`)
  expect(copy.status).toBe(201)
  const same = { type: 'SALES', category: 'Business', description: 'd', capabilities: ['email_send'], systemPrompt: 'S', temperature: 1 }
  expect(copy.body.data).toMatchObject({ ...same, name: 'Writer (Copy)', version: 1, usageCount: 0, isPublic: false })
  const wide = await make({ name: `${'x'.repeat(112)}😀${'y'.repeat(6)}` })
  const response = await call('POST', `/${wide.id}/clone`)
  expect([response.status, response.body.data.name]).toEqual([201, `${'x'.repeat(112)} (Copy)`])
})

// R69: thirty parallel creates, clones included, end with exactly the plan's limit; the error names the plan that raises it.
test('the plan limit holds in parallel', async () => {
  const small = await t.register()
  const first = await make({}, small)
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 3
        ? call('POST', '', { name: `A${index}`, type: 'SALES' }, { as: small })
        : call('POST', `/${first.id}/clone`, undefined, { as: small }),
    ),
  )
  expect(responses.filter((response) => response.status === 201)).toHaveLength(4)
  for (const refused of responses.filter((response) => response.status !== 201))
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'PLAN_LIMIT',
      'Your plan allows 5 agents. The Conqueror plan allows more.',
    ])
  const { rows } = await t.owner.query<{ count: number }>('select count(*)::int from app.agents where org_id = $1', [small.orgId])
  expect(rows[0]?.count).toBe(5)
  await call('DELETE', `/${first.id}`, undefined, { as: small })
  await make({}, small)
})

// A repeat of the key returns the same response; another body is rejected; of parallel requests only one does the work.
test('idempotency keys of create and execute', async () => {
  const agent = await make()
  for (const [path, body, other] of [
    ['', { name: 'Once', type: 'SALES' }, { name: 'Twice', type: 'SALES' }],
    [`/${agent.id}/execute`, { input: 'Hi' }, { input: 'Ho' }],
  ] as const) {
    const headers = { 'idempotency-key': newId() }
    const responses = await Promise.all(Array.from({ length: 6 }, () => call<object>('POST', path, body, { headers })))
    const good = responses.filter((response) => response.status < 300)
    expect(good.length).toBeGreaterThanOrEqual(1)
    expect(new Set(good.map((response) => JSON.stringify(response.body.data))).size).toBe(1)
    for (const response of responses.filter((each) => each.status >= 300)) expect(response.status).toBe(409)
    expect((await call<object>('POST', path, body, { headers })).body.data).toEqual(good[0]?.body.data)
    const mismatch = await call('POST', path, other, { headers })
    expect([mismatch.status, mismatch.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
  }
  const { rows } = await t.owner.query<{ agents: number; runs: number }>(
    "select (select count(*)::int from app.agents where name = 'Once') agents, (select count(*)::int from app.runs where agent_id = $1) runs",
    [agent.id],
  )
  expect(rows[0]).toEqual({ agents: 1, runs: 1 })
})

// Unfinished runs of a deleted agent are cancelled, finished runs stay readable, and the agent cannot be started again.
test('delete stops what runs and keeps the history', async () => {
  const own = await createTestApp()
  try {
    await own.startWorkers()
    const owner = await own.register()
    const ask = <T>(method: string, path: string, body?: unknown) =>
      own.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
    const agent = (await ask<Agent>('POST', '/agents', { name: 'Gone', type: 'SALES' })).body.data
    const start = async (input: string) => (await ask<{ runId: string }>('POST', `/agents/${agent.id}/execute`, { input })).body.data.runId
    const status = async (id: string) => (await ask<{ status: string }>('GET', `/runs/${id}`)).body.data.status
    const done = await start('Hi')
    await expect.poll(() => status(done)).toBe('completed')
    const slow = await start('[[sandbox:slow=60000]] Hi')
    await expect.poll(() => status(slow)).toBe('running')
    expect((await ask('DELETE', `/agents/${agent.id}`)).status).toBe(200)
    await expect.poll(() => status(slow), { timeout: 25_000 }).toBe('cancelled')
    expect(await status(done)).toBe('completed')
    expect((await ask('POST', `/agents/${agent.id}/execute`, { input: 'Hi' })).status).toBe(404)
    expect((await ask('DELETE', `/agents/${agent.id}`)).status).toBe(404)
  } finally {
    await own.close()
  }
})

const pagesOf = async (query: string, as: TestUser, between: (page: number) => Promise<unknown> = async () => undefined) => {
  const seen: Agent[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null; page++) {
    const response: TestResponse<Agent[]> = await call<Agent[]>(
      'GET',
      `?${query}&limit=37${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      undefined,
      { as },
    )
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    seen.push(...response.body.data)
    cursor = response.body.page?.nextCursor ?? null
    await between(page)
  }
  return seen
}

// For every sort and direction, paging returns each of 300 agents exactly once, in order, also while agents are added.
// Ties and missing values are included.
test('paging over every sort', async () => {
  const many = await registerWithManyAgents()
  const template = await make({ name: 'Template' }, many)
  await t.owner.query(
    `insert into app.agents (org_id, id, name, description, type, category, status, is_public, version, model, system_prompt, temperature, max_tokens, capabilities, created_by, created_at)
     select org_id, gen_random_uuid(), case when n % 3 = 0 then 'Same' else 'Agent ' || (n % 50) end, description, type, category, (array['ACTIVE','PAUSED','DRAFT'])[1 + n % 3], n % 2 = 0, 1,
       'model-' || (n % 4), system_prompt, temperature, max_tokens, capabilities, created_by, created_at - (n % 90) * interval '1 hour'
     from app.agents, generate_series(1, 299) n where id = $1`,
    [template.id],
  )
  await t.owner.query(
    `insert into app.usage_totals (org_id, agent_id, runs, completed, failed, cost_micros, storage_bytes, last_run_at)
     select org_id, id, 7, (extract(epoch from created_at)::bigint / 3600) % 4, 3, 0, 0, date_trunc('day', created_at) from app.agents where org_id = $1 and is_public`,
    [many.orgId],
  )
  const ids = async () =>
    (await t.owner.query<{ id: string }>('select id from app.agents where org_id = $1', [many.orgId])).rows.map((row) => row.id)
  for (const sort of agentSorts)
    for (const direction of ['asc', 'desc']) {
      const before = await ids()
      const seen = await pagesOf(`sort=${sort}&direction=${direction}`, many, (page) =>
        page % 4 ? Promise.resolve() : make({ name: `Late ${page}` }, many),
      )
      const found = seen.map((agent) => agent.id)
      expect(new Set(found).size, `${sort} ${direction}: once`).toBe(found.length)
      expect(
        before.filter((id) => !found.includes(id)),
        `${sort} ${direction}: all`,
      ).toEqual([])
      const keys = seen.map((agent) => {
        const value = agent[sort]
        return value === null ? (sort === 'lastUsedAt' ? '' : -1) : sort === 'name' ? String(value).toLowerCase() : value
      })
      const ordered = keys.every(
        (key, index) => index === 0 || (direction === 'asc' ? (keys[index - 1] ?? '') <= key : (keys[index - 1] ?? '') >= key),
      )
      expect(ordered, `${sort} ${direction}: in order`).toBe(true)
    }
  const total = (await ids()).length
  const paused = await pagesOf('status=paused&isPublic=true&model=model-2', many)
  expect(paused.length).toBeGreaterThan(0)
  expect(paused.every((agent) => agent.status === 'PAUSED' && agent.isPublic && agent.model === 'model-2')).toBe(true)
  const stats = await call<{ matching: number; total: number }>('GET', '/stats?status=paused&isPublic=true&model=model-2', undefined, {
    as: many,
  })
  expect(stats.body.data).toMatchObject({ matching: paused.length, total })
  expect((await pagesOf('q=same', many)).every((agent) => agent.name === 'Same')).toBe(true)
  for (const q of ['%', '_', '\\', "'"]) expect(await pagesOf(`q=${encodeURIComponent(q)}`, many)).toEqual([])
})

// SEC-24: a cursor is bound to tenant, list, filter and sort, and cannot be forged.
test('a cursor of another list, filter or tenant is refused', async () => {
  const other = await registerWithManyAgents()
  for (const as of [user, other]) for (let i = 0; i < 3; i++) await make({}, as)
  const cursor = encodeURIComponent((await call<Agent[]>('GET', '?limit=2')).body.page?.nextCursor ?? '')
  expect((await call('GET', `?limit=1&cursor=${cursor}`)).status).toBe(200)
  expect((await call('GET', `?cursor=${cursor}`, undefined, { as: other })).status).toBe(422)
  for (const query of ['sort=name', 'direction=asc', 'status=ACTIVE', 'q=a'])
    expect((await call('GET', `?${query}&cursor=${cursor}`)).status, query).toBe(422)
  for (const forged of ['x', 'x.y', `${cursor}x`, Buffer.from('["2020-01-01","x"]').toString('base64url')])
    expect((await call('GET', `?cursor=${forged}`)).status).toBe(422)
})
