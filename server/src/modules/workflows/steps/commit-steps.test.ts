import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runStep, typeOf } from './test-steps.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  await t.startWorkers()
})
afterAll(() => t.close())

const run = (name: string, config: Record<string, Json>, change: object = {}) =>
  runStep(name, config, { platform: t.platform, orgId: owner.orgId, ...change })
const check = (name: string, config: Record<string, Json>) => {
  const type = typeOf(name)
  return t.platform.db.withOrg(owner.orgId, async (tx) => type.check?.(t.platform, tx, type.config.parse(config)) ?? [])
}
const create = async (path: string, body: object) => {
  const made = await t.call<{ id: string }>('POST', `/api/${path}`, { token: owner.token, body })
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
  return made.body.data.id
}
const newContact = (body: object = {}) => create('contacts', { email: `p${newId()}@example.com`, firstName: 'Ada', ...body })
const agree = (id: string, channel = 'email') =>
  t.call('POST', `/api/contacts/${id}/consents`, {
    token: owner.token,
    body: { channel, purpose: 'marketing', source: 'manual', proof: 'On paper' },
  })
const rows = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> => (await t.owner.query<T>(query, values)).rows
const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}
const messageOf = async (id: string) =>
  (await rows<{ status: string; body: string; address: string; detail: string }>('select * from app.messages where id = $1', [id]))[0]

describe('an agent', () => {
  const agent = () =>
    create('agents', {
      name: `Agent ${newId()}`,
      type: 'SALES',
      description: 'Made by a test',
      capabilities: ['sentiment_analysis'],
      config: { systemPrompt: 'Answer in one sentence.', temperature: 0.2, maxTokens: 200 },
    })
  test('is queued in the transaction of the step, and waited for', async () => {
    const agentId = await agent()
    const result = await run('agent', { agentId, input: { lead: 'Ada' } }, { startedBy: 'Grace' })
    if (result.kind !== 'wait') throw new Error(JSON.stringify(result))
    expect(result.wait).toMatchObject({ kind: 'run', until: new Date('2026-11-22T11:00:00Z') })
    expect(result.link).toEqual({ kind: 'run', id: result.wait.key })
    const [made] = await rows('select trigger, started_by, input from app.runs where id = $1', [result.wait.key])
    expect(made).toEqual({ trigger: 'workflow', started_by: 'Grace', input: { lead: 'Ada' } })
  })
  test('fails the step and blocks publishing when it is gone or paused', async () => {
    expect(await run('agent', { agentId: newId() })).toMatchObject({ kind: 'failed', code: 'NOT_FOUND', retryable: false })
    expect(await check('agent', { agentId: newId() })).toMatchObject([{ path: 'agentId' }])
    const agentId = await agent()
    expect(await check('agent', { agentId })).toEqual([])
    await t.call('POST', `/api/agents/${agentId}/status`, { token: owner.token, body: { status: 'PAUSED' } })
    const paused = await run('agent', { agentId })
    expect(paused.kind === 'failed' || paused.kind === 'wait').toBe(true)
  })
})

const reachSettings = {
  doubleOptIn: false,
  quietFrom: null,
  quietUntil: null,
  quietChannels: [],
  capDays: 7,
  pageTitle: '',
  pageText: '',
  helpText: '',
}

