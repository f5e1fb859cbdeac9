import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Segment } from '@imperium/contract/contacts/segments.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { flow } from '../engine/test-flows.ts'

// Things that a workflow uses cannot be deleted: the response names the workflows.

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  user = await t.register()
  await t.startWorkers()
})
afterAll(() => t.close())

const call = <T = { id: string }>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const make = async (path: string, body: object): Promise<string> => {
  const response = await call('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data.id
}
const draw = (name: string, steps: Parameters<typeof flow>[0], settings?: Partial<WorkflowDefinition['settings']>) => {
  const definition = flow(steps, steps.map(({ id }, at) => `${steps[at - 1]?.id ?? 'start'}>${id}`).join(' '))
  return make('/workflows', { name, description: 'For tests', definition: settings ? { ...definition, settings } : definition })
}
const refusal = async (path: string) => {
  const { status, body } = await call('DELETE', path)
  return [status, body.message]
}

test('keeps a segment while a draft or a published version adds to it', async () => {
  const rules = { match: 'all', rules: [{ kind: 'tags', op: 'all_of', tags: ['vip'] }] }
  const segment = await make('/segments', { name: 'VIP', rules })
  const other = await make('/segments', { name: 'Others', rules })
  const add = (segmentId: string) => [{ id: 'add', type: 'segment_add', config: { contact: '{{ trigger.email }}', segmentId } }]
  const workflow = await draw('Welcome', add(segment))
  const { data } = (await call<Segment>('GET', `/segments/${segment}`)).body
  expect(data.usedBy).toEqual([{ kind: 'workflow', id: workflow, name: 'Welcome', blocks: true }])
  const used = [409, 'This segment is used by Welcome. Remove it there first.']
  expect(await refusal(`/segments/${segment}`)).toEqual(used)
  expect((await call('POST', `/workflows/${workflow}/publish`, { revision: 1 })).status).toBe(200)
  const draft = flow(add(other), 'start>add')
  expect((await call('PUT', `/workflows/${workflow}`, { revision: 1, draft })).status).toBe(200)
  expect(await refusal(`/segments/${segment}`), 'what runs').toEqual(used)
  expect((await refusal(`/segments/${other}`))[0], 'what is drawn').toBe(409)
  expect((await call('DELETE', `/workflows/${workflow}`)).status).toBe(200)
  expect((await refusal(`/segments/${segment}`))[0]).toBe(200)
  expect((await refusal(`/segments/${other}`))[0]).toBe(200)
})

test('a custom field stays while a workflow reads or writes it', async () => {
  const field = await make('/contacts/fields', { key: 'city', label: 'City', type: 'text' })
  await make('/contacts/fields', { key: 'city_code', label: 'Code', type: 'text' })
  const set = (value: string) => [{ id: 'set', type: 'set', config: { values: [{ name: 'said', value }] } }]
  const save = (name: string) => [
    { id: 'save', type: 'contact', config: { email: '{{ trigger.email }}', fields: [{ name, value: 'city' }] } },
  ]
  await draw('Code writes', save('city_code'))
  await draw('Code reads', set('{{ steps.contact.custom.city_code }} and city'))
  const using = [
    await draw('Writes', save('city')),
    await draw('Reads', set('{{ steps.contact.custom.city }}')),
    await draw('Quotes', set('{{ steps.contact.custom["city"] | upcase }}')),
    await draw('Keyed', set('city'), { concurrency: { key: '{{ trigger.custom.city }}', limit: 1, onLimit: 'queue' } }),
  ]
  for (const name of ['Keyed', 'Quotes', 'Reads', 'Writes']) {
    expect((await refusal(`/contacts/fields/${field}`))[1]).toMatch(new RegExp(`^This field is used by ${name}[., ]`))
    await call('DELETE', `/workflows/${using.pop()}`)
  }
  expect((await refusal(`/contacts/fields/${field}`))[0]).toBe(200)
})

test('an account, a sender and a template stay while a workflow writes with them', async () => {
  const account = await make('/channels/accounts', { provider: 'smtp', name: 'Own server', settings: { host: '127.0.0.1', port: 1 } })
  await make('/channels/senders', { name: 'First', email: user.email })
  const sender = await make('/channels/senders', { name: 'Second', email: 'second@example.com' })
  const accounts = (await call<{ id: string; channel: string }[]>('GET', '/channels/accounts')).body.data
  const whatsapp = accounts.find(({ channel }) => channel === 'whatsapp')?.id
  const about = { name: 'welcome', language: 'en', category: 'MARKETING', body: 'Hello' }
  const template = await make('/channels/whatsapp-templates', { accountId: whatsapp, ...about })
  const mail = await draw('Emails', [
    { id: 'mail', type: 'email', config: { to: 'a@example.com', subject: 'Hi', text: 'Hi', accountId: account, senderId: sender } },
  ])
  const chat = await draw('Chats', [{ id: 'chat', type: 'whatsapp', config: { to: '+442079460958', templateId: template } }])
  expect(await refusal(`/channels/accounts/${account}`)).toEqual([409, 'This account is used by Emails. Choose another one there first.'])
  expect(await refusal(`/channels/senders/${sender}`)).toEqual([409, 'This sender is used by Emails. Choose another one there first.'])
  const templatePath = `/channels/whatsapp-templates/${template}`
  expect(await refusal(templatePath)).toEqual([409, 'This template is used by Chats. Choose another one there first.'])
  await call('DELETE', `/workflows/${mail}`)
  await call('DELETE', `/workflows/${chat}`)
  for (const path of [`/channels/accounts/${account}`, `/channels/senders/${sender}`, templatePath])
    expect((await refusal(path))[0], path).toBe(200)
})

const cancel = async (runId: string) => {
  await call('POST', `/workflow-runs/${runId}/cancel`)
  await until(async () => (await call<{ status: string }>('GET', `/workflow-runs/${runId}`)).body.data.status === 'cancelled')
}

test('keeps what a run needs until it has ended, whatever was published since', async () => {
  const hold = { id: 'hold', type: 'delay', config: { mode: 'for', for: { amount: 3, unit: 'days' } } }
  const segment = await make('/segments', { name: 'Held', rules: { match: 'all', rules: [{ kind: 'tags', op: 'all_of', tags: ['vip'] }] } })
  const credential = await make('/workflow-credentials', { name: 'Held', kind: 'bearer', secret: 'a-long-secret', hosts: ['127.0.0.1:1'] })
  const field = await make('/contacts/fields', { key: 'held', label: 'Held', type: 'text' })
  const naming = [
    hold,
    { id: 'add', type: 'segment_add', config: { contact: '{{ trigger.email }}', segmentId: segment } },
    { id: 'call', type: 'http', config: { method: 'GET', url: 'http://127.0.0.1:1/', credential } },
    { id: 'set', type: 'set', config: { values: [{ name: 'said', value: '{{ steps.add.custom.held }}' }] } },
  ]
  const workflow = await draw('Slow', naming)
  const publish = async (revision: number) => {
    const { status, body } = await call('POST', `/workflows/${workflow}/publish`, { revision })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  await publish(1)
  const started = await call<{ runId: string }>('POST', `/workflows/${workflow}/run`, { input: { email: 'a@example.com' } })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  const draft = flow([hold], 'start>hold')
  expect(await call('PUT', `/workflows/${workflow}`, { revision: 1, draft })).toMatchObject({ status: 200 })
  await publish(2)

  const paths = { segment: `/segments/${segment}`, field: `/contacts/fields/${field}`, credential: `/workflow-credentials/${credential}` }
  const refusals = async () => [await refusal(paths.segment), await refusal(paths.field), await refusal(paths.credential)]
  const ofTheRun = [
    [409, 'This segment is used by Slow (v1). Remove it there first.'],
    [409, 'This field is used by Slow (v1). Remove it there first.'],
    [409, 'Published workflows use this credential: Slow (v1).'],
  ]
  expect(await refusals()).toEqual(ofTheRun)
  await cancel(started.body.data.runId)

  const tried = await call<{ runId: string }>('POST', `/workflows/${workflow}/test`, {
    input: {},
    effects: 'real',
    definition: flow(naming, 'start>hold hold>add add>call call>set'),
  })
  expect(tried.status, JSON.stringify(tried.body)).toBe(202)
  expect(
    (await refusals()).map(([status]) => status),
    'a run on a draft',
  ).toEqual([409, 409, 409])
  await cancel(tried.body.data.runId)
  expect((await refusals()).map(([status]) => status)).toEqual([200, 200, 200])
})

test('a campaign and a purpose stay while a published workflow adds to it, or writes for it', async () => {
  const campaign = await make('/campaigns', {
    name: 'Welcome',
    channel: 'email',
    definition: {
      audience: {
        kind: 'segments',
        include: [
          await make('/segments', { name: 'Leads', rules: { match: 'all', rules: [{ kind: 'tags', op: 'all_of', tags: ['lead'] }] } }),
        ],
      },
    },
  })
  const made = await call('POST', '/consents/purposes', { key: 'news', name: 'News', description: '' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const archive = async (key: string, archived = true) => {
    const { status, body } = await call('PATCH', `/consents/purposes/${key}`, { archived })
    return [status, body.message]
  }
  const mail = { to: 'a@example.com', subject: 'Hi', text: 'Hi' }
  const adds = await draw('Adds', [{ id: 'add', type: 'campaign_add', config: { contact: 'a@example.com', campaignId: campaign } }])
  const writes = await draw('Writes', [{ id: 'mail', type: 'email', config: { ...mail, purpose: 'news' } }])
  const usual = await draw('Usual', [{ id: 'mail', type: 'email', config: mail }])
  expect((await archive('news'))[0], 'a draft is asked when it is published').toBe(200)
  await archive('news', false)
  for (const id of [adds, writes, usual]) {
    const { status, body } = await call('POST', `/workflows/${id}/publish`, { revision: 1 })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  expect(await refusal(`/campaigns/${campaign}`)).toEqual([409, 'This campaign is used by Adds. Remove it there first.'])
  expect(await archive('news')).toEqual([409, 'This purpose is used by Writes. Choose another one there first.'])
  expect(await archive('marketing')).toEqual([409, 'This purpose is used by Usual. Choose another one there first.'])
  for (const id of [adds, writes, usual]) await call('DELETE', `/workflows/${id}`)
  expect((await refusal(`/campaigns/${campaign}`))[0]).toBe(200)
  expect((await archive('marketing'))[0]).toBe(200)
})
