import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunDetail } from '@imperium/contract/runs.ts'
import { createLlm } from '../../../platform/llm/llm.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../../testing/test-runs.ts'
import type { RunContext } from '../run-context.ts'
import type { RunSession } from '../run-session.ts'
import { queueRun } from '../start-run.ts'
import { connectionUserOf } from './action-tools.ts'
import { databaseQuery } from './database-query.ts'
import type { ToolOutcome } from './tool.ts'
import { queryTables } from '../../../platform/llm/query-tables.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let colleague: TestUser
let stranger: TestUser
let agentId: string
let contactId: string
let script: FakeReply[] = []

/** Everything an organization may hold, with a mark in each text. */
async function fill(owner: TestUser, other: TestUser, mark: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await t.call<{ id: string }>('POST', `/api${path}`, { token: owner.token, body })
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
    return response.body.data.id
  }
  const contact = await post('/contacts', { email: `${mark}@example.com`, firstName: mark, tags: ['vip', mark] })
  await post('/segments', { name: mark, rules: { match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: ['vip'] }] } })
  await post('/campaigns', { name: mark, channel: 'email' })
  await post('/workflows', { name: mark })
  await post('/messages', { to: { kind: 'contact', contactId: contact, channel: 'email' }, subject: mark, message: `To a contact ${mark}` })
  const to = { kind: 'members', userIds: [other.userId] }
  await post('/messages', { to, subject: `Private ${mark}`, message: `Between members ${mark}` })
  return contact
}

beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script.shift() ?? { text: 'Done' } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  stranger = await registerOnLargePlan(t)
  await fill(stranger, await t.addMember(stranger.orgId, 'MEMBER'), 'foreign')
  user = await registerOnLargePlan(t)
  colleague = await t.addMember(user.orgId, 'MEMBER')
  contactId = await fill(user, colleague, 'ours')
  await runsOf(t, user).serveModel(fake.url)
  agentId = await runsOf(t, user).agent({ config: { model: 'fake-model' }, capabilities: ['database_query'] })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

interface QueryResults {
  errors: (string | null)[]
  rows: Record<string, unknown>[][]
  text: string
}

/** The results of queries, made in one run of the caller. */
async function ask(queries: object[], start: (input: string) => Promise<string> = as(user)): Promise<QueryResults> {
  script = [{ toolCalls: queries.map((query, index) => ({ id: `c${index}`, name: 'database_query', arguments: query })) }]
  const run = await runsOf(t, user).ended(await start('Go'))
  expect(run.status, JSON.stringify(run.error)).toBe('completed')
  const steps = run.steps.filter((step) => step.kind === 'tool_call')
  const rowsOf = (step: RunDetail['steps'][number]) => (step.output as { rows?: Record<string, unknown>[] } | null)?.rows ?? []
  return { errors: steps.map(({ error }) => error), rows: steps.map(rowsOf), text: JSON.stringify(steps.map(({ output }) => output)) }
}
const as = (person: TestUser) => (input: string) => runsOf(t, person).start(agentId, input)
const withKey = (plainKey: string) => async (input: string) => {
  const response = await t.call<{ runId: string }>('POST', `/api/v1/agents/${agentId}/execute`, { token: plainKey, body: { input } })
  expect(response.status, JSON.stringify(response.body)).toBe(202)
  return response.body.data.runId
}
const keyWith = async (scopes: string[], more: object = {}) => {
  const body = { name: `key ${scopes.join()}`, scopes, ...more }
  const { status, body: made } = await t.call<{ plainKey: string; id: string }>('POST', '/api/api-keys', { token: user.token, body })
  expect(status, JSON.stringify(made)).toBe(201)
  return made.data
}
const refused = (table: string) => `The person or key behind this run may not read ${table}. Say so, and do not try again.`
const business = ['contacts', 'segments', 'campaigns', 'messages', 'workflows']
const tables = ['contacts', 'segments', 'campaigns', 'messages', 'workflows', 'workflow_runs', 'agents', 'runs', 'run_steps', 'activity']
const all = tables.map((table) => ({ table }))