describe('messages', () => {
  test('go without a purpose to an address of no known contact', async () => {
    const to = `new-${newId()}@example.com`
    const result = await run('email', { to, purpose: '', subject: 'Your\n receipt', text: 'Thank you' })
    expect(result).toMatchObject({ kind: 'done', output: { to, status: 'queued' }, link: { kind: 'message' } })
    if (result.kind !== 'done') return
    const { messageId } = result.output as { messageId: string }
    expect(
      await until(async () => {
        const m = await messageOf(messageId)
        return m && m.status !== 'queued' && m.status !== 'sending' && m
      }),
    ).toMatchObject({
      status: 'delivered',
      body: 'Thank you',
      address: to,
    })
    const [mail] = await rows('select subject, body_text from app.sandbox_mail where recipient = $1', [to])
    expect(mail).toMatchObject({ subject: 'Your receipt', body_text: expect.stringContaining('Thank you') })
    expect(JSON.stringify(mail)).not.toContain('unsubscribe')
  })
  test('of HTML alone get a text version with link targets', async () => {
    const to = `html-${newId()}@example.com`
    const html =
      '<head><title>T</title><style>p{}</style></head><!-- draft --><h1>Ada &amp; Co</h1><p>Your&nbsp;plan: <a href="https://e.example.com/plan">see it</a></p><ul><li>one</li></ul>'
    const result = await run('email', { to, purpose: '', subject: 'Plan', html })
    if (result.kind !== 'done') throw new Error(JSON.stringify(result))
    const { messageId } = result.output as { messageId: string }
    const message = await messageOf(messageId)
    expect(message?.body).toBe('Ada & Co\nYour plan: see it (https://e.example.com/plan)\n\n- one')
    await until(async () => (await messageOf(messageId))?.status === 'delivered')
    const [mail] = await rows('select body_text from app.sandbox_mail where recipient = $1', [to])
    expect(mail).toMatchObject({ body_text: expect.stringContaining('see it (https://e.example.com/plan)') })
  })
  test('are made from a design, in which a brace of the data is text', async () => {
    const to = `designed-${newId()}@example.com`
    const blocks = [
      { id: 'a', type: 'heading', spans: [{ text: 'Order {{ 1 }} <b>' }] },
      { id: 'b', type: 'button', label: 'Open it', url: 'https://e.example.com/order' },
      { id: 'c', type: 'footer', text: 'Sent by our shop' },
    ]
    const result = await run('email', { to, purpose: '', subject: 'Order', html: '<p>Another</p>', design: { blocks } })
    if (result.kind !== 'done') throw new Error(JSON.stringify(result))
    const { messageId } = result.output as { messageId: string }
    expect((await messageOf(messageId))?.body).toBe('Order {{ 1 }} <b>\n\nOpen it: https://e.example.com/order\n\nSent by our shop')
    await until(async () => (await messageOf(messageId))?.status === 'delivered')
    const [mail] = await rows<{ body_html: string }>('select body_html from app.sandbox_mail where recipient = $1', [to])
    expect(mail?.body_html).toContain('Order &#123;&#123; 1 }} &lt;b&gt;')
    expect(mail?.body_html).toContain('href="https://e.example.com/order"')
    expect(mail?.body_html).not.toMatch(/Another|unsubscribe_url|__words/)
  })
  test('refuse a design with merge fields of a contact or blocks by segment', async () => {
    const heading = { id: 'a', type: 'heading', spans: [{ text: 'Hi' }] }
    for (const block of [
      { ...heading, spans: [{ field: 'first_name' }] },
      { ...heading, visibility: { segmentId: newId(), show: 'inside' } },
      { id: 'b', type: 'button', label: 'Go', url: 'javascript:alert(1)' },
    ])
      await expect(run('email', { to: 'x@example.com', purpose: '', subject: 'A', design: { blocks: [block] } })).rejects.toThrow(/design/)
  })
  test('with a purpose require consent and include an opt-out', async () => {
    const contactId = await newContact()
    const config = {
      to: contactId,
      purpose: 'marketing',
      subject: 'News {{ not.liquid }}',
      text: 'Hello {{ 1 | plus: 1 }}',
      waitFor: 'sent',
    }
    const output = { status: 'skipped', reason: 'no_consent' }
    expect(await run('email', config)).toEqual({
      kind: 'done',
      port: 'skipped',
      isSkipped: true,
      output,
      link: { kind: 'contact', id: contactId },
    })
    expect((await agree(contactId)).status).toBeLessThan(300)
    const sent = await run('email', config)
    if (sent.kind !== 'wait') throw new Error(JSON.stringify(sent))
    expect(sent.wait.kind).toBe('message')
    const settled = await until(async () =>
      (await rows<{ payload: { messageId: string } }>("select payload from app.outbox where type = 'message.settled'")).find(
        ({ payload }) => payload.messageId === sent.wait.key,
      ),
    )
    expect(settled.payload).toMatchObject({ status: 'delivered' })
    const [mail] = await rows<{ body_text: string; subject: string }>(
      'select m.subject, m.body_text from app.sandbox_mail m join app.contacts c on c.email = m.recipient where c.id = $1',
      [contactId],
    )
    // A contact's text stays text: it is resolved once and never parsed as a template again.
    expect(mail).toMatchObject({
      subject: 'News {{ not.liquid }}',
      body_text: expect.stringMatching(/Hello \{\{ 1 \| plus: 1 \}\}[\s\S]*unsubscribe/i),
    })
    // Counts for the frequency cap; a message that the contact asked for neither counts nor is held back.
    const capped = async (capMessages: number | null) =>
      (await t.call('PUT', '/api/consents/settings', { token: owner.token, body: { ...reachSettings, capMessages } })).status
    expect(await capped(1)).toBe(200)
    const skipped = { kind: 'done', port: 'skipped', output: { status: 'skipped', reason: 'cap' } }
    expect(await run('email', config)).toMatchObject(skipped)
    expect(await run('email', { ...config, purpose: '', waitFor: 'nothing' })).toMatchObject({ output: { status: 'queued' } })
    expect(await capped(2)).toBe(200)
    expect((await run('email', config)).kind).toBe('wait')
    expect(await capped(null)).toBe(200)
  })
  test('skip suppressed or unknown recipients and those without an address, for any purpose', async () => {
    const contactId = await newContact()
    const [contact] = await rows<{ email: string }>('select email from app.contacts where id = $1', [contactId])
    await create('suppressions', { channel: 'email', address: contact?.email ?? '' })
    const reasonOf = async (to: string, name = 'email') =>
      run(name, { to, purpose: '', ...(name === 'email' ? { subject: 'A' } : {}), text: 'B' })
    expect(await reasonOf(contactId)).toMatchObject({ port: 'skipped', output: { reason: 'suppressed' } })
    expect(await reasonOf(contact?.email ?? '')).toMatchObject({ output: { reason: 'suppressed' } })
    expect(await reasonOf(newId())).toMatchObject({ output: { reason: 'no_address' } })
    expect(await reasonOf('nonsense')).toMatchObject({ output: { reason: 'no_address' } })
    expect(await reasonOf(contactId, 'sms')).toMatchObject({ output: { reason: 'no_address' } })
    expect(await run('email', { to: 'x@example.com', purpose: 'marketing', subject: 'A', text: 'B' })).toMatchObject({
      output: { reason: 'no_consent' },
    })
  })
  test('by SMS and WhatsApp', async () => {
    const contactId = await newContact({ phone: `+1202555${String(Math.floor(Math.random() * 9000) + 1000)}` })
    expect(await run('sms', { to: contactId, purpose: '', text: 'Hello' })).toMatchObject({ kind: 'done', output: { status: 'queued' } })
    expect(await run('whatsapp', { to: contactId, purpose: '', mode: 'text', text: 'Hello' })).toMatchObject({
      port: 'skipped',
      output: { reason: 'window_closed' },
    })
    expect(await check('whatsapp', { to: 'x', purpose: '', templateId: newId() })).toMatchObject([{ path: 'templateId' }])
  })
  test('report configuration problems before publishing', async () => {
    const config = { to: 'x', purpose: 'unheard', senderId: newId(), accountId: newId(), subject: 'A', text: 'B' }
    expect((await check('email', config)).map(({ path }) => path)).toEqual(['purpose', 'senderId', 'accountId'])
    expect(await check('email', { to: 'x', purpose: 'marketing', subject: 'A', text: 'B' })).toEqual([])
  })
  test('to members create a conversation and a notification', async () => {
    const result = await run('message', { to: [member.userId, newId()], subject: 'New lead', text: 'Call her', priority: 'high' })
    expect(result).toMatchObject({ kind: 'done', link: { kind: 'message' } })
    const list = await t.call<{ subject: string; sender: string }[]>('GET', '/api/messages', { token: member.token })
    expect(list.body.data).toMatchObject([{ subject: 'New lead', sender: 'New lead', priority: 'high', isRead: false }])
    expect(await run('message', { to: [newId()], subject: 'A', text: 'B' })).toMatchObject({ kind: 'failed', code: 'NO_RECIPIENT' })
  })
})

