import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TriggerSubscription, Connection, Connector } from '@imperium/contract/integrations.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { runsOf, until } from '../../testing/test-runs.ts'
import { startStub } from './testing/stub-service.ts'
import type { Stub } from './testing/stub-service.ts'
import { rewrapConnectionSecrets } from './rewrap-secrets.ts'
import { within } from './test-connection.ts'

let t: TestApp
let stub: Stub
let owner: TestUser
beforeAll(async () => {
  stub = await startStub()
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  const { httpOut } = t.platform
  httpOut.fetch = stub.through(httpOut.fetch)
  await t.startWorkers()
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  await stub.close()
})

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const shop = {
  connectorId: 'woocommerce',
  fields: { consumerKey: 'ck_0123456789', apiKey: 'cs_secret_9876543210_abcd', site: 'https://shop.example.com' },
}
async function connectShop(name: string): Promise<Connection> {
  stub.respond({ body: { environment: { site_url: 'https://shop.example.com' } } })
  const made = await call<Connection>('POST', '/integrations/connections', { ...shop, name })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}
async function publish(steps: object[], edges: object[], user = owner): Promise<string> {
  const made = await call<{ id: string }>(
    'POST',
    '/workflows',
    {
      name: `Orders ${steps.length}`,
      description: 'For tests',
      definition: { steps, edges },
    },
    user,
  )
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const published = await call('POST', `/workflows/${made.body.data.id}/publish`, { revision: 1 }, user)
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return made.body.data.id
}

interface RunRow {
  id: string
  status: string
  input: object
  output: object
  error: { message: string } | null
}
const runsOfWorkflow = async (id: string) =>
  (await t.owner.query<RunRow>('select id, status, input, output, error from app.workflow_runs where workflow_id = $1 order by id', [id]))
    .rows

test('connects after a real test, hides what is secret, and tells the reason of a refusal', async () => {
  stub.respond({ status: 401, body: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.' } })
  const refused = await call<never>('POST', '/integrations/connections', shop)
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'fields.apiKey', message: expect.stringContaining('you cannot list') }] },
  })
  expect((await call('POST', '/integrations/connections', { ...shop, fields: { site: 'x' } })).status).toBe(422)
  const made = await connectShop('Shop')
  expect(made).toMatchObject({ status: 'connected', account: 'https://shop.example.com', keyPreview: 'cs_secre…abcd', webhookUrl: null })
  const listed = await call<Connection[]>('GET', '/integrations/connections')
  expect(JSON.stringify(listed.body)).not.toContain('9876543210')
  const { rows } = await t.owner.query<{ text: string }>('select c::text as text from app.integration_connections c')
  expect(JSON.stringify(rows)).not.toContain('9876543210')
  const { connectedServices } = await t.platform.exportPerson({ userId: owner.userId, orgIds: [owner.orgId] })
  expect(connectedServices).toMatchObject([{ connector: 'woocommerce', name: 'Shop', isCreator: true, beganSignIn: false }])
  // A secret stays with its host.
  const moved = await call('PATCH', `/integrations/connections/${made.id}`, { fields: { site: 'https://evil.example.com' } })
  expect(moved.status).toBe(422)
  const placed = { host: 'db.example.com', port: '5432', database: 'crm', user: 'reader' }
  const other = await connectShop('Database')
  await t.owner.query("update app.integration_connections set connector = 'postgresql', fields = $2 where id = $1", [other.id, placed])
  for (const change of [{ host: 'evil.example.com' }, { port: '6543' }, { tls: 'off' }])
    expect(await call('PATCH', `/integrations/connections/${other.id}`, { fields: { ...placed, ...change } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'fields.apiKey', message: expect.stringContaining('Enter the secret again') }] },
    })
  await t.owner.query('delete from app.integration_connections where id = $1', [other.id])
  await expect(within(new Promise(() => {}), 1)).rejects.toThrow('did not end')
  const stranger = await t.register()
  expect((await call('GET', `/integrations/connections/${made.id}`, undefined, stranger)).status).toBe(404)
  const catalogue = await call<Connector[]>('GET', '/integrations')
  expect(catalogue.body.data.find(({ id }) => id === 'slack')).toMatchObject({
    category: 'Communication',
    auth: [{ kind: 'key' }, { kind: 'oauth2' }],
  })
  expect(await t.platform.db.withSystem((tx) => rewrapConnectionSecrets(t.platform, tx))).toMatchObject({ unreadable: [] })
})

