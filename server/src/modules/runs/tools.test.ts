import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { JsonValue } from '../../platform/llm/types.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'
import type { RunContext } from './run-context.ts'
import { databaseQuery } from './tools/database-query.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let stranger: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
let script: FakeReply[]
const env = { EGRESS_ALLOW: '127.0.0.1', RETRY_MAIL_MS: '20,40,60000' }
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script.shift() ?? { text: 'Done' } })
  t = await createTestApp({ env })
  await t.startWorkers()
  stranger = await registerOnLargePlan(t)
  await runsOf(t, stranger).agent({ name: 'Secret of the stranger', description: 'foreign' })
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  agentId = await runs.agent({ name: 'Asker', config: { model: 'fake-model' }, capabilities: ['database_query', 'email_send'] })
})
beforeEach(() => {
  script = []
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

/** Makes the model call tools in one response; returns the steps of the calls. */
async function callTools(name: string, inputs: unknown[], task: unknown = 'Go', with_ = { runs, agentId }) {
  script = [{ toolCalls: inputs.map((input, index) => ({ id: `c${index}`, name, arguments: input })) }]
  const run = await with_.runs.run(with_.agentId, task)
  expect(run.status, JSON.stringify(run.error)).toBe('completed')
  return { run, steps: run.steps.filter((step) => step.kind === 'tool_call') }
}
const query = async (input: unknown) => {
  const [step] = (await callTools('database_query', [input])).steps
  return {
    error: step?.error ?? null,
    output: step?.output as { rows: Record<string, JsonValue>[]; rowCount: number; truncated: boolean } | null,
  }
}

const hostile = [
  "'; drop table app.agents; --",
  'agents; drop table app.agents',
  "x' or '1'='1",
  'COMMIT; DROP SCHEMA app CASCADE',
  '1); delete from app.runs; --',
  "set_config('app.org_id', 'other', true)",
  'WITH s AS MATERIALIZED (SELECT set_config(1)) SELECT 1',
  'pg_sleep(10)',
  '(select pg_sleep(10))',
  "COPY app.agents TO PROGRAM 'id'",
  "dblink('host=x','select 1')",
  'auth.users',
  'pg_catalog.pg_authid',
  'app.agents',
  '"agents"',
  'agents a, auth.users u',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'system_prompt',
  'org_id',
  'input',
  '*',
  'count(*)',
  '',
  ' ',
  'a\u0000b',
  '\uD83D',
  '%',
  '\\',
  '$1',
  '${x}',
]

// R55, SEC-43: any text in any field is an unknown name or a plain value: no SQL runs, nothing is slow, nothing changes.
test('hostile text in every field is a wrong name or a value', async () => {
  const shapes: ((text: string) => object)[] = [
    (text) => ({ table: text }),
    (text) => ({ table: 'agents', fields: [text] }),
    (text) => ({ table: 'agents', filters: [{ field: text, op: 'eq', value: 1 }] }),
    (text) => ({ table: 'agents', filters: [{ field: 'name', op: text, value: 1 }] }),
    (text) => ({ table: 'agents', groupBy: [text] }),
    (text) => ({ table: 'agents', aggregates: [{ fn: 'max', field: text }] }),
    (text) => ({ table: 'agents', aggregates: [{ fn: text }] }),
    (text) => ({ table: 'agents', orderBy: [{ field: text }] }),
    (text) => ({ table: 'agents', orderBy: [{ field: 'name', direction: text }] }),
    (text) => ({ table: 'agents', limit: text }),
    (text) => ({ table: 'agents', [text || 'sql']: text }),
  ]
  const counted = async () => (await t.owner.query('select count(*)::int agents from app.agents')).rows[0]
  const before = await counted()
  // Each shape and each text through a run once, and all of both without one: what is asked is the tool.
  const some = hostile.map((text, at) => shapes[at % shapes.length]?.(text))
  const tried = await callTools('database_query', some)
  for (const step of tried.steps) expect([step.status, step.output], JSON.stringify(step.input)).toEqual(['failed', null])
  const row = { started_by_user: user.userId, started_by_key: null, bound_by_keys: [], trigger: 'web' }
  const context = { session: { platform: t.platform, orgId: user.orgId, row } } as unknown as RunContext
  const callTool = async (input: object) => {
    const parsed = databaseQuery.input.safeParse(input)
    return parsed.success ? databaseQuery.run(parsed.data, { context, seq: 1 }, undefined) : { ok: false }
  }
  const all = hostile.flatMap((text) => shapes.map((shape) => shape(text)))
  const outcomes = await Promise.all(all.map(callTool))
  expect(all.filter((_, at) => outcomes[at]?.ok)).toEqual([])
  const values = hostile.flatMap((text) =>
    ['eq', 'contains', 'in', 'gt'].map((op) => ({
      table: 'agents',
      fields: ['name'],
      filters: [{ field: 'created_at', op, value: text }],
    })),
  )
  const results = await Promise.all(values.map(callTool))
  for (const outcome of results) expect(JSON.stringify(outcome)).not.toContain('Secret')
  expect(await counted()).toEqual(before)
})

// SEC-20, SEC-41: an agent sees only rows of its own organization, even if it names ids of another.
test('no row of another organization is visible in any table', async () => {
  for (const table of ['agents', 'runs', 'run_steps', 'activity']) {
    const { output } = await query({ table, aggregates: [{ fn: 'count' }] })
    const own = { agents: 'agents', runs: 'runs', run_steps: 'run_steps', activity: 'audit_log' }[table]
    const { rows } = await t.owner.query<{ all: number; own: number }>(
      `select count(*)::int "all", count(*) filter (where org_id = $1)::int own from app.${own}${table === 'agents' ? ' where deleted_at is null' : ''}`,
      [user.orgId],
    )
    expect(Number(output?.rows[0]?.['count'])).toBeLessThanOrEqual(rows[0]?.own ?? 0)
    expect(Number(output?.rows[0]?.['count'])).toBeGreaterThan(0)
  }
  const { rows } = await t.owner.query<{ id: string }>('select id from app.agents where org_id = $1', [stranger.orgId])
  expect(rows).toHaveLength(1)
  expect((await query({ table: 'agents', filters: [{ field: 'id', op: 'in', value: rows.map((row) => row.id) }] })).output?.rowCount).toBe(
    0,
  )
})

// A query returns what it requests: filters, groups, sums, order; times as text; a limit that applies and is reported.
test('returns the rows of a valid query', async () => {
  for (let i = 0; i < 4; i++) await runs.agent({ name: `Limit ${i}`, config: { model: 'fake-model' } })
  const { output } = await query({
    table: 'agents',
    fields: ['name', 'created_at'],
    filters: [{ field: 'name', op: 'contains', value: 'limit' }],
    orderBy: [{ field: 'name', direction: 'desc' }],
    limit: 3,
  })
  expect(output).toMatchObject({ rowCount: 3, truncated: true })
  expect(output?.rows.map((row) => row['name'])).toEqual(['Limit 3', 'Limit 2', 'Limit 1'])
  expect(output?.rows[0]?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  const grouped = await query({
    table: 'agents',
    groupBy: ['model'],
    aggregates: [{ fn: 'count' }, { fn: 'max', field: 'is_public' }, { fn: 'min', field: 'id' }],
  })
  expect(grouped.output?.rows[0]).toMatchObject({ model: 'fake-model', max_is_public: 'false' })
  for (const table of ['agents', 'runs', 'run_steps', 'activity']) expect((await query({ table })).error).toBeNull()
  for (const field of ['id', 'name', 'version', 'temperature', 'is_public', 'created_at'])
    for (const fn of ['count', 'min', 'max'])
      expect((await query({ table: 'agents', aggregates: [{ fn, field }] })).error, `${fn} ${field}`).toBeNull()
  expect((await query({ table: 'agents', aggregates: [{ fn: 'sum', field: 'name' }] })).error).toContain('needs a number')
})

// A result that is too large is reported as an error and not stored.
test('a huge result is refused', async () => {
  await t.owner.query('update app.agents set description = repeat($1, 200000) where org_id = $2 and name like $3', [
    'wide ',
    user.orgId,
    'Limit%',
  ])
  const { error } = await query({ table: 'agents', fields: ['description'] })
  expect(error).toContain('too large')
  await t.owner.query("update app.agents set description = '' where org_id = $1", [user.orgId])
})

// The database role reads the listed columns of four tables and can do nothing else; its statements have a time limit.
test('lets the query role read only granted columns, within its time limit', async () => {
  const { db } = t.platform
  const ask = (text: string) => db.withOrgQuery(user.orgId, 200, async (tx) => (await import('kysely')).sql.raw(text).execute(tx))
  for (const text of [
    'select system_prompt from app.agents',
    'select input from app.runs',
    'select output from app.run_steps',
    'select * from auth.users',
    'select * from auth.sessions',
    'select * from app.ai_model_configs',
    'select * from app.outbox',
    'select * from app.effects',
    'select * from app.sandbox_mail',
    'select * from pgboss.job',
    'update app.agents set name = 1',
    'delete from app.agents',
    'create table app.x (i int)',
    'create temp table x (i int)',
    'select * from auth.org_people()',
  ])
    await expect(ask(text), text).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|25006)$/) as string })
  await expect(ask('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
})

const mailTo = (to: string, more: object = {}) => ({ to, subject: 'Hello', body: 'Text', ...more })
const mails = async () =>
  (
    await t.owner.query<{ recipient: string; copies: number }>('select recipient, copies from app.sandbox_mail where org_id = $1', [
      user.orgId,
    ])
  ).rows

// SEC-42: an email may go to members and to addresses in the task itself, at any position, and never to addresses from a tool's text.
test('allows only recipients that are members or in the task', async () => {
  const member = await t.addMember(user.orgId, 'VIEWER')
  const tries: [string, unknown, boolean][] = [
    [member.email, 'Go', true],
    [stranger.email, 'Go', false],
    ['a@example.com', 'Write to\na@example.com.', true],
    ['b@example.com', { contact: { mail: 'B@Example.com' } }, true],
    ['c@example.com', 'Write to <c@example.com>, please', true],
    ['d@example.com', 'not-d@example.com', false],
    ['d@example.com', 'd@example.com.attacker.org', false],
    ['e@example.com', 'Go', false],
  ]
  for (const [to, task, isSent] of tries) {
    const { steps } = await callTools('email_send', [mailTo(to)], task)
    expect([to, steps[0]?.status], JSON.stringify(steps[0]?.error)).toEqual([to, isSent ? 'completed' : 'failed'])
  }
  expect((await mails()).map((mail) => mail.recipient).toSorted()).toEqual(
    [member.email, 'a@example.com', 'b@example.com', 'c@example.com'].toSorted(),
  )
  const long = `${'a'.repeat(30_000)} ${'.'.repeat(30_000)}`
  const { steps } = await callTools('email_send', [mailTo('e@example.com')], long)
  expect(steps[0]?.status).toBe('failed')
})

// Consent and suppression apply to agents as to campaigns (ADR 6).
test('allows a contact with an opt-in, and refuses a contact with an opt-out', async () => {
  const contact = async (email: string) =>
    (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email } })).body.data.id
  const agreed = await contact('agreed@example.com')
  await contact('silent@example.com')
  const body = { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Said so at the fair' }
  expect((await t.call('POST', `/api/contacts/${agreed}/consents`, { token: user.token, body })).status).toBeLessThan(300)
  const tryTo = async (to: string, task: unknown = 'Go') => (await callTools('email_send', [mailTo(to)], task)).steps[0]?.status
  expect(await tryTo('agreed@example.com')).toBe('completed')
  // The email is in the contact's timeline and links to the run.
  const { body: entries } = await t.call<TimelineEntry[]>('GET', `/api/contacts/${agreed}/timeline?kind=agents`, { token: user.token })
  expect(entries.data).toMatchObject([
    { type: 'message.agentMail', actor: 'Asker', title: mailTo('').subject, link: { kind: 'agent-run', agentId } },
  ])
  expect(await tryTo('silent@example.com')).toBe('failed')
  const gone = { channel: 'email', address: 'gone@example.com' }
  expect((await t.call('POST', '/api/suppressions', { token: user.token, body: gone })).status).toBe(201)
  expect(await tryTo('gone@example.com', 'Write to gone@example.com')).toBe('failed')
})

