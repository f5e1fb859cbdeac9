import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attachment, Conversation, Message } from '@imperium/contract/messages.ts'
import type { SupportOverview, Ticket, TicketDetail } from '@imperium/contract/support.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'
import { handOverWaiting } from './hand-over.ts'

let t: TestApp
let owner: TestUser
let viewer: TestUser
let member: TestUser
let desk: TestUser
let stranger: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { SUPPORT_EMAIL: 'help@operator.example' } })
  await t.startWorkers()
  owner = await t.register()
  viewer = await t.addMember(owner.orgId, 'VIEWER')
  member = await t.addMember(owner.orgId, 'MEMBER')
  desk = await t.register()
  stranger = await t.register()
}, 60_000)
afterAll(() => t.close())

const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}
const admin = (...args: string[]) => {
  const { host, port, user, database } = t.connection
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return runAdmin(['support', 'organization', ...args], { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
}
const overview = async (by: TestUser) => (await t.call<SupportOverview>('GET', '/api/support', { token: by.token })).body.data
const ask = async (by: TestUser, subject: string, more: object = {}) => {
  const body = { category: 'problem', subject, message: `About ${subject}`, ...more }
  const reply = await t.call<TicketDetail>('POST', '/api/support/tickets', { token: by.token, body })
  expect(reply.status).toBe(201)
  return reply.body.data
}
const read = async (by: TestUser, id: string) => t.call<TicketDetail>('GET', `/api/support/tickets/${id}`, { token: by.token })
const tickets = async (by: TestUser) =>
  (await t.call<Ticket[]>('GET', '/api/support/tickets', { token: by.token })).body.data.map(({ subject }) => subject)
const atDesk = async (by: TestUser, id: string) => t.call<Conversation>('GET', `/api/messages/${id}`, { token: by.token })
const arrived = (by: TestUser, id: string, count = 1) =>
  until(async () => {
    const { body, status } = await atDesk(by, id)
    return status === 200 && body.data.messages.length >= count && body.data
  })
const attach = async (by: TestUser, path: string, text: string) => {
  const response = await t.app.inject({
    method: 'POST',
    url: `${path}?name=log.txt`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(text),
  })
  return response.json<{ data: Attachment }>().data
}
const download = (by: TestUser, path: string) =>
  t.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${by.token}` } })

let early: TicketDetail

describe('without a support desk', () => {
  test('a ticket is stored, and the page says that no one answers and where to write', async () => {
    expect(await overview(viewer)).toMatchObject({ hasDesk: false, email: 'help@operator.example', version: expect.any(String) })
    early = await ask(viewer, 'Early', { requestIds: ['req-1', 'req-2'] })
    expect(early).toMatchObject({ status: 'open', isHandedOver: false, isMine: true, requestIds: ['req-1', 'req-2'] })
    expect((await read(viewer, early.id)).body.data.version).toBe((await overview(viewer)).version)
  })

  test('members see their own tickets, managers all of the organization, others none', async () => {
    const own = await ask(member, 'Of a member')
    expect(await tickets(viewer)).toEqual(['Early'])
    expect(await tickets(owner)).toEqual(['Of a member', 'Early'])
    expect(await tickets(stranger)).toEqual([])
    expect((await read(viewer, own.id)).status).toBe(404)
    expect((await read(stranger, own.id)).status).toBe(404)
    const reply = { token: viewer.token, body: { message: 'Not mine' } }
    expect((await t.call('POST', `/api/support/tickets/${own.id}/replies`, reply)).status).toBe(404)
    expect((await t.call('POST', `/api/support/tickets/${own.id}/close`, { token: viewer.token })).status).toBe(404)
    expect((await t.call('POST', `/api/support/tickets/${own.id}/close`, { token: member.token })).status).toBe(200)
  })
})

describe('with a support desk', () => {
  test('the operator names it; waiting tickets reach it once, with what the operator needs', async () => {
    expect(await admin('nowhere')).toMatchObject({ code: 1, output: expect.stringContaining('There is no organization "nowhere"') })
    expect(await admin()).toMatchObject({ output: expect.stringContaining('No organization answers') })
    expect(await admin(desk.slug)).toMatchObject({ code: 0, output: expect.stringContaining(`(${desk.slug}) answers support tickets`) })
    expect((await overview(viewer)).hasDesk).toBe(true)
    await handOverWaiting(t.platform)
    await handOverWaiting(t.platform)
    const there = await arrived(desk, early.id)
    expect(there).toMatchObject({ kind: 'support', subject: 'Early', blocked: null, isRead: false })
    expect(there.messages).toHaveLength(1)
    expect(there.messages[0]?.content).toContain('About Early')
    expect(there.messages[0]?.content).toContain('Requests: req-1, req-2')
    expect(there.messages[0]?.senderEmail).toBe(viewer.email)
    expect((await read(viewer, early.id)).body.data.isHandedOver).toBe(true)
    const inbox = (await t.call<Message[]>('GET', '/api/messages', { token: desk.token })).body.data
    expect(inbox.map(({ subject }) => subject)).toEqual(['Early'])
    expect((await atDesk(stranger, early.id)).status).toBe(404)
    expect((await atDesk(owner, early.id)).status).toBe(404)
  }, 30_000)

  test('the answer reaches the member with its file, a notification and a mail; both sides write on', async () => {
    const file = await attach(desk, '/api/messages/attachments', 'From the desk')
    const first = { message: 'Restart it.', attachmentIds: [file.id] }
    const sent = await t.call('POST', `/api/messages/${early.id}/replies`, { token: desk.token, body: first })
    expect(sent.status).toBe(201)
    const answered = await until(async () => {
      const { data } = (await read(viewer, early.id)).body
      return data.status === 'answered' && data
    })
    expect(answered.messages.at(-1)).toMatchObject({ origin: 'desk', body: 'Restart it.', attachments: [{ name: 'log.txt' }] })
    const copy = answered.messages.at(-1)?.attachments[0]?.id
    expect((await download(viewer, `/api/support/attachments/${copy}`)).body).toBe('From the desk')
    expect((await download(stranger, `/api/support/attachments/${copy}`)).statusCode).toBe(404)
    expect((await download(member, `/api/support/attachments/${copy}`)).statusCode).toBe(404)
    const mail = await until(async () => {
      const { rows } = await t.owner.query<{ subject: string }>('select subject from app.sandbox_mail where recipient = $1', [viewer.email])
      return rows.find(({ subject }) => subject.includes('Early'))
    })
    expect(mail.subject).toBe('Answer to your support ticket: Early')
    await until(async () => {
      const { body } = await t.call<{ title: string }[]>('GET', '/api/notifications/all', { token: viewer.token })
      return body.data.some(({ title }) => title.endsWith('answered your support ticket'))
    })

    const own = await attach(viewer, '/api/support/attachments', 'From the member')
    const more = { message: 'It did not help.', attachmentIds: [own.id] }
    const reply = await t.call<TicketDetail>('POST', `/api/support/tickets/${early.id}/replies`, { token: viewer.token, body: more })
    expect(reply.body.data.status).toBe('open')
    const there = await arrived(desk, early.id, 3)
    expect(there.messages.map(({ direction }) => direction)).toEqual(['inbound', 'outbound', 'inbound'])
    const theirs = there.messages.at(-1)?.attachments[0]?.id
    expect((await download(desk, `/api/messages/attachments/${theirs}`)).body).toBe('From the member')
  }, 30_000)

  test('either side closes it', async () => {
    const assign = (status: string) =>
      t.call('PUT', `/api/messages/${early.id}/assignment`, { token: desk.token, body: { assigneeId: null, status } })
    await assign('closed')
    await until(async () => (await read(viewer, early.id)).body.data.status === 'closed')
    await assign('open')
    await until(async () => (await read(viewer, early.id)).body.data.status === 'answered')
    await t.call('POST', `/api/support/tickets/${early.id}/close`, { token: viewer.token })
    await until(async () => (await atDesk(desk, early.id)).body.data.status === 'closed')
    expect((await read(viewer, early.id)).body.data.messages).toHaveLength(3)
  }, 30_000)

  test('another desk gets new tickets only; a desk cannot write into tickets of the other', async () => {
    const second = await t.register()
    expect(await admin(second.slug)).toMatchObject({ code: 0 })
    const late = await ask(member, 'Late')
    await arrived(second, late.id)
    expect((await atDesk(desk, late.id)).status).toBe(404)
    expect((await atDesk(second, early.id)).status).toBe(404)
    // A row that claims another's ticket: the answer goes nowhere.
    await t.owner.query('update app.support_tickets set desk_org = $2 where id = $1', [late.id, desk.orgId])
    await t.call('POST', `/api/messages/${late.id}/replies`, { token: second.token, body: { message: 'Forged' } })
    const third = await ask(member, 'After it')
    await arrived(second, third.id)
    expect((await read(member, late.id)).body.data.messages).toHaveLength(1)
    expect(await admin('--none')).toMatchObject({ code: 0 })
    expect((await overview(member)).hasDesk).toBe(false)
  }, 30_000)
})