describe('contacts', () => {
  test('are created, found by either address, and updated', async () => {
    const email = `ada-${newId()}@example.com`
    const made = await run('contact', { email: email.toUpperCase(), firstName: 'Ada', addTags: ['lead', 'Lead', 'new'] })
    if (made.kind !== 'done') throw new Error(JSON.stringify(made))
    expect(made.output).toMatchObject({ email, firstName: 'Ada', tags: ['lead', 'new'], created: true })
    const again = await run('contact', { email, phone: '+442079460958', addTags: 'vip, hot', removeTags: ['NEW'] })
    expect(again).toMatchObject({ output: { created: false, firstName: 'Ada', phone: '+442079460958', tags: ['lead', 'vip', 'hot'] } })
    expect(await run('contact', { phone: '+44 20 7946 0958', lastName: 'Lovelace' })).toMatchObject({
      output: { email, name: 'Ada Lovelace', created: false },
    })
    const [row] = await rows('select source, source_detail from app.contacts where email = $1', [email])
    expect(row).toEqual({ source: 'workflow', source_detail: 'New lead' })
  })
  test('accept custom fields by type; an invalid value fails the step and changes nothing', async () => {
    await create('contacts/fields', { key: 'budget', label: 'Budget', type: 'number' })
    const email = `f-${newId()}@example.com`
    const fields = (value: Json) => [{ name: 'budget', value }]
    expect(await run('contact', { email, fields: fields('12000') })).toMatchObject({ output: { custom: { budget: 12_000 } } })
    expect(await run('contact', { email, fields: fields('a lot'), firstName: 'X' })).toMatchObject({
      kind: 'failed',
      code: 'VALIDATION_FAILED',
    })
    expect(await run('contact', { email: 'nonsense' })).toMatchObject({ kind: 'failed', retryable: false })
    expect(await run('contact', { email, fields: [{ name: 'unheard', value: 1 }] })).toMatchObject({ kind: 'failed' })
    expect(await rows('select first_name, custom from app.contacts where email = $1', [email])).toEqual([
      { first_name: '', custom: { budget: 12_000 } },
    ])
  })
  test('join a segment by its tags and report membership', async () => {
    const contactId = await newContact()
    const tagged = { kind: 'tags', op: 'any_of', tags: ['vip', 'gold'] }
    const named = (rules: object[]) => create('segments', { name: `S ${newId()}`, rules: { match: 'all', rules } })
    const segmentId = await named([tagged])
    expect(await run('segment_add', { contact: contactId, segmentId })).toMatchObject({
      output: { contactId, tags: ['vip'], isMember: true },
    })
    const both = await named([tagged, { kind: 'field', field: 'firstName', op: 'is', value: 'Grace' }])
    expect(await run('segment_add', { contact: contactId, segmentId: both })).toMatchObject({ output: { tags: ['vip'], isMember: false } })
    const without = await named([{ kind: 'field', field: 'firstName', op: 'is', value: 'Ada' }])
    expect(await run('segment_add', { contact: contactId, segmentId: without })).toMatchObject({ kind: 'failed', code: 'CONFLICT' })
    expect(await check('segment_add', { contact: 'x', segmentId: without })).toMatchObject([{ path: 'segmentId' }])
    expect(await check('segment_add', { contact: 'x', segmentId })).toEqual([])
    expect(await run('segment_add', { contact: 'nobody@example.com', segmentId })).toMatchObject({ code: 'NO_CONTACT' })
    const campaign = (audience: object) =>
      create('campaigns', { name: `C ${newId()}`, channel: 'sms', definition: { content: { text: 'Hi' }, audience } })
    const other = await newContact()
    const campaignId = await campaign({ kind: 'segments', include: [without, segmentId] })
    expect(await run('campaign_add', { contact: other, campaignId })).toMatchObject({ output: { tags: ['vip'], isMember: true } })
    const all = await campaign({ kind: 'all' })
    expect(await run('campaign_add', { contact: other, campaignId: all })).toMatchObject({ output: { tags: [], isMember: true } })
    const fixed = await campaign({ kind: 'contacts', contactIds: [other] })
    expect(await check('campaign_add', { contact: 'x', campaignId: fixed })).toMatchObject([{ path: 'campaignId' }])
  })
})

