import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

// Parts that campaigns and segments use cannot be deleted: the response names the users.

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  user = await t.register()
})
afterAll(() => t.close())

const call = <T = { id: string }>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const make = async (path: string, body: object): Promise<string> => {
  const response = await call('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data.id
}
const refusal = async (path: string) => {
  const { status, body } = await call('DELETE', path)
  return [status, body.message]
}

test('a custom field stays while a segment or a campaign names it', async () => {
  const field = await make('/contacts/fields', { key: 'city', label: 'City', type: 'text' })
  await make('/contacts/fields', { key: 'city_code', label: 'Code', type: 'text' })
  const rules = {
    match: 'all',
    rules: [{ match: 'any', rules: [{ kind: 'custom', type: 'text', field: 'city', op: 'is', value: 'Graz' }] }],
  }
  const segment = await make('/segments', { name: 'In Graz', rules })
  const content = (html: string) => ({ definition: { content: { subject: 'Hi', html } } })
  const dotted = await make('/campaigns', { name: 'Dotted', channel: 'email', ...content('<p>{{ custom.city }}</p>') })
  const quoted = await make('/campaigns', { name: 'Quoted', channel: 'email', ...content('{{ custom["city"] | upcase }}') })
  await make('/campaigns', { name: 'Another', channel: 'email', ...content('{{ custom.city_code }} and city') })
  const [status, message] = await refusal(`/contacts/fields/${field}`)
  expect(status).toBe(409)
  expect(message).toMatch(/^This field is used by In Graz, (Quoted, Dotted|Dotted, Quoted)\. Remove it there first\.$/)
  await call('DELETE', `/segments/${segment}`)
  await call('DELETE', `/campaigns/${dotted}`)
  expect(await refusal(`/contacts/fields/${field}`)).toEqual([409, 'This field is used by Quoted. Remove it there first.'])
  // A completed campaign does not need its parts.
  await t.owner.query(`update app.campaigns set status = 'completed' where id = $1`, [quoted])
  expect((await refusal(`/contacts/fields/${field}`))[0]).toBe(200)
})

test('keeps an account and a sender while a campaign sends through them', async () => {
  const account = await make('/channels/accounts', { provider: 'smtp', name: 'Own server', settings: { host: '127.0.0.1', port: 1 } })
  await make('/channels/senders', { name: 'First', email: user.email })
  const sender = await make('/channels/senders', { name: 'Second', email: 'second@example.com' })
  const campaign = await make('/campaigns', { name: 'Spring', channel: 'email', definition: { accountId: account, senderId: sender } })
  expect(await refusal(`/channels/accounts/${account}`)).toEqual([409, 'This account is used by Spring. Choose another one there first.'])
  expect(await refusal(`/channels/senders/${sender}`)).toEqual([409, 'This sender is used by Spring. Choose another one there first.'])
  await call('PUT', `/campaigns/${campaign}`, { definition: { accountId: null, senderId: null } })
  expect((await refusal(`/channels/accounts/${account}`))[0]).toBe(200)
  expect((await refusal(`/channels/senders/${sender}`))[0]).toBe(200)
})

test('keeps a WhatsApp template while a campaign or one of its variants uses it', async () => {
  const { body } = await call<{ id: string; channel: string }[]>('GET', '/channels/accounts')
  const accountId = body.data.find(({ channel }) => channel === 'whatsapp')?.id
  const template = (name: string) =>
    make('/channels/whatsapp-templates', { accountId, name, language: 'en', category: 'MARKETING', body: 'Hello' })
  const [first, second] = [await template('first'), await template('second')]
  const variants = [{ name: 'B', content: { whatsappTemplateId: second }, share: 50 }]
  const definition = { content: { whatsappTemplateId: first }, ab: { variants } }
  const campaign = await make('/campaigns', { name: 'Spring', channel: 'whatsapp', definition })
  for (const id of [first, second])
    expect(await refusal(`/channels/whatsapp-templates/${id}`)).toEqual([
      409,
      'This template is used by Spring. Choose another one there first.',
    ])
  await call('DELETE', `/campaigns/${campaign}`)
  for (const id of [first, second]) expect((await refusal(`/channels/whatsapp-templates/${id}`))[0]).toBe(200)
})

test('keeps a WhatsApp account while a campaign sends one of its templates, through any account', async () => {
  const account = await make('/channels/accounts', {
    provider: 'whatsapp-cloud',
    name: 'Chats',
    settings: { baseUrl: 'http://127.0.0.1:1/v23.0', phoneNumberId: '1001', businessAccountId: '2002' },
    secret: { accessToken: 'token-of-the-number', appSecret: 'secret' },
  })
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into app.whatsapp_templates (org_id, id, account_id, name, language, body, status)
     select $1, gen_random_uuid(), $2, name, 'en', 'Hello', 'APPROVED' from unnest(array['first', 'second']) name returning id`,
    [user.orgId, account],
  )
  const definition = { content: { whatsappTemplateId: rows[1]?.id } }
  const campaign = await make('/campaigns', { name: 'Autumn', channel: 'whatsapp', definition })
  const used = [409, 'Templates of this account are used by Autumn. Choose others there first.']
  expect(await refusal(`/channels/accounts/${account}`)).toEqual(used)
  await t.owner.query(`update app.campaigns set status = 'completed' where id = $1`, [campaign])
  expect((await refusal(`/channels/accounts/${account}`))[0]).toBe(200)
})

test('refuses to archive a purpose while a launched campaign uses it', async () => {
  const change = (body: object) => call('PATCH', '/consents/purposes/news', body)
  const made = await call('POST', '/consents/purposes', { key: 'news', name: 'News', description: '' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const campaign = await make('/campaigns', { name: 'Weekly', channel: 'email', definition: { purpose: 'news' } })
  const become = (status: string) => t.owner.query('update app.campaigns set status = $2 where id = $1', [campaign, status])
  for (const status of ['scheduled', 'running', 'paused']) {
    await become(status)
    expect(await change({ archived: true })).toMatchObject({
      status: 409,
      body: { message: 'This purpose is used by Weekly. Choose another one there first.' },
    })
    expect((await change({ name: `News, ${status}` })).status, 'another change').toBe(200)
  }
  for (const status of ['draft', 'completed']) {
    await become(status)
    expect((await change({ archived: true })).status, status).toBe(200)
    expect((await change({ archived: false })).status).toBe(200)
  }
})

test('keeps an agent while it writes each message of a campaign; deletes an agent that only helped to compose', async () => {
  const [writer, helper] = [
    await make('/agents', { name: 'Writer', type: 'SALES' }),
    await make('/agents', { name: 'Helper', type: 'SALES' }),
  ]
  const agent = { agentId: writer, budgetMicros: 1_000_000, review: false }
  const campaign = await make('/campaigns', { name: 'Personal', channel: 'sms', agentId: helper, definition: { agent } })
  expect(await refusal(`/agents/${writer}`)).toEqual([409, 'This agent is used by Personal. Remove it there first.'])
  const both = await call('POST', '/agents/bulk', { ids: [writer, helper], action: 'delete' })
  expect([both.status, both.body.message]).toEqual([409, 'Some of these agents are used by Personal. Remove them there first.'])
  expect((await refusal(`/agents/${helper}`))[0]).toBe(200)
  const change = async (body: object) => (await call('PUT', `/campaigns/${campaign}`, body)).status
  // With the helper deleted everything else can still be changed, and a deleted agent cannot be named again.
  expect(await change({ name: 'Another name', agentId: helper, definition: { agent: { ...agent, budgetMicros: 2_000_000 } } })).toBe(200)
  expect(await change({ definition: { agent: { ...agent, agentId: helper } } })).toBe(422)
  expect(await change({ agentId: null, definition: { agent: null } })).toBe(200)
  expect(await change({ agentId: helper })).toBe(422)
  expect((await refusal(`/agents/${writer}`))[0]).toBe(200)
})

test('a campaign names the agent that helps with it and the one that writes each message', async () => {
  const [writer, helper] = [await make('/agents', { name: 'Ghost', type: 'SALES' }), await make('/agents', { name: 'Hand', type: 'SALES' })]
  const agent = { agentId: writer, budgetMicros: 1_000_000, review: false }
  const campaign = await make('/campaigns', { name: 'Two agents', channel: 'sms', agentId: helper, definition: { agent } })
  const named = async (body: object) => (await call<object>('PUT', `/campaigns/${campaign}`, body)).body.data
  expect(await named({ name: 'Both' })).toMatchObject({ agentName: 'Hand', writerName: 'Ghost' })
  expect(await named({ agentId: null })).toMatchObject({ agentId: null, agentName: null, writerName: 'Ghost' })
  const rows = (await call<object[]>('GET', '/campaigns')).body.data
  expect(rows).toContainEqual(expect.objectContaining({ id: campaign, agentName: null, writerName: 'Ghost' }))
  expect(await named({ agentId: helper, definition: { agent: null } })).toMatchObject({ agentName: 'Hand', writerName: null })
})

test('keeps a segment while a send gathers recipients by it, also after the campaign was changed', async () => {
  const rules = { match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: ['vip'] }] }
  const [before, after] = [await make('/segments', { name: 'Before', rules }), await make('/segments', { name: 'After', rules })]
  const audience = (id: string) => ({ definition: { audience: { kind: 'segments', include: [id], exclude: [] } } })
  const campaign = await make('/campaigns', { name: 'Gathering', channel: 'sms', ...audience(before) })
  await t.owner.query(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, gen_random_uuid(), $2, 1, 1, 'building')`,
    [user.orgId, campaign],
  )
  expect((await call('PUT', `/campaigns/${campaign}`, audience(after))).status).toBe(200)
  const used = [409, 'This segment is used by Gathering. Remove it there first.']
  for (const id of [before, after]) expect(await refusal(`/segments/${id}`)).toEqual(used)
  await t.owner.query("update app.campaign_sends set status = 'paused', paused_from = 'building' where campaign_id = $1", [campaign])
  expect(await refusal(`/segments/${before}`)).toEqual(used)
  await t.owner.query("update app.campaign_sends set status = 'sending', built_at = now() where campaign_id = $1", [campaign])
  expect((await refusal(`/segments/${before}`))[0]).toBe(200)
  expect(await refusal(`/segments/${after}`)).toEqual(used)
})
