import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Note } from '@imperium/contract/notes.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { dropLeftNotes } from './erase-notes.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
let viewer: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  viewer = await t.addMember(owner.orgId, 'VIEWER')
})
afterAll(() => t.close())

const mentionOf = (user: TestUser) => `<@${user.userId}>`
let made = 0
async function createContact(): Promise<string> {
  const body = { email: `noted-${(made += 1)}@example.test`, firstName: 'Noted', lastName: `Person ${made}` }
  return (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body })).body.data.id
}
const write = (subjectId: string, body: string, user = owner, subject = 'contact') =>
  t.call<Note>('POST', '/api/notes', { token: user.token, body: { subject, subjectId, body } })
const list = (subjectId: string, user = owner, subject = 'contact') =>
  t.call<Note[]>('GET', `/api/notes?subject=${subject}&subjectId=${subjectId}`, { token: user.token })
const change = (id: string, body: object, user = owner) => t.call<Note>('PATCH', `/api/notes/${id}`, { token: user.token, body })
const remove = (id: string, user = owner) => t.call('DELETE', `/api/notes/${id}`, { token: user.token })
const mentions = async (user: TestUser) =>
  (await t.call<Notification[]>('GET', '/api/notifications/all?tab=mentions', { token: user.token })).body.data
const mailsTo = async (user: TestUser) =>
  (
    await t.owner.query(
      "select data->>'notificationId' as id from pgboss.job_common where name = 'notifications.mail' and data->>'userId' = $1",
      [user.userId],
    )
  ).rows

describe('notes', () => {
  test('writes, lists the newest first, changes and deletes', async () => {
    const id = await createContact()
    await write(id, 'First')
    const second = (await write(id, `Ask ${mentionOf(member)} about it`, owner)).body.data
    expect(second).toMatchObject({ author: { id: owner.userId }, isMine: true, mentions: [{ id: member.userId }] })
    const seen = (await list(id, member)).body.data
    expect(seen.map(({ body, isMine }) => [body, isMine])).toEqual([
      [second.body, false],
      ['First', false],
    ])
    const { updatedAt } = second
    expect((await change(second.id, { body: 'Done', updatedAt })).body.data).toMatchObject({ body: 'Done', mentions: [] })
    expect((await change(second.id, { body: 'Again', updatedAt })).status).toBe(409)
    expect((await remove(second.id)).status).toBe(200)
    expect((await remove(second.id)).status).toBe(404)
    expect((await list(id)).body.data.map(({ body }) => body)).toEqual(['First'])
  })

  test('lets viewers read and not write, and members change only their own', async () => {
    const id = await createContact()
    const note = (await write(id, 'Mine', member)).body.data
    expect((await list(id, viewer)).body.data).toHaveLength(1)
    expect((await write(id, 'Hello', viewer)).status).toBe(403)
    expect((await change(note.id, { body: 'Yours' }, owner)).status).toBe(403)
    expect((await remove(note.id, owner)).status).toBe(403)
    expect((await list(id, viewer)).body.data[0]).toMatchObject({ body: 'Mine', isMine: false })
  })

  test('hides the notes of another organization, and of what does not exist', async () => {
    const id = await createContact()
    const note = (await write(id, 'Ours')).body.data
    const stranger = await t.register()
    expect((await list(id, stranger)).status).toBe(404)
    expect((await write(id, 'Theirs', stranger)).status).toBe(404)
    expect((await change(note.id, { body: 'Theirs' }, stranger)).status).toBe(404)
    expect((await remove(note.id, stranger)).status).toBe(404)
    expect((await write(newId(), 'Nothing')).status).toBe(404)
    expect((await write(id, 'A contact is no campaign', owner, 'campaign')).status).toBe(404)
  })

  test('are written on campaigns, workflows, runs and conversations with contacts', async () => {
    const campaign = await t.call<{ id: string }>('POST', '/api/campaigns', {
      token: owner.token,
      body: { name: 'Spring', channel: 'sms', definition: { content: { text: 'Hi' }, audience: { kind: 'all' } } },
    })
    const workflow = await t.call<{ id: string }>('POST', '/api/workflows', {
      token: owner.token,
      body: { name: 'Welcome', description: 'x' },
    })
    const agent = await t.call<{ id: string }>('POST', '/api/agents', {
      token: owner.token,
      body: { name: 'Writer', type: 'SALES' },
    })
    const to = { kind: 'contact', contactId: await createContact(), channel: 'email' }
    const conversation = await t.call<{ id: string }>('POST', '/api/messages', {
      token: owner.token,
      body: { to, subject: 'Hi', message: 'Hi' },
    })
    const internal = await t.call<{ id: string }>('POST', '/api/messages', {
      token: owner.token,
      body: { to: { kind: 'members', userIds: [member.userId] }, subject: 'Between us', message: 'Hi' },
    })
    expect((await write(campaign.body.data.id, 'Note', member, 'campaign')).status).toBe(201)
    expect((await write(workflow.body.data.id, 'Note', member, 'workflow')).status).toBe(201)
    expect((await write(conversation.body.data.id, 'Note', member, 'conversation')).status).toBe(201)
    expect((await write(internal.body.data.id, 'Note', member, 'conversation')).status).toBe(404)
    expect(agent.status).toBe(201)
    const run = await t.call<{ runId: string }>('POST', `/api/agents/${agent.body.data.id}/execute`, {
      token: owner.token,
      body: { input: { text: 'Hi' } },
    })
    const { runId } = run.body.data
    expect((await write(runId, 'Note', member, 'run')).status).toBe(201)
    await t.call('DELETE', `/api/campaigns/${campaign.body.data.id}`, { token: owner.token })
    expect((await list(campaign.body.data.id, owner, 'campaign')).status).toBe(404)
    // Notes on what is deleted, or no longer stored, go.
    await dropLeftNotes(t.platform)
    expect((await t.owner.query("select 1 from app.notes where subject = 'campaign'")).rows).toEqual([])
    expect((await list(workflow.body.data.id, owner, 'workflow')).body.data).toHaveLength(1)
    expect((await list(runId, owner, 'run')).body.data).toHaveLength(1)
    await t.owner.query('update app.notes set subject_id = $2 where subject_id = $1', [runId, newId()])
    await dropLeftNotes(t.platform)
    expect((await t.owner.query("select 1 from app.notes where subject = 'run'")).rows).toEqual([])
  })
})