test('wait_webhook waits for the hash of the address it created', async () => {
  const result = await run('wait_webhook', { timeout: { amount: 1, unit: 'hours' } })
  if (result.kind !== 'wait') throw new Error(JSON.stringify(result))
  const { resumeUrl } = result.wait.output as { resumeUrl: string }
  const [, token = ''] = /^.*\/api\/hooks\/resume\/([\w-]{43})$/.exec(resumeUrl) ?? []
  expect(result.wait).toMatchObject({ kind: 'webhook', key: hashTokenHex(token), until: new Date('2026-11-22T11:00:00Z') })
})

test('creates an address in advance for a later wait', async () => {
  const made = await run('callback_address', {})
  if (made.kind !== 'done') throw new Error(JSON.stringify(made))
  const { url } = made.output as { url: string }
  const result = await run('wait_webhook', { address: url })
  expect(result).toMatchObject({ kind: 'wait', wait: { key: hashTokenHex(url.slice(-43)), until: null, output: { resumeUrl: url } } })
  expect(await run('wait_webhook', { address: 'https://evil.test/x' })).toMatchObject({ kind: 'failed', code: 'INVALID_ADDRESS' })
})

test('rejects a called workflow that is missing, unpublished or too deep', async () => {
  expect(await run('workflow', { workflowId: newId() })).toMatchObject({ kind: 'failed', code: 'NOT_FOUND' })
  const workflowId = await create('workflows', { name: `W ${newId()}`, description: 'Draft' })
  expect(await run('workflow', { workflowId })).toMatchObject({ code: 'NOT_PUBLISHED' })
  expect(await check('workflow', { workflowId })).toMatchObject([{ path: 'workflowId', message: 'This workflow is not published' }])
  expect(await run('workflow', { workflowId }, { depth: 10 })).toMatchObject({ code: 'TOO_DEEP' })
  const full = { ...t.platform, limiter: () => ({ allowed: false, resetSeconds: 7, limit: 0, remaining: 0 }) }
  expect(await run('workflow', { workflowId }, { platform: full })).toMatchObject({ code: 'TOO_MANY_CALLS', retryAfterMs: 7_000 })
})
