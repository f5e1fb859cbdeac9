import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { newId } from '../../platform/ids.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../testing/test-app.ts'
import { runSchedule } from './launch/run-schedule.ts'

let t: TestApp
let user: TestUser
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ clock, log: 'error' })
  user = await t.register()
  await addContacts(user, 2)
})
afterAll(() => t.close())

const call = <T = Campaign>(method: string, path: string, body?: unknown, as: TestUser = user): Promise<TestResponse<T>> =>
  t.call<T>(method, `/api/campaigns${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
const make = async (body: object = {}, as: TestUser = user): Promise<Campaign> => {
  const response = await call('POST', '', { name: 'Spring', channel: 'email', ...body }, as)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const text = { channel: 'sms', definition: { content: { text: 'Hello' }, audience: { kind: 'all' } } }
const done = async (method: string, path: string, body?: unknown, as: TestUser = user): Promise<Campaign> => {
  const response = await call(method, path, body, as)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.data
}

async function addContacts(who: TestUser, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const body = { email: `c${newId().slice(-10)}@example.com`, firstName: 'Con', lastName: `Tact ${n}` }
    const { status, body: response } = await t.call('POST', '/api/contacts', { token: who.token, body })
    expect(status, JSON.stringify(response)).toBe(201)
  }
}

/** Advances the clock and keeps all users signed in: session expiry would otherwise depend on the speed of the machine. */
async function advance(ms: number): Promise<void> {
  clock.advance(ms)
  await t.owner.query(
    `update auth.sessions set expires_at = expires_at + $1 * interval '1 ms', last_active_at = last_active_at + $1 * interval '1 ms'`,
    [ms],
  )
}

test('a new campaign is a draft with every default, and reads back as it was written', async () => {
  const made = await make({ description: 'For all', definition: { content: { subject: 'Hi {{ name }}' } } })
  expect(made).toMatchObject({
    name: 'Spring',
    status: 'draft',
    channel: 'email',
    version: 1,
    agentId: null,
    approval: 'none',
    audienceSummary: '',
    definition: {
      content: { subject: 'Hi {{ name }}', html: '', text: '' },
      audience: null,
      purpose: 'marketing',
      schedule: { type: 'now' },
      ab: null,
      agent: null,
      window: null,
      throttlePerMinute: null,
      tracking: { opens: true, clicks: true },
      guard: { complaintPercent: 0.1, bouncePercent: 5 },
    },
    stats: { total: 0, sent: 0, responseRate: null },
  })
  expect(await done('GET', `/${made.id}`)).toEqual(made)
})

test.each([
  [{ name: '' }, 'name'],
  [{ channel: 'fax' }, 'channel'],
  [{ agentId: newId() }, 'agentId'],
  [{ definition: { schedule: { type: 'scheduled', startAt: '2026-02-31T09:00', timeZone: 'UTC' } } }, 'definition.schedule.startAt'],
  [{ definition: { schedule: { type: 'scheduled', startAt: '2026-02-01T09:00', timeZone: 'Mars/Base' } } }, 'definition.schedule.timeZone'],
  [
    {
      definition: {
        schedule: { type: 'recurring', frequency: 'daily', startAt: '2026-02-02T09:00', endAt: '2026-02-01T09:00', timeZone: 'UTC' },
      },
    },
    'definition.schedule.endAt',
  ],
  [{ definition: { ab: { variants: [{ name: 'B', content: {}, share: 100 }] } } }, 'definition.ab.variants'],
])('refused with the field: %o', async (body, path) => {
  const response = await call('POST', '', { name: 'x', channel: 'email', ...body })
  expect(response.status).toBe(422)
  expect(response.body.errors?.map((each) => each.path)).toEqual([path])
})

test('lists by text, status and channel, sorted, by pages; another organization sees none of it', async () => {
  const who = await t.register()
  for (const [name, channel] of [
    ['Alpha', 'email'],
    ['Beta 100%', 'sms'],
    ['Gamma', 'sms'],
  ] as const)
    await make({ name, channel }, who)
  const names = async (query: string) => (await call<Campaign[]>('GET', `?${query}`, undefined, who)).body.data.map((each) => each.name)
  expect(await names('')).toEqual(['Gamma', 'Beta 100%', 'Alpha'])
  expect(await names('sort=name&direction=asc')).toEqual(['Alpha', 'Beta 100%', 'Gamma'])
  expect(await names('channel=sms&status=draft')).toEqual(['Gamma', 'Beta 100%'])
  expect(await names('q=%25')).toEqual(['Beta 100%'])
  const first = await call<Campaign[]>('GET', '?limit=2', undefined, who)
  expect(first.body.data).toHaveLength(2)
  expect(await names(`limit=2&cursor=${first.body.page?.nextCursor}`)).toEqual(['Alpha'])
  expect((await call<Campaign[]>('GET', '')).body.data.map((each) => each.name)).not.toContain('Gamma')
})

test('creates a version on a change, rejects a stale write, and creates no version for a new name', async () => {
  const made = await make()
  const named = await done('PUT', `/${made.id}`, { name: 'Renamed', updatedAt: made.updatedAt })
  expect(named).toMatchObject({ name: 'Renamed', version: 1 })
  expect((await call('PUT', `/${made.id}`, { name: 'Late', updatedAt: made.updatedAt })).status).toBe(409)
  const changed = await done('PUT', `/${made.id}`, { definition: { content: { subject: 'New' } } })
  expect(changed.version).toBe(2)
  const versions = await call<{ version: number; definition: { content: { subject: string } } }[]>('GET', `/${made.id}/versions`)
  expect(versions.body.data.map((each) => [each.version, each.definition.content.subject])).toEqual([
    [2, 'New'],
    [1, ''],
  ])
})

test('a clone is a draft with the same content and no history', async () => {
  const made = await make({ name: 'x'.repeat(118), ...text })
  await done('POST', `/${made.id}/send`)
  const copy = (await call('POST', `/${made.id}/clone`)).body.data
  expect(copy).toMatchObject({
    status: 'draft',
    name: `${'x'.repeat(113)} (Copy)`,
    version: 1,
    definition: made.definition,
    launchedAt: null,
  })
})

test('lists every launch problem in one response', async () => {
  const settings = { host: '1.1.1.1', port: 587, security: 'starttls' }
  const account = await t.call<{ id: string }>('POST', '/api/channels/accounts', {
    token: user.token,
    body: { provider: 'smtp', name: 'Own server', settings },
  })
  expect(account.status, JSON.stringify(account.body)).toBe(201)
  const made = await make({
    definition: {
      // The sandbox accepts any sender address; a custom SMTP server does not.
      accountId: account.body.data.id,
      content: { html: '<p>\n{% if %}' },
      audience: null,
      agent: null,
      schedule: { type: 'scheduled', startAt: '2020-01-01T09:00', timeZone: 'UTC' },
    },
  })
  const response = await call('POST', `/${made.id}/send`)
  expect(response.status).toBe(422)
  expect(response.body.message).toBe('This campaign cannot be launched yet.')
  expect(response.body.errors?.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'definition.content.subject: Write a subject',
    expect.stringMatching(/^definition\.content\.html: Line 2, column 6: /),
    'definition.audience: Choose an audience',
    'definition.senderId: Choose a sender',
    'footer: Campaign emails must name the postal address of the organization: enter it in its profile',
    'definition.schedule.startAt: This time has passed',
  ])
  const typo = await make({
    ...text,
    definition: { ...text.definition, content: { text: 'Hi {{ fist_name | default: "x" }} {{ custom.favorit }}' }, purpose: 'unknown' },
  })
  expect((await call('POST', `/${typo.id}/send`)).body.errors).toMatchObject([
    { path: 'definition.content', message: 'There is no merge field fist_name' },
    { path: 'definition.content', message: 'There is no merge field custom.favorit' },
    { path: 'definition.purpose', message: 'Choose a consent purpose' },
  ])
})

test('sends, pauses, resumes and deletes where allowed, and returns 409 elsewhere', async () => {
  const made = await make(text)
  expect((await call('POST', `/${made.id}/pause`)).status).toBe(409)
  expect((await call('POST', `/${made.id}/resume`)).status).toBe(409)
  expect(await done('POST', `/${made.id}/send`)).toMatchObject({ status: 'running', launchedAt: expect.any(String) as string })
  expect((await call('POST', `/${made.id}/send`)).body.message).toBe('This campaign is running already.')
  expect((await call('DELETE', `/${made.id}`)).body.message).toBe('This campaign is running. Pause it first.')
  expect(await done('POST', `/${made.id}/pause`)).toMatchObject({
    status: 'paused',
    pauseReason: expect.stringContaining('Paused by') as string,
  })
  const { rows } = await t.owner.query<{ status: string }>('select status from app.campaign_sends where campaign_id = $1', [made.id])
  expect(rows).toEqual([{ status: 'paused' }])
  expect(await done('POST', `/${made.id}/resume`)).toMatchObject({ status: 'running', pauseReason: '' })
  await done('POST', `/${made.id}/pause`)
  expect((await call('DELETE', `/${made.id}`)).status).toBe(200)
  expect((await call('GET', `/${made.id}`)).status).toBe(404)
})

test('requires approval for a large launch by a MEMBER; an ADMIN approves or rejects; a change withdraws the request', async () => {
  const member = await t.addMember(user.orgId, 'MEMBER')
  const admin = await t.addMember(user.orgId, 'ADMIN')
  await t.owner.query(
    'insert into app.email_settings (org_id, launch_limit) values ($1, 1) on conflict (org_id) do update set launch_limit = 1',
    [user.orgId],
  )
  const made = await make(text, member)
  const request = await done('POST', `/${made.id}/send`, undefined, member)
  expect(request).toMatchObject({ status: 'draft', approval: 'requested' })
  expect((await call('POST', `/${made.id}/approve`, undefined, member)).status).toBe(403)
  expect(await done('POST', `/${made.id}/reject`, { reason: 'Not now' }, admin)).toMatchObject({
    status: 'draft',
    approval: 'rejected',
    pauseReason: 'Not now',
  })
  await done('POST', `/${made.id}/send`, undefined, member)
  expect(await done('PUT', `/${made.id}`, { definition: { ...text.definition, content: { text: 'Other' } } }, member)).toMatchObject({
    approval: 'none',
  })
  expect((await call('POST', `/${made.id}/approve`, undefined, admin)).status).toBe(409)
  // A member who looked at the version before cannot launch the new one.
  const [unseen, seen] = [{ version: 1 }, { version: 2 }]
  expect((await call('POST', `/${made.id}/send`, unseen, member)).body.code).toBe('STALE_WRITE')
  expect(await done('POST', `/${made.id}/send`, seen, member)).toMatchObject({ version: 2, approval: 'requested' })
  expect((await call('POST', `/${made.id}/approve`, unseen, admin)).body.code).toBe('STALE_WRITE')
  const agent = await t.call<{ id: string }>('POST', '/api/agents', { token: admin.token, body: { name: 'Other', type: 'SALES' } })
  expect(await done('PUT', `/${made.id}`, { agentId: agent.body.data.id }, member)).toMatchObject({ approval: 'none' })
  await done('POST', `/${made.id}/send`, {}, member)
  expect(await done('POST', `/${made.id}/approve`, seen, admin)).toMatchObject({ status: 'running', approval: 'approved' })
  const sneaky = { ...text.definition, content: { text: 'Other' }, throttlePerMinute: 9 }
  expect((await call('PUT', `/${made.id}`, { definition: sneaky }, member)).status).toBe(403)
  // A launch by an approver settles the open request: approving later sends nothing again and notifies no member twice.
  const both = await make(text, member)
  await done('POST', `/${both.id}/send`, undefined, member)
  await done('POST', `/${both.id}/send`, undefined, member)
  expect(await done('POST', `/${both.id}/send`, undefined, admin)).toMatchObject({ status: 'running', approval: 'approved' })
  for (const [decision, body] of [['approve'], ['reject', { reason: 'Too late' }]] as const)
    expect((await call('POST', `/${both.id}/${decision}`, body, admin)).status).toBe(409)
  const { rows } = await t.owner.query<{ sends: number; asked: number }>(
    `select (select count(*)::int from app.campaign_sends where campaign_id = $1) as sends,
      (select count(*)::int from app.outbox where type = 'campaign.approvalRequested' and payload ->> 'campaignId' = $1::text) as asked`,
    [both.id],
  )
  expect(rows).toEqual([{ sends: 1, asked: 1 }])
  // Covers rows of older releases that left the request open.
  await t.owner.query("update app.campaigns set approval = 'requested' where id = $1", [both.id])
  expect((await call('POST', `/${both.id}/approve`, undefined, admin)).status).toBe(409)
  // A member who may approve needs no approval.
  const own = await make(text, admin)
  expect(await done('POST', `/${own.id}/send`, undefined, admin)).toMatchObject({ status: 'running', approval: 'none' })
  await t.owner.query('delete from app.email_settings where org_id = $1', [user.orgId])
})

test('rejects a launch by a user with an unverified address', async () => {
  const made = await make(text)
  await t.owner.query('update auth.users set email_verified_at = null where id = $1', [user.userId])
  t.platform.auth.invalidate(user.userId)
  expect((await call('POST', `/${made.id}/send`)).body.code).toBe('EMAIL_NOT_VERIFIED')
  await t.owner.query('update auth.users set email_verified_at = now() where id = $1', [user.userId])
  t.platform.auth.invalidate(user.userId)
})

test('begins each occurrence of a recurring campaign once with the newest version, and completes after the last', async () => {
  const dayMs = 86_400_000
  const wall = (ms: number) => new Date(clock.now().getTime() + ms).toISOString().slice(0, 16)
  const schedule = { type: 'recurring', frequency: 'daily', timeZone: 'UTC', startAt: wall(3_600_000), endAt: wall(3_600_000 + dayMs) }
  const made = await make({ ...text, definition: { ...text.definition, schedule } })
  const planned = await done('POST', `/${made.id}/send`)
  expect(planned).toMatchObject({ status: 'scheduled', nextAt: `${schedule.startAt}:00.000Z` })
  await runSchedule(t.platform)
  expect(await done('GET', `/${made.id}`)).toMatchObject({ status: 'scheduled' })
  await advance(3_660_000)
  await runSchedule(t.platform)
  await runSchedule(t.platform)
  expect(await done('GET', `/${made.id}`)).toMatchObject({ status: 'running', nextAt: `${schedule.endAt}:00.000Z` })
  await done('PUT', `/${made.id}`, { definition: { ...text.definition, schedule, content: { text: 'Second' } } })
  await advance(dayMs)
  await runSchedule(t.platform)
  const { rows } = await t.owner.query('select step, version from app.campaign_sends where campaign_id = $1 order by step', [made.id])
  expect(rows).toEqual([
    { step: 1, version: 1 },
    { step: 2, version: 2 },
  ])
  expect(await done('GET', `/${made.id}`)).toMatchObject({ status: 'running', nextAt: null })
})

test('pauses the campaign with a reason when an occurrence can no longer begin', async () => {
  const startAt = new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 16)
  const made = await make({ ...text, definition: { ...text.definition, schedule: { type: 'scheduled', startAt, timeZone: 'UTC' } } })
  await done('POST', `/${made.id}/send`)
  await t.owner.query("update app.channel_accounts set is_active = false where org_id = $1 and channel = 'sms'", [user.orgId])
  await advance(3_700_000)
  await runSchedule(t.platform)
  expect(await done('GET', `/${made.id}`)).toMatchObject({
    status: 'paused',
    pauseReason: expect.stringMatching(/^Paused automatically: /) as string,
  })
  await t.owner.query('update app.channel_accounts set is_active = true where org_id = $1', [user.orgId])
  await done('POST', `/${made.id}/resume`)
  await runSchedule(t.platform)
  expect(await done('GET', `/${made.id}`)).toMatchObject({ status: 'running' })
})

test('stops occurrences in flight together with the next one, in one audit entry; applies a decision to the waiting occurrence', async () => {
  const dayMs = 86_400_000
  const startAt = new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 16)
  const schedule = { type: 'recurring', startAt, timeZone: 'UTC', frequency: 'daily' }
  const made = await make({ ...text, definition: { ...text.definition, schedule } })
  await done('POST', `/${made.id}/send`)
  await advance(3_700_000)
  await runSchedule(t.platform)
  await advance(dayMs)
  await runSchedule(t.platform)
  const { rows: sends } = await t.owner.query<{ id: string }>('select id from app.campaign_sends where campaign_id = $1 order by step', [
    made.id,
  ])
  expect(sends).toHaveLength(2)
  const [older] = sends
  await t.owner.query("update app.campaign_sends set status = 'sending', chunks = 1, total = 1 where id = $1", [older?.id])
  await t.owner.query("insert into app.campaign_chunks (org_id, send_id, chunk, status, total, held) values ($1, $2, 0, 'done', 1, 1)", [
    user.orgId,
    older?.id,
  ])
  await t.owner.query(
    `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status) values ($1, $2, $3, $4, 0, 'held')`,
    [user.orgId, older?.id, newId(), made.id],
  )
  const nothing = { status: 409, body: { message: 'No message of this campaign is held.' } }
  const held = (id: string, body: object) => call('POST', `/${id}/held`, { decision: 'drop', ...body })
  expect(await held(made.id, { sendId: sends[1]?.id })).toMatchObject(nothing)
  expect(await held((await make()).id, {})).toMatchObject(nothing)
  expect((await call('POST', `/${made.id}/held`, { decision: 'drop', sendId: newId() })).status).toBe(404)
  expect(await done('POST', `/${made.id}/held`, { decision: 'drop' })).toEqual({ decided: 1 })
  expect(await held(made.id, {})).toMatchObject(nothing)
  const { rows: ended } = await t.owner.query('select status from app.campaign_sends where id = $1', [older?.id])
  expect(ended).toEqual([{ status: 'completed' }])

  await t.owner.query("update app.channel_accounts set is_active = false where org_id = $1 and channel = 'sms'", [user.orgId])
  await advance(dayMs)
  await runSchedule(t.platform)
  await t.owner.query('update app.channel_accounts set is_active = true where org_id = $1', [user.orgId])
  const { rows: now } = await t.owner.query<{ status: string }>('select status from app.campaign_sends where campaign_id = $1', [made.id])
  expect(now.map(({ status }) => status)).not.toContain('sending')
  expect(now.map(({ status }) => status)).not.toContain('building')
  const { rows: acts } = await t.owner.query(
    "select 1 from app.audit_log where action = 'campaigns.pause' and actor_kind = 'system' and target_id = $1",
    [made.id],
  )
  expect(acts).toHaveLength(1)
})

test('the four cards', async () => {
  const who = await t.register()
  expect((await call('GET', '/stats', undefined, who)).body.data).toEqual({ total: 0, active: 0, sentToday: 0, responseRate: null })
  await addContacts(who, 1)
  const made = await make(text, who)
  await make({}, who)
  await done('POST', `/${made.id}/send`, undefined, who)
  await t.owner.query(
    `insert into app.campaign_chunks (org_id, send_id, chunk, status, total, sent, delivered, responded)
     select org_id, id, 0, 'done', 9, 8, 7, 3 from app.campaign_sends where campaign_id = $1`,
    [made.id],
  )
  // The database knows nothing of the clock of these tests.
  await t.owner.query('update app.campaign_sends set started_at = $2 where campaign_id = $1', [made.id, clock.now()])
  expect((await call('GET', '/stats', undefined, who)).body.data).toEqual({ total: 2, active: 1, sentToday: 8, responseRate: 37.5 })
  expect((await done('GET', `/${made.id}`, undefined, who)).stats).toMatchObject({
    total: 9,
    sent: 8,
    delivered: 7,
    responded: 3,
    responseRate: 37.5,
    deliveryRate: 87.5,
    queued: 1,
  })
})

test('begins no occurrence of a suspended organization; afterwards treats it as late', async () => {
  const who = await t.register()
  await addContacts(who, 1)
  const startAt = new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 16)
  const made = await make({ ...text, definition: { ...text.definition, schedule: { type: 'scheduled', startAt, timeZone: 'UTC' } } }, who)
  await done('POST', `/${made.id}/send`, undefined, who)
  await t.owner.query("update auth.organizations set status = 'SUSPENDED' where id = $1", [who.orgId])
  await advance(3_700_000)
  await runSchedule(t.platform)
  const status = async () =>
    (await t.owner.query<{ status: string }>('select status from app.campaigns where id = $1', [made.id])).rows[0]?.status
  expect(await status()).toBe('scheduled')
  // What goes on by itself after the rest can be stopped before it.
  t.platform.auth.invalidate(who.userId)
  await done('POST', `/${made.id}/pause`, undefined, who)
  await t.owner.query("update auth.organizations set status = 'ACTIVE' where id = $1", [who.orgId])
  t.platform.auth.invalidate(who.userId)
  await done('POST', `/${made.id}/resume`, undefined, who)
  await runSchedule(t.platform)
  expect(await status()).toBe('running')
})