describe('mentions', () => {
  test('notify each mentioned member once, with a link to the thing, and not the author', async () => {
    const id = await createContact()
    const reader = await t.addMember(owner.orgId, 'VIEWER')
    const note = (await write(id, `${mentionOf(reader)} ${mentionOf(reader)} ${mentionOf(owner)}`)).body.data
    await vi.waitFor(async () => expect(await mentions(reader)).toHaveLength(1), { timeout: 25_000 })
    expect((await mentions(reader))[0]).toMatchObject({ category: 'mention', actionUrl: `contacts?contact=${id}&tab=notes` })
    expect((await mentions(reader))[0]?.title).toContain('mentioned you')
    expect(await mentions(owner)).toEqual([])
    expect(await mailsTo(reader)).toHaveLength(1)
    const late = await t.addMember(owner.orgId, 'MEMBER')
    await change(note.id, { body: `${mentionOf(reader)} and ${mentionOf(late)}` })
    await vi.waitFor(async () => expect(await mentions(late)).toHaveLength(1), { timeout: 25_000 })
    expect(await mentions(reader)).toHaveLength(1)
    expect(await mailsTo(reader)).toHaveLength(1)
  })

  test('refuse people who are no active members', async () => {
    const id = await createContact()
    const stranger = await t.register()
    const refused = await write(id, `Hello ${mentionOf(stranger)}`)
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.[0]?.path).toBe('body')
    expect((await list(id)).body.data).toEqual([])
  })

  test('show only mentions in their tab: an assigned conversation is none', async () => {
    const to = { kind: 'contact', contactId: await createContact(), channel: 'email' }
    const conversation = await t.call<{ id: string }>('POST', '/api/messages', {
      token: owner.token,
      body: { to, subject: 'Hi', message: 'Hi' },
    })
    const assignee = await t.addMember(owner.orgId, 'MEMBER')
    const path = `/api/messages/${conversation.body.data.id}/assignment`
    await t.call('PUT', path, { token: owner.token, body: { assigneeId: assignee.userId, status: 'open' } })
    const all = async () => (await t.call<Notification[]>('GET', '/api/notifications/all', { token: assignee.token })).body.data
    await vi.waitFor(
      async () => expect((await all()).map(({ actionUrl }) => actionUrl)).toContain(`messages?message=${conversation.body.data.id}`),
      {
        timeout: 25_000,
      },
    )
    expect(await mentions(assignee)).toEqual([])
  })

  test('go with the contact that is erased: its notes and the notifications that name it', async () => {
    const id = await createContact()
    const other = await createContact()
    const address = `noted-${made - 1}@example.test`
    const reader = await t.addMember(owner.orgId, 'MEMBER')
    await write(id, `See this ${mentionOf(reader)}`)
    await write(other, `A relative of ${address}`)
    await write(other, 'Nothing about anybody else')
    await vi.waitFor(async () => expect(await mentions(reader)).toHaveLength(1), { timeout: 25_000 })
    expect((await t.call('DELETE', `/api/contacts/${id}`, { token: owner.token })).status).toBe(200)
    await vi.waitFor(async () => expect(await mentions(reader)).toEqual([]), { timeout: 25_000 })
    expect((await t.owner.query('select 1 from app.notes where subject_id = $1', [id])).rows).toEqual([])
    expect((await list(other)).body.data.map(({ body }) => body)).toEqual(['Nothing about anybody else'])
  })
})