test('reads contacts, segments, campaigns, messages, workflows and runs of its own organization', async () => {
  const { errors, rows, text } = await ask(all)
  expect(errors).toEqual(tables.map(() => null))
  for (const table of business) expect(rows[tables.indexOf(table)], table).toHaveLength(1)
  expect(text).toContain('To a contact ours')
  expect(text).not.toContain('foreign')
  const filtered = await ask([
    { table: 'contacts', filters: [{ field: 'tags', op: 'contains', value: 'vip' }], fields: ['email', 'tags'] },
    { table: 'contacts', groupBy: ['source'], aggregates: [{ fn: 'count' }, { fn: 'max', field: 'created_at' }] },
    { table: 'campaigns', aggregates: [{ fn: 'sum', field: 'sent' }] },
    { table: 'messages', filters: [{ field: 'contact_id', op: 'eq', value: contactId }], orderBy: [{ field: 'at', direction: 'desc' }] },
  ])
  expect(filtered.errors).toEqual([null, null, null, null])
  expect(filtered.rows[0]).toEqual([{ email: 'ours@example.com', tags: 'vip, ours' }])
  expect(filtered.rows[3]).toHaveLength(1)
})

/** The tool as a run of the user calls it, without the run: its answer is not written down. */
const callTool = async (query: object): Promise<ToolOutcome> => {
  const row = { started_by_user: user.userId, started_by_key: null, bound_by_keys: [], trigger: 'web' }
  const context = { session: { platform: t.platform, orgId: user.orgId, row } } as unknown as RunContext
  return databaseQuery.run(databaseQuery.input.parse(query), { context, seq: 1 }, undefined)
}

test('every field of every table answers alone, sorted, grouped and aggregated', async () => {
  expect(queryTables().map(({ name }) => name)).toEqual(tables)
  for (const { name: table, fields } of queryTables()) {
    const names = Object.keys(fields)
    const queries = names.flatMap((field) => [
      {
        table,
        groupBy: [field],
        aggregates: [
          { fn: 'count', field },
          { fn: 'min', field },
        ],
      },
      { table, fields: [field], orderBy: [{ field, direction: 'desc' }], limit: 1 },
    ])
    const outcomes = await Promise.all(queries.map(callTool))
    expect(
      outcomes.flatMap((outcome, at) => (outcome.ok ? [] : [[queries[at], outcome.error]])),
      table,
    ).toEqual([])
  }
})

test('hides conversations between members and everything that is no listed field', async () => {
  const hidden = [
    'definition',
    'draft',
    'rules_json',
    'input',
    'output',
    'external_id',
    'sender_user',
    'org_id',
    'email_hash',
    'delivery',
    'secret',
  ]
  const { errors, text } = await ask([
    { table: 'messages', filters: [{ field: 'body', op: 'contains', value: 'Between members' }] },
    { table: 'messages', aggregates: [{ fn: 'count' }] },
    ...business.flatMap((table) => hidden.map((field) => ({ table, fields: [field] }))),
    ...['conversations', 'api_keys', 'channel_accounts', 'workflow_credentials', 'workflow_steps', 'campaign_recipients', 'auth.users'].map(
      (table) => ({ table }),
    ),
  ])
  expect(errors.slice(0, 2)).toEqual([null, null])
  expect(errors.slice(2).filter((error) => !error?.startsWith('There is no '))).toEqual([])
  expect(text).not.toContain('Between members')
  // The role itself sees no such row, whatever statement it is given.
  const { sql } = await import('kysely')
  const seen = await t.platform.db.withOrgQuery(user.orgId, 1_000, (tx) =>
    sql<{ body: string; org_id: string }>`select body, org_id from app.messages`.execute(tx),
  )
  expect(seen.rows).toHaveLength(1)
  expect(seen.rows[0]).toMatchObject({ org_id: user.orgId, body: expect.not.stringContaining('Between members') as string })
  for (const statement of [
    'select definition from app.campaigns',
    'select draft from app.workflows',
    'select definition from app.workflow_versions',
    'select secret from app.workflow_triggers',
    'select input from app.workflow_runs',
    'select rules from app.segments',
    'select delivery from app.messages',
    'select subject from app.conversations',
    'select draft from app.runs',
    'select * from app.workflow_credentials',
    'select * from app.channel_accounts',
    'select * from app.message_attachments',
    'select * from app.campaign_recipients',
  ])
    await expect(
      t.platform.db.withOrgQuery(user.orgId, 1_000, (tx) => sql.raw(statement).execute(tx)),
      statement,
    ).rejects.toMatchObject({ code: '42501' })
})

