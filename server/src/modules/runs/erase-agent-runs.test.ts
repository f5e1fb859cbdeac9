import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  agentId = await runs.agent({ name: 'Writer', capabilities: ['email_send'] })
})
afterAll(() => t.close())

async function call<T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body.data
}
const create = async (body: object): Promise<string> => (await call('POST', '/contacts', body)).id

/** The run tables that contain the text, read past row-level security. */
async function tablesWith(terms: string): Promise<string[]> {
  const found: string[] = []
  for (const table of ['runs', 'run_steps', 'run_events']) {
    const { rows } = await t.owner.query(`select 1 from app.${table} x where org_id = $1 and strpos(lower(x::text), $2) > 0 limit 1`, [
      user.orgId,
      terms,
    ])
    if (rows.length) found.push(table)
  }
  return found
}

test('exports a run that emailed a contact, and erases its content with the contact; its figures stay', async () => {
  const email = 'ada.mailed@people.example'
  const contactId = await create({ email })
  const mailed = await runs.run(agentId, `Send an email to ${email.toUpperCase()} that says hello`)
  expect(mailed.steps.map((step) => step.name)).toContain('email_send')
  const other = await runs.run(agentId, 'Say hello to bystander@people.example')
  expect(await tablesWith(email)).toEqual(['runs', 'run_steps', 'run_events'])
  const file = await t.app.inject({ url: `/api/contacts/${contactId}/export`, headers: { authorization: `Bearer ${user.token}` } })
  expect(file.json<{ agentRuns: object[] }>().agentRuns).toMatchObject([{ id: mailed.id, agent: 'Writer' }])

  const stored = async () => (await call<{ storageBytes: number }>('GET', '/usage')).storageBytes
  const before = await stored()
  await call('DELETE', `/contacts/${contactId}`)
  expect(await stored()).toBeLessThan(before)
  expect(await tablesWith(email)).toEqual([])
  const { inputTokens, outputTokens, costMicros, createdAt, finishedAt } = mailed
  const left = await runs.read(mailed.id)
  expect(left).toMatchObject({ status: 'completed', inputTokens, outputTokens, costMicros, createdAt, finishedAt })
  expect(left).toMatchObject({ input: { erased: true }, output: null })
  expect(left.steps.map(({ name, startedAt }) => [name, startedAt])).toEqual(mailed.steps.map(({ name, startedAt }) => [name, startedAt]))
  expect(await runs.read(other.id)).toEqual(other)
  // The stream of a finished run returns events of the contract, and its end.
  const stream = await t.app.inject({ url: `/api/runs/${mailed.id}/events`, headers: { authorization: `Bearer ${user.token}` } })
  expect(stream.body).toContain('"type":"done"')
})

test('erases what an agent was given about a recipient with the recipient', async () => {
  await t.owner.query(
    'insert into app.contact_settings (org_id, quiet_from, quiet_until) values ($1, null, null) on conflict (org_id) do update set quiet_from = null, quiet_until = null',
    [user.orgId],
  )
  const contactId = await create({ email: 'zerafina@people.example', phone: '+436641234501', firstName: 'Zerafina', tags: ['harpist'] })
  const merged = await create({ email: 'zera@people.example', firstName: 'Zerafina' })
  await call('POST', `/contacts/${contactId}/consents`, { channel: 'sms', purpose: 'marketing', source: 'manual', proof: 'Said so' })
  const agent = { agentId, instructions: 'Be short', budgetMicros: 50_000_000, review: true }
  const definition = { content: { text: 'Hello {{ first_name }}' }, audience: { kind: 'contacts', contactIds: [contactId] }, agent }
  const { id } = await call('POST', '/campaigns', { name: 'Texts', channel: 'sms', definition })
  await call('POST', `/campaigns/${id}/send`)
  await until(async () => (await call<{ needsReview: boolean }>('GET', `/campaigns/${id}`)).needsReview)
  expect(await tablesWith('zerafina')).toContain('runs')
  // Drafts keep the name of the merged contact.
  await call('POST', `/contacts/${merged}/merge`, { otherId: contactId })
  const file = await t.app.inject({ url: `/api/contacts/${merged}/export`, headers: { authorization: `Bearer ${user.token}` } })
  expect(JSON.stringify(file.json<{ campaignDraftRuns: object[] }>().campaignDraftRuns)).toContain('harpist')
  await call('DELETE', `/contacts/${merged}`)
  expect(await tablesWith('zerafina')).toEqual([])
  expect(await tablesWith('harpist')).toEqual([])
})