test('the operations of an OpenAPI document are actions of its connection and a workflow step', async () => {
  const paths = { '/pets/{petId}': { get: { operationId: 'getPet', parameters: [{ name: 'petId', in: 'path', required: true }] } } }
  const document = { openapi: '3.1.0', info: { title: 'Pet shop' }, servers: [{ url: 'https://pets.example/v1' }], paths }
  const body = { connectorId: 'openapi', fields: { apiKey: 'pet-secret-0123456789' } }
  expect((await call('POST', '/integrations/connections', body)).status).toBe(422)
  stub.respond({ body: document }, { status: 404 })
  const made = await call<Connection>('POST', '/integrations/connections', {
    ...body,
    document: { url: 'https://pets.example/openapi.json' },
  })
  expect(made).toMatchObject({ status: 201, body: { data: { name: 'Pet shop', fields: { baseUrl: 'https://pets.example/v1' } } } })
  const { id } = made.body.data
  expect((await call(`GET`, `/integrations/connections/${id}/actions`)).body.data).toMatchObject([
    { id: 'get_pet', isReadOnly: true, form: [{ path: 'petId', required: true }] },
  ])
  stub.respond({ body: { id: 7, name: 'Rex' } })
  const ran = await call(`POST`, `/integrations/connections/${id}/actions/get_pet`, { input: { petId: '7' } })
  expect(ran).toMatchObject({ status: 200, body: { data: { output: { name: 'Rex' } } } })
  expect(stub.last()).toMatchObject({ url: 'https://pets.example/v1/pets/7', headers: { authorization: 'Bearer pet-secret-0123456789' } })
  const step = { id: 'pet', type: 'openapi_operation', name: 'Pet', config: { connection: id, action: 'get_pet', input: { petId: '8' } } }
  const start = { id: 'start', type: 'trigger_manual', name: 'Start', config: {} }
  const edges = [{ from: 'start', to: 'pet' }]
  await expect(publish([start, { ...step, config: { ...step.config, input: {} } }], edges)).rejects.toThrow('petId is required')
  const workflowId = await publish([start, step], edges)
  expect((await call('POST', `/workflows/${workflowId}/run`, { input: {} })).status).toBe(202)
  const done = await until(async () => (await runsOfWorkflow(workflowId)).find(({ status }) => status === 'success'))
  expect(done.output).toMatchObject({ name: 'Rex' })
  // Another document may leave operations out: the ones that stay go on.
  const renewed = await call<Connection>('PATCH', `/integrations/connections/${id}`, { document: { text: 'openapi: 2' } })
  expect(renewed.status).toBe(422)
})

test('an action is a workflow step and an agent tool, and what uses a connection keeps it', async () => {
  const { id } = await connectShop('Used shop')
  const types = await call<StepType[]>('GET', '/workflows/step-types')
  expect(types.body.data.map(({ type }) => type)).toContain('woocommerce_update_order')
  expect(types.body.data.map(({ type }) => type)).not.toContain('slack_send_message')
  const step = {
    id: 'change',
    type: 'woocommerce_update_order',
    name: 'Change',
    config: { connection: id, id: '{{ trigger.order }}', status: 'completed' },
  }
  const workflowId = await publish(
    [{ id: 'start', type: 'trigger_manual', name: 'Start', config: {} }, step],
    [{ from: 'start', to: 'change' }],
  )
  stub.respond({ body: { id: 727, status: 'completed' } })
  expect((await call('POST', `/workflows/${workflowId}/run`, { input: { order: 727 } })).status).toBe(202)
  const done = await until(async () => (await runsOfWorkflow(workflowId)).find(({ status }) => status === 'success'))
  expect(done.output).toMatchObject({ id: 727, status: 'completed' })
  expect(stub.last()).toMatchObject({ method: 'PUT', url: 'https://shop.example.com/wp-json/wc/v3/orders/727' })

  const runs = runsOf(t, owner)
  const agentId = await runs.agent({ name: 'Clerk', capabilities: [`action:${id}:get_order`] })
  const run = await runs.run(agentId, 'Please woocommerce get order')
  const tool = run.steps.find(({ kind }) => kind === 'tool_call')
  expect(tool, JSON.stringify(run)).toMatchObject({ name: 'woocommerce_get_order', status: 'completed', output: { id: 727 } })
  expect((await call('POST', '/agents', { name: 'x', type: 'SALES', capabilities: [`action:${agentId}:get_order`] })).status).toBe(422)

  const kept = await call<never>('DELETE', `/integrations/connections/${id}`)
  expect(kept).toMatchObject({ status: 409, body: { message: expect.stringMatching(/Clerk, Orders 2/) } })
  // No longer shared with the role behind the run: the tool is gone.
  expect((await call('PATCH', `/integrations/connections/${id}`, { roles: ['VIEWER'] })).status).toBe(200)
  const without = await runs.run(agentId, 'Please woocommerce get order')
  expect(without.steps.filter(({ kind }) => kind === 'tool_call')).toEqual([])
})