test('another organization is out of reach by any filter', async () => {
  const { rows: theirs } = await t.owner.query<{ id: string }>('select id from app.contacts where org_id = $1', [stranger.orgId])
  const { errors, rows } = await ask([
    { table: 'contacts', filters: [{ field: 'id', op: 'in', value: theirs.map(({ id }) => id) }] },
    { table: 'contacts', filters: [{ field: 'email', op: 'eq', value: 'foreign@example.com' }] },
    { table: 'messages', filters: [{ field: 'body', op: 'contains', value: 'foreign' }] },
    { table: 'campaigns', filters: [{ field: 'name', op: 'ne', value: "ours' or org_id is not null --" }], aggregates: [{ fn: 'count' }] },
  ])
  expect(errors).toEqual([null, null, null, null])
  expect(rows.slice(0, 3)).toEqual([[], [], []])
  expect(rows[3]).toEqual([{ count: 1 }])
})

test('an action asks every key that took part', async () => {
  const [able, narrow] = [await keyWith(['integrations:use']), await keyWith(['contacts:read'])]
  const userOf = (startedBy: string | null, boundBy: string[]) => {
    const row = { started_by_user: user.userId, started_by_key: startedBy, bound_by_keys: boundBy }
    return t.platform.db.withOrg(user.orgId, (tx) => connectionUserOf(tx, { platform: t.platform, row } as unknown as RunSession))
  }
  expect(await userOf(able.id, [])).toEqual({ kind: 'person', role: 'OWNER' })
  expect(await userOf(able.id, [narrow.id])).toEqual({ kind: 'person', role: null })
  expect(await userOf(null, [narrow.id])).toEqual({ kind: 'person', role: null })
})

// Every role may read; a key may read what its scopes say, and an agent's key only runs.
test('reads no more than the key that started the run', async () => {
  const narrow = await keyWith(['agents:execute', 'runs:read', 'contacts:read'])
  const readable = new Set(['contacts', 'runs', 'run_steps'])
  expect((await ask(all, withKey(narrow.plainKey))).errors).toEqual(tables.map((table) => (readable.has(table) ? null : refused(table))))
  const executing = await keyWith(['agents:execute'])
  expect((await ask(all, withKey(executing.plainKey))).errors).toEqual(tables.map(refused))
})

// The activity log shows a member the own acts alone, so that an agent must not tell those of others.
test('reads the activity of all only for who reads the audit log', async () => {
  expect((await ask([{ table: 'activity' }], as(user))).rows[0]?.length).toBeGreaterThan(0)
  for (const role of ['ADMIN', 'MEMBER'] as const) {
    const person = await t.addMember(user.orgId, role)
    const { errors, rows } = await ask([{ table: 'activity' }, { table: 'contacts' }], as(person))
    expect(errors, role).toEqual([role === 'ADMIN' ? null : refused('activity'), null])
    expect((rows[0] ?? []).length > 0, role).toBe(role === 'ADMIN')
  }
})

test('reads nothing for a person who has left, and nothing personal for an automation', async () => {
  expect((await ask(all, as(colleague))).errors).toEqual(tables.map((table) => (table === 'activity' ? refused(table) : null)))
  await t.owner.query('delete from auth.memberships where user_id = $1', [colleague.userId])
  const by = (trigger: 'web' | 'workflow' | 'campaign', startedByUser: string | null) => (input: string) =>
    t.platform.db.withOrg(user.orgId, (tx) => queueRun(t.platform, tx, { agentId, input, trigger, startedBy: 'Test', startedByUser }))
  const gone = await ask(all, by('web', colleague.userId))
  expect(gone.errors.filter((error) => !error?.includes('may not read'))).toEqual([])
  // Strangers can start these and write their input, by a form or a message.
  const open = ['segments', 'campaigns', 'workflows', 'agents']
  for (const trigger of ['workflow', 'campaign'] as const) {
    const { errors, text } = await ask(all, by(trigger, null))
    expect(errors, trigger).toEqual(tables.map((table) => (open.includes(table) ? null : refused(table))))
    expect(text).not.toContain('ours@example.com')
    expect(text).not.toContain('To a contact')
  }
  expect((await ask(all, by('web', null))).errors.filter((error) => error === null)).toEqual([])
})