// SEC-32: no field can add a second header or a second recipient.
test('header injection is refused', async () => {
  const before = (await mails()).length
  const { steps } = await callTools(
    'email_send',
    [
      mailTo('x@example.com', { subject: 'Hi\r\nBcc: y@example.com' }),
      mailTo('x@example.com', { subject: 'Hi\u2028Bcc: y@example.com' }),
      mailTo('x@example.com, y@example.com'),
      mailTo('x@example.com\nBcc: y@example.com'),
      mailTo('x@example.com', { bcc: 'y@example.com' }),
      mailTo('"x y"@example.com'),
    ],
    'x@example.com y@example.com',
  )
  expect(steps.map((step) => step.status)).toEqual(Array.from({ length: 6 }, () => 'failed'))
  expect(await mails()).toHaveLength(before)
})

const effectOf = async (runId: string) =>
  (
    await t.owner.query<{ status: string; attempts: number; identity: string }>('select * from app.effects where source = $1', [
      `run:${runId}`,
    ])
  ).rows

// A permanent refusal is reported immediately; a temporary one is retried within the run's time, each attempt counted,
// and reported if it lasts.
test('fails immediately for bounce.test and after its waits for defer.test', async () => {
  const bounced = await callTools('email_send', [mailTo('a@bounce.test')], 'a@bounce.test')
  expect(bounced.steps[0]).toMatchObject({ status: 'failed', attempt: 1, error: expect.stringContaining('550') })
  expect(await effectOf(bounced.run.id)).toMatchObject([{ status: 'failed', attempts: 1 }])
  const deferred = await callTools('email_send', [mailTo('a@defer.test')], 'a@defer.test')
  expect(deferred.steps[0]).toMatchObject({ status: 'failed', attempt: 3, error: expect.stringContaining('451') })
  expect(await effectOf(deferred.run.id)).toMatchObject([{ status: 'failed', attempts: 3 }])
})