test('a polled trigger starts a workflow once for each new item, and nothing for what was there', async () => {
  const { id } = await connectShop('Polled shop')
  stub.respond({ body: [{ id: 1, date_created_gmt: new Date().toISOString().slice(0, 19) }] })
  const workflowId = await publish([{ id: 'start', type: 'trigger_woocommerce_new_order', name: 'Start', config: { connection: id } }], [])
  const state = async () =>
    (
      await t.owner.query<{ is_primed: boolean; cursor: string }>(
        'select is_primed, cursor from app.integration_subscriptions where workflow_id = $1',
        [workflowId],
      )
    ).rows[0]
  await until(async () => (await state())?.is_primed)
  expect(await runsOfWorkflow(workflowId)).toEqual([])
  stub.respond({
    body: [
      { id: 2, date_created_gmt: new Date().toISOString().slice(0, 19) },
      { id: 1, date_created_gmt: new Date().toISOString().slice(0, 19) },
    ],
  })
  // A poll that is ending would put it off.
  const due = 'update app.integration_subscriptions set due_at = now() where workflow_id = $1 and lease_owner is null'
  const again = () => until(async () => (await t.owner.query(due, [workflowId])).rowCount === 1)
  await again()
  const [run] = await until(async () => {
    const found = await runsOfWorkflow(workflowId)
    return found.length > 0 && found
  })
  expect(run).toMatchObject({ input: { id: 2 } })
  expect(stub.last().query).toMatchObject({ after: expect.any(String) })
  await again()
  await until(async () => stub.requests.length > 1)
  expect(await runsOfWorkflow(workflowId)).toHaveLength(1)
  const listed = async () =>
    (await call<TriggerSubscription[]>('GET', '/integrations/triggers')).body.data.find((each) => each.workflowId === workflowId)
  expect(await listed()).toMatchObject({ connectionName: 'Polled shop', title: 'New order', kind: 'poll', error: null, failures: 0 })
  // So is a workflow that refuses to start, until another item starts it.
  const next = async (order: number, note: string) => {
    stub.respond({ body: [{ id: order, note, date_created_gmt: new Date().toISOString().slice(0, 19) }] })
    await again()
  }
  await next(3, 'x'.repeat(300_000))
  const refused = await until(async () => {
    const found = await listed()
    return found?.error ? found : null
  })
  expect(refused).toMatchObject({ error: expect.stringContaining('did not start it'), errorKey: { key: expect.any(String) }, failures: 0 })
  await again()
  await until(async () => stub.requests.length > 1)
  expect((await listed())?.error).toBe(refused.error)
  await next(4, '')
  await until(async () => (await listed())?.error === null)
  // What the service refuses is listed with the trigger.
  stub.respond({ status: 401, body: { message: 'Consumer key is missing' } })
  await again()
  const failing = await until(async () => {
    const found = await listed()
    return found?.error !== null && found
  })
  expect(failing).toMatchObject({ failures: 1, nextAt: expect.any(String), lastReadAt: expect.any(String) })
  expect(failing?.error).toContain('Consumer key is missing')
})

test('OAuth: the code is exchanged with its verifier, in the browser that began, and the token is renewed before it ends', async () => {
  const fields = { clientId: 'client', clientSecret: 'client-secret-0123456789', hookSecret: 'signing-secret' }
  const made = await call<Connection>('POST', '/integrations/connections', { connectorId: 'slack', auth: 1, fields })
  expect(made.body.data).toMatchObject({ status: 'waiting', hasHookSecret: true })
  const { id } = made.body.data
  const begin = async () => {
    const begun = await call<{ location: string }>('POST', `/integrations/connections/${id}/authorize`)
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    return { location: new URL(begun.body.data.location), cookie }
  }
  const back = async ({ location }: { location: URL }, cookie: string) => {
    const path = `/api/integrations/callback?state=${location.searchParams.get('state')}&code=abc`
    return String((await t.call('GET', path, { headers: { cookie } })).headers['location'])
  }
  stub.respond({ body: { ok: true } })
  const first = await begin()
  expect(await back(first, 'integration_sign_in=other')).toContain('failed=expired')
  expect(await back(first, first.cookie)).toContain('failed=expired')
  expect(stub.requests).toEqual([])
  const second = await begin()
  stub.respond(
    { body: { ok: true, access_token: 'xoxb-token-1', expires_in: 60, refresh_token: 'refresh-1' } },
    { body: { ok: true, access_token: 'xoxb-token-2', expires_in: 43_200, refresh_token: 'refresh-2' } },
    { body: { ok: true, team: 'Team' } },
  )
  expect(await back(second, second.cookie)).toContain(`connected=${id}`)
  const [exchange, refresh, tested] = stub.requests
  const { code_verifier: verifier, ...code } = (exchange?.body ?? {}) as Record<string, string>
  expect(code).toMatchObject({ grant_type: 'authorization_code', code: 'abc', client_id: 'client' })
  expect(createHash('sha256').update(String(verifier)).digest('base64url')).toBe(second.location.searchParams.get('code_challenge'))
  expect(refresh?.body).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' })
  expect(tested?.headers['authorization']).toBe('Bearer xoxb-token-2')
  expect((await call<Connection>('GET', `/integrations/connections/${id}`)).body.data).toMatchObject({
    status: 'connected',
    account: 'Team',
  })
})