test('shows what an agent read, and what it made of it, only to who may read that', async () => {
  const read = [{ id: 'c', name: 'database_query', arguments: { table: 'activity', fields: ['actor_name'] } }]
  script = [{ text: 'Before', toolCalls: read }, { text: 'Told of the activity' }, { text: 'Told again' }]
  const first = await runsOf(t, user).ended(await as(user)('Who did what?'))
  const body = { input: 'Again', after: first.id }
  const next = await t.call<{ runId: string }>('POST', `/api/agents/${agentId}/execute`, { token: user.token, body })
  const second = await runsOf(t, user).ended(next.body.data.runId)
  expect([first.output, first.isHidden, second.output]).toEqual(['Told of the activity', undefined, 'Told again'])

  const member = await t.addMember(user.orgId, 'MEMBER')
  const noAudit = await keyWith(['runs:read'])
  const paths = ['', '/conversation', '/events'].flatMap((path) => [`/runs/${first.id}${path}`, `/runs/${second.id}${path}`])
  const textsOf = (prefix: string, token: string) =>
    Promise.all(
      [...paths, '/runs', `/agents/${agentId}/runs`].map(async (path) => {
        const response = await t.app.inject({ url: prefix + path, headers: { authorization: `Bearer ${token}` } })
        expect(response.statusCode, path).toBe(200)
        return response.body
      }),
    )
  const seen = await textsOf('/api', user.token)
  expect(seen.filter((text) => text.includes('Told'))).toHaveLength(seen.length)
  for (const texts of [await textsOf('/api', member.token), await textsOf('/api/v1', noAudit.plainKey)]) {
    for (const text of texts) {
      expect(text).not.toContain('Told')
      expect(text).not.toContain('rowCount')
      expect(text).toContain('"isHidden":true')
    }
    const { steps } = (JSON.parse(texts[0] ?? '') as { data: RunDetail }).data
    expect(steps.map(({ isHidden = false }) => isHidden)).toEqual([false, true, true, true])
    expect(steps[1]).toMatchObject({ name: 'database_query', input: null, output: null, needs: ['audit:read'] })
  }
})

const sandbox = createLlm({
  httpOut: { fetch: () => Promise.reject(new Error('The sandbox model must not use the network.')) },
  sandboxDelayMs: 0,
  clock: () => new Date('2026-03-10T15:00:00Z'),
})
const tools = [{ name: 'database_query', description: 'Reads', inputSchema: { type: 'object' } }]

test.each<[string, object]>([
  ['How many agents do we have?', { table: 'agents', aggregates: [{ fn: 'count' }] }],
  [
    'How many agents are paused?',
    { table: 'agents', filters: [{ field: 'status', op: 'eq', value: 'PAUSED' }], aggregates: [{ fn: 'count' }] },
  ],
  ['count the agents by status', { table: 'agents', groupBy: ['status'], limit: 20, aggregates: [{ fn: 'count' }] }],
  [
    'List the agents',
    {
      table: 'agents',
      fields: ['name', 'type', 'status', 'model', 'created_at'],
      orderBy: [{ field: 'created_at', direction: 'desc' }],
      limit: 10,
    },
  ],
  [
    'How many runs failed today?',
    {
      table: 'runs',
      filters: [
        { field: 'status', op: 'eq', value: 'failed' },
        { field: 'created_at', op: 'gte', value: '2026-03-10T00:00:00.000Z' },
      ],
      aggregates: [{ fn: 'count' }],
    },
  ],
  [
    'What is the total cost of our runs per agent?',
    { table: 'runs', groupBy: ['agent_name'], limit: 20, aggregates: [{ fn: 'sum', field: 'cost_micros' }] },
  ],
  ['What is the average latency of runs?', { table: 'runs', aggregates: [{ fn: 'avg', field: 'latency_ms' }] }],
  [
    'Show the latest 5 runs of the last 7 days',
    {
      table: 'runs',
      fields: ['agent_name', 'status', 'cost_micros', 'latency_ms', 'created_at'],
      filters: [{ field: 'created_at', op: 'gte', value: '2026-03-03T15:00:00.000Z' }],
      orderBy: [{ field: 'created_at', direction: 'desc' }],
      limit: 5,
    },
  ],
  [
    'Show the recent activity of today',
    {
      table: 'activity',
      fields: ['actor_name', 'action', 'target_name', 'at'],
      filters: [{ field: 'at', op: 'gte', value: '2026-03-10T00:00:00.000Z' }],
      orderBy: [{ field: 'at', direction: 'desc' }],
      limit: 10,
    },
  ],
])('the sandbox model queries the database for: %s', async (text, input) => {
  const request = { messages: [{ role: 'user' as const, text }], tools, maxOutputTokens: 1000 }
  const { toolCalls, reason } = await sandbox.call({ adapter: 'sandbox', modelId: 'sandbox' }, request)
  expect(toolCalls).toEqual([{ id: 'sandbox-1-database_query', name: 'database_query', input }])
  expect(reason).toBe('tool-calls')
})