// Cancelled while a deferred email waits: the run ends, and the ledger records that the email was not sent.
test('cancel in the wait of a mail', async () => {
  const slow = await createTestApp({ env: { ...env, RETRY_MAIL_MS: '20000' } })
  try {
    await slow.startWorkers()
    const own = runsOf(slow, await registerOnLargePlan(slow))
    const id = await own.start(await own.agent({ capabilities: ['email_send'] }), 'Send a mail to a@defer.test')
    await until(async () => (await own.read(id)).steps.some((step) => step.name === 'email_send'))
    await own.cancel(id)
    const run = await own.ended(id, 3_000)
    expect(run.status).toBe('cancelled')
    expect(run.steps.find((step) => step.name === 'email_send')).toMatchObject({ status: 'failed' })
    expect((await slow.owner.query<{ status: string }>('select status from app.effects')).rows).toMatchObject([{ status: 'failed' }])
  } finally {
    await slow.close()
  }
})

// Over real SMTP: a connection cut after the content leaves an unknown outcome; the email is repeated under the same Message-ID and
// counted. If it stays unknown, step and ledger record it and the model is informed.
test('an unknown outcome is repeated under the same Message-ID', async () => {
  const taken: string[] = []
  let cuts = 1
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        // The product's own emails use the same server.
        if (!/^To: someone@example\.com$/im.test(text)) return done()
        taken.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '')
        if (cuts-- > 0) closeAll()
        else done()
      })
    },
  })
  const closeAll = () => {
    for (const connection of (sink as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections)
      connection._socket.destroy()
  }
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.server.address() as AddressInfo
  const real = await createTestApp({ env: { ...env, SMTP_URL: `smtp://127.0.0.1:${port}` } })
  try {
    await real.startWorkers()
    const own = runsOf(real, await registerOnLargePlan(real))
    const id = await own.agent({ capabilities: ['email_send'] })
    const first = await own.run(id, 'Send a mail to someone@example.com')
    expect(first.steps.find((step) => step.name === 'email_send')).toMatchObject({ status: 'completed', attempt: 2 })
    expect(taken).toHaveLength(2)
    expect(new Set(taken).size).toBe(1)
    const ledger = async (runId: string) =>
      (
        await real.owner.query<{ status: string; attempts: number; identity: string }>('select * from app.effects where source = $1', [
          `run:${runId}`,
        ])
      ).rows
    expect(await ledger(first.id)).toMatchObject([{ status: 'done', attempts: 2, identity: taken[0] }])
    taken.length = 0
    cuts = 99
    const second = await own.run(id, 'Send a mail to someone@example.com')
    expect(second.status).toBe('completed')
    expect(second.steps.find((step) => step.name === 'email_send')).toMatchObject({
      status: 'unknown',
      attempt: 3,
      error: expect.stringContaining('may have been delivered'),
    })
    expect(await ledger(second.id)).toMatchObject([{ status: 'unknown', attempts: 3 }])
    expect([taken.length, new Set(taken).size]).toEqual([3, 1])
    expect((await own.metered(id))['mails']).toBe(1)
  } finally {
    await real.close()
    await new Promise<void>((resolve) => sink.close(() => resolve()))
  }
})