test('a call of the service starts a workflow once, and only with its signature', async () => {
  stub.respond({ body: { ok: true, team: 'Team' } })
  const fields = { apiKey: 'xoxb-0123456789-0123456789', hookSecret: 'signing-secret' }
  const { id, webhookUrl } = (await call<Connection>('POST', '/integrations/connections', { connectorId: 'slack', name: 'Events', fields }))
    .body.data
  const workflowId = await publish(
    [{ id: 'start', type: 'trigger_slack_new_message', name: 'Start', config: { connection: id, channel: 'C1' } }],
    [],
  )
  const deliver = (event: object, secret = 'signing-secret', at = Math.floor(Date.now() / 1000)) => {
    const body = JSON.stringify({ type: 'event_callback', event })
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature }
    return t.call('POST', new URL(String(webhookUrl)).pathname, { body, headers })
  }
  const message = { type: 'message', channel: 'C1', ts: '1.1', text: 'Hello' }
  expect((await deliver(message, 'wrong')).status).toBe(401)
  expect((await deliver(message, 'signing-secret', 1)).status).toBe(401)
  expect((await deliver({ ...message, channel: 'C2' })).status).toBe(200)
  expect((await deliver(message)).status).toBe(200)
  expect((await deliver(message)).status).toBe(200)
  expect((await runsOfWorkflow(workflowId)).map(({ input }) => input)).toEqual([message])
  expect((await t.call('POST', `/api/integration-hooks/${'x'.repeat(43)}`, { body: {} })).status).toBe(404)
})

test('a workflow for which too many items wait stops no other of its connection, and the service sends the call again', async () => {
  const user = await t.register()
  // Before anything counts its runs.
  await t.owner.query('update auth.organizations set workflow_runs_limit = 0 where id = $1', [user.orgId])
  stub.respond({ body: { ok: true, team: 'Team' } })
  const fields = { apiKey: 'xoxb-0123456789-0123456789', hookSecret: 'signing-secret' }
  const { id, webhookUrl } = (
    await call<Connection>('POST', '/integrations/connections', { connectorId: 'slack', name: 'Events', fields }, user)
  ).body.data
  const start = { id: 'start', type: 'trigger_slack_new_message', name: 'Start', config: { connection: id, channel: 'C1' } }
  const full = await publish([start], [], user)
  const other = await publish([start], [], user)
  await t.owner.query(
    `insert into app.integration_refused_items (org_id, id, workflow_id, item_id, start_key, started_by, data, bytes, is_shortened, reason,
       retry_at, refused_at)
     select $1, uuidv7(), $2, 'w' || n, 'w' || n, 'Slack', '{}', 2, false, 'Used up', now() + interval '1 day', now() from generate_series(1, 1000) n`,
    [user.orgId, full],
  )
  const event = { type: 'message', channel: 'C1', ts: '1.2', text: 'Hello' }
  const at = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ type: 'event_callback', event })
  const signature = `v0=${createHmac('sha256', 'signing-secret').update(`v0:${at}:${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature }
  expect((await t.call('POST', new URL(String(webhookUrl)).pathname, { body, headers })).status).toBe(429)
  const kept = await t.owner.query<{ workflow_id: string; data: object }>(
    `select workflow_id, data from app.integration_refused_items where org_id = $1 and start_key not like 'w%'`,
    [user.orgId],
  )
  expect(kept.rows).toEqual([{ workflow_id: other, data: event }])
})

test('a refusal without words keeps its key and values', async () => {
  const { id } = await connectShop('Silent shop')
  stub.respond({ status: 401, body: {} })
  const { body } = await call<Connection>('POST', `/integrations/connections/${id}/test`)
  const [error, key] = ['401: The service refused without saying why', '{status}: The service refused without saying why']
  expect(body.data).toMatchObject({ status: 'failing', error, errorKey: { key, values: { status: '401' } } })
  const listed = (await call<Connection[]>('GET', '/integrations/connections')).body.data
  expect(listed.find((each) => each.id === id)?.errorKey).toEqual({ key, values: { status: '401' } })
})