test.each([
  ['{"to": "ada@x.example"}', true],
  ['write to ada@x.example, please', true],
  ['"two lines\\nada@x.example"', true],
  ['...ada@x.example.', true],
  ['mailto:ada@x.example', true],
  ['jo.ada@x.example', false],
  ['wada@x.example', false],
  ['jo+ada@x.example', false],
  ['ada@x.examples', false],
  ['ada@x.example-two.org', false],
  ['tel:+431234567', true],
  ['+4312345678', false],
  ['("+431234567")', true],
])('detects a named address: %s: %s', async (terms, isNamed) => {
  const { rows } = await t.owner.query('select app.is_named($1, $2) as named', [terms, ['ada@x.example', '+431234567']])
  expect(rows).toEqual([{ named: isNamed }])
})

test('ends a run in flight, and voids later writes of its worker', async () => {
  const email = 'inhand@people.example'
  const contactId = await create({ email })
  const runId = newId()
  await t.owner.query(
    `insert into app.runs (org_id, id, agent_id, agent_version, agent_name, status, model, trigger, started_by, input, epoch, lease_owner, lease_until, next_event_seq)
     values ($1, $2, $3, 1, 'Writer', 'running', 'sandbox', 'web', 'Somebody', to_jsonb($4::text), 3, 'another worker', now() + interval '1 hour', 4)`,
    [user.orgId, runId, agentId, email],
  )
  await t.owner.query(
    `insert into app.run_steps (org_id, run_id, seq, kind, name, status, attempt, input) values ($1, $2, 1, 'model_call', 'm', 'running', 1, '{}')`,
    [user.orgId, runId],
  )
  await call('DELETE', `/contacts/${contactId}`)
  const { rows } = await t.owner.query('select status, epoch, finished_at is not null as "isOver" from app.runs where id = $1', [runId])
  expect(rows).toEqual([{ status: 'cancelled', epoch: 4, isOver: true }])
  const { rows: steps } = await t.owner.query('select status from app.run_steps where run_id = $1', [runId])
  expect(steps).toEqual([{ status: 'failed' }])
  expect(await tablesWith(email)).toEqual([])
})

test('continues in a job when there are more runs than one pass reads', async () => {
  const email = 'long.ago@people.example'
  const contactId = await create({ email })
  const old = await runs.run(agentId, `Tell me about ${email}`)
  await t.owner.query(
    `insert into app.runs (org_id, id, agent_id, agent_version, agent_name, status, model, trigger, started_by, input)
     select $1, id, $2, 1, 'Writer', 'completed', 'sandbox', 'web', 'Somebody', '{}' from unnest($3::uuid[]) id`,
    [user.orgId, agentId, Array.from({ length: 600 }, () => newId())],
  )
  await call('DELETE', `/contacts/${contactId}`)
  await until(async () => (await tablesWith(email)).length === 0)
  expect(await runs.read(old.id)).toMatchObject({ status: 'completed', input: { erased: true }, output: null })
})

test('searches for all contacts in a job when many are erased together', async () => {
  const people = Array.from({ length: 40 }, (_none, index) => `many${index}@people.example`)
  const ids = []
  for (const email of people) ids.push(await create({ email }))
  const about = await runs.run(agentId, `Tell me about ${people[39]}`)
  await call('POST', '/contacts/erase', { ids })
  await until(async () => (await tablesWith(people[39] ?? '')).length === 0)
  expect(await runs.read(about.id)).toMatchObject({ input: { erased: true } })
})
