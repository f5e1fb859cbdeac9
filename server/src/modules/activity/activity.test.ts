import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityEntry, AuditEntry, Retention } from '@imperium/contract/activity.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { describeAct } from './describe-act.ts'
import { mirrorActs } from './mirror-acts.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register({ firstName: 'Olga', lastName: 'Owner' })
  member = await t.addMember(owner.orgId, 'MEMBER')
  await makeAgent(owner, 'Of the owner')
  await makeAgent(member, 'Of the member')
})
afterAll(() => t.close())

const makeAgent = (user: TestUser, name: string) =>
  t.call<{ id: string }>('POST', '/api/agents', {
    token: user.token,
    body: { name, type: 'SALES' },
    headers: { 'user-agent': chrome, 'x-tenant': user.orgId },
  })
const list = async (user: TestUser, query = '') =>
  (await t.call<ActivityEntry[]>('GET', `/api/activity?limit=200${query}`, { token: user.token, headers: { 'x-tenant': user.orgId } })).body
const audit = async (user: TestUser, query = '') =>
  (await t.call<AuditEntry[]>('GET', `/api/audit?limit=200${query}`, { token: user.token, headers: { 'x-tenant': user.orgId } })).body
const descriptions = async (user: TestUser, query = '') => (await list(user, query)).data.map((entry) => entry.description)
const mirror = () => mirrorActs(t.platform)
const download = async (user: TestUser, path: string) => {
  const response = await t.app.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${user.token}`, 'x-tenant': user.orgId },
  })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}

test('an act is in the activity log with all that the specification lists', async () => {
  const entry = (await list(owner)).data.find((each) => each.action === 'agents.create' && each.description.includes('Of the owner'))
  expect(entry).toMatchObject({
    type: 'change',
    sentence: '{actor} created {target}',
    values: { actor: 'Olga Owner', target: 'Of the owner' },
    description: 'Olga Owner created Of the owner',
    status: 'success',
    ipAddress: '127.0.0.1',
    browser: 'Chrome',
    device: 'Windows',
    userName: 'Olga Owner',
    userId: owner.userId,
    userAvatar: `/api/users/${owner.userId}/avatar`,
    link: expect.stringMatching(/^agents\?agent=/),
  })
})

test('shows all activity to managers, and only their own to others', async () => {
  expect(await descriptions(owner)).toEqual(expect.arrayContaining(['Olga Owner created Of the owner']))
  expect((await descriptions(owner)).some((text) => text.endsWith('created Of the member'))).toBe(true)
  const own = await list(member)
  expect(own.data.length).toBeGreaterThan(0)
  expect(own.data.every((entry) => entry.userId === member.userId)).toBe(true)
  expect((await audit(member)).code).toBe('FORBIDDEN')
  expect((await download(member, '/api/audit/export')).status).toBe(403)
})

test('filters by search, type and range; binds a cursor to its list, filter and reader', async () => {
  expect(await descriptions(owner, '&q=of%20the%20owner')).toEqual(['Olga Owner created Of the owner'])
  // Words of the rendered sentence, which no column contains.
  expect((await descriptions(owner, '&q=created')).length).toBe(2)
  expect(await descriptions(owner, '&q=100%25')).toEqual([])
  expect((await list(owner, '&type=team')).data.map((entry) => entry.action)).toEqual(['auth.register'])
  expect((await list(owner, '&type=api')).data).toEqual([])
  expect((await t.call('GET', '/api/activity?days=400', { token: owner.token })).status).toBe(422)

  const path = '/api/activity?limit=1&type=change'
  const first = await t.call<ActivityEntry[]>('GET', path, { token: owner.token })
  const cursor = String(first.body.page?.nextCursor)
  const second = await t.call<ActivityEntry[]>('GET', `${path}&cursor=${cursor}`, { token: owner.token })
  expect(second.body.data[0]?.id).not.toBe(first.body.data[0]?.id)
  for (const [other, token] of [
    [`/api/activity?limit=1&type=team&cursor=${cursor}`, owner.token],
    [`/api/audit?limit=1&type=change&cursor=${cursor}`, owner.token],
    [`${path}&cursor=${cursor}`, member.token],
    [`${path}&cursor=${cursor}`, (await t.register()).token],
  ] as const)
    expect((await t.call('GET', other, { token })).status).toBe(422)
})

test('hides rows older than the range or the retention, but shows them in the audit log', async () => {
  const client = await t.owner.connect()
  const org = await t.register({ organizationName: 'Old' })
  await makeAgent(org, 'Aged')
  try {
    await client.query("set session_replication_role = 'replica'")
    await client.query("update app.audit_log set at = now() - interval '40 days' where org_id = $1 and action = 'agents.create'", [
      org.orgId,
    ])
  } finally {
    await client.query("set session_replication_role = 'origin'")
    client.release()
  }
  expect(await descriptions(org, '&days=30&q=Aged')).toEqual([])
  expect((await descriptions(org, '&days=90&q=Aged')).length).toBe(1)
  const set = (body: object) => t.call<Retention>('PUT', '/api/security/retention', { token: org.token, body })
  expect((await set({ retentionDays: 45 })).status).toBe(422)
  expect((await set({ retentionDays: 30 })).body.data).toMatchObject({ retentionDays: 30, recommendedDays: 90 })
  expect(await descriptions(org, '&days=90&q=Aged')).toEqual([])
  expect((await t.call<unknown[]>('GET', '/api/dashboard/activity', { token: org.token })).body.data).not.toContainEqual(
    expect.objectContaining({ type: 'agent_created' }),
  )
  expect((await audit(org, '&days=90&q=Aged')).data.length).toBe(1)
})

test('defaults retention to 90 days; all read it, managers set it, a stale write is rejected, changes are audited', async () => {
  const read = () => t.call<Retention>('GET', '/api/security/retention', { token: member.token })
  expect((await read()).body.data).toEqual({ retentionDays: 90, recommendedDays: 90, historyDays: 730, updatedAt: null })
  const set = (token: string, body: object) => t.call<Retention>('PUT', '/api/security/retention', { token, body })
  expect((await set(member.token, { retentionDays: 30 })).status).toBe(403)
  await t.owner.query('update auth.organizations set retention_days_limit = 365 where id = $1', [owner.orgId])
  const first = await set(owner.token, { retentionDays: 365, updatedAt: null })
  expect(first.status).toBe(200)
  expect((await set(owner.token, { retentionDays: 60, updatedAt: null })).body.code).toBe('STALE_WRITE')
  expect((await set(owner.token, { retentionDays: 180, updatedAt: first.body.data.updatedAt })).status).toBe(200)
  expect((await read()).body.data.retentionDays).toBe(180)
  expect((await set(owner.token, { retentionDays: 180, historyDays: 30 })).status).toBe(422)
  for (const historyDays of [90, null]) expect((await set(owner.token, { retentionDays: 180, historyDays })).status).toBe(200)
  // Fields that are not given stay unchanged.
  expect((await set(owner.token, { retentionDays: 180 })).body.data.historyDays).toBeNull()
  const rows = (await audit(owner, '&q=how%20long%20data')).data
  expect(rows.map((row) => [row.before, row.after])).toContainEqual([
    { retentionDays: 365, historyDays: 730 },
    { retentionDays: 180, historyDays: 730 },
  ])
  // The refused attempt of the member is listed, too.
  expect((await audit(owner, '&status=warning')).data).toContainEqual(
    expect.objectContaining({ action: 'activity.setRetention', status: 'warning', userId: member.userId }),
  )
})

test('logs sign-ins of members in their organizations only', async () => {
  const other = await t.register({ organizationName: 'Other', firstName: 'Zoe', lastName: 'Zero' })
  await t.owner.query("insert into auth.memberships (org_id, user_id, role, joined_at) values ($1, $2, 'MEMBER', now())", [
    owner.orgId,
    other.userId,
  ])
  const wrong = { email: other.email, password: 'Wrong-Password-42!' }
  const login = (body: object) => t.call<{ token: string }>('POST', '/api/auth/login', { body, headers: { 'user-agent': chrome } })
  expect((await login(wrong)).status).toBe(401)
  const { token } = (await login({ ...wrong, password: testPassword })).body.data
  // Acts of the other organization, and of the platform, that must stay there.
  await t.call('POST', '/api/organizations', { token, body: { name: 'Third and secret' } })
  await t.call('POST', `/api/organizations/${other.slug}/switch`, { token })
  await makeAgent({ ...other, token }, 'Secret agent')
  await t.call('POST', '/api/auth/logout', { token })
  await mirror()
  await mirror()

  const mine = (await audit(owner, '&days=1')).data.filter((row) => JSON.stringify(row).includes(other.userId))
  expect(mine.map((row) => [row.action, row.status, row.user])).toEqual([
    ['auth.logout', 'success', 'Zoe Zero'],
    ['auth.login', 'success', 'Zoe Zero'],
    ['auth.login', 'warning', 'Anonymous'],
  ])
  expect(mine[2]?.target).toEqual({ kind: 'user', id: other.userId, name: 'Zoe Zero' })
  expect(mine[1]).toMatchObject({ ipAddress: '127.0.0.1', before: null, after: { method: 'password' } })
  expect(JSON.stringify((await audit(owner)).data)).not.toMatch(/secret/i)
  expect(JSON.stringify((await audit(owner)).data)).not.toContain(other.orgId)
  // Sign-ins from before the user joined are not shown.
  expect((await audit(owner, '&q=auth.register')).data.some((row) => row.userId === other.userId)).toBe(false)

  const again = (await login({ ...wrong, password: testPassword })).body.data.token
  const seen = await list({ ...other, token: again, orgId: owner.orgId })
  expect(seen.data.map((entry) => entry.description)).toEqual(['Zoe Zero signed out', 'Zoe Zero signed in', 'A sign-in was refused'])
  expect(seen.data[0]).toMatchObject({ type: 'login' })

  await t.owner.query("update auth.memberships set status = 'INACTIVE' where org_id = $1 and user_id = $2", [owner.orgId, other.userId])
  await login({ ...wrong, password: testPassword })
  await mirror()
  const rows = (await audit(owner, `&actor=${other.userId}&q=auth.login`)).data
  expect(rows.length).toBe(1)
})

test('filters the audit log by status and actor, and shows before and after', async () => {
  const agent = await makeAgent(owner, 'Changed')
  await t.call('PUT', `/api/agents/${agent.body.data.id}`, { token: owner.token, body: { description: 'Anew' } })
  const [row] = (await audit(owner, '&q=agents.update')).data
  expect(row).toMatchObject({
    action: 'agents.update',
    user: 'Olga Owner',
    actorKind: 'user',
    status: 'success',
    target: { kind: 'agents', id: agent.body.data.id, name: 'Changed' },
  })
  expect(row?.before).not.toBeNull()
  expect(JSON.stringify(row?.after)).toContain('Anew')
  expect((await audit(owner, `&actor=${member.userId}`)).data.every((each) => each.userId === member.userId)).toBe(true)
  expect((await audit(owner, '&status=error')).data).toEqual([])
})

test('exports the filtered log as CSV with escaped formulas, and audits the export', async () => {
  await makeAgent(owner, '=cmd|calc')
  await makeAgent(owner, 'Quote "and", comma')
  const file = await download(owner, '/api/activity/export?type=change')
  expect(file.status).toBe(200)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const today = new Date().toISOString().slice(0, 10)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="activity-log-${today}.csv"`)
  const lines = file.text.split('\r\n')
  expect(lines[0]).toBe('"Time","Type","Action","Description","Status","User","IP address","Browser","Device"')
  expect(file.text).toContain('"Olga Owner created Quote ""and"", comma"')
  expect(lines.length - 2).toBe((await list(owner, '&type=change')).data.length)

  const whole = await download(owner, '/api/audit/export?q=cmd')
  expect(whole.headers['content-disposition']).toContain(`audit-log-${today}.csv`)
  expect(whole.text).toContain(`"'=cmd|calc"`)
  expect(whole.text).not.toMatch(/(^|,|\n)"[=+@-]/)

  const own = await download(member, '/api/activity/export')
  expect(own.text).not.toContain('Olga Owner')
  const recorded = (await audit(owner, '&type=security')).data.map((row) => [row.action, row.userId])
  expect(recorded).toEqual(
    expect.arrayContaining([
      ['activity.export', owner.userId],
      ['activity.exportAudit', owner.userId],
      ['activity.export', member.userId],
    ]),
  )
})

test('an export of more rows than one batch holds each row once', async () => {
  const org = await t.register({ organizationName: 'Many' })
  await t.owner.query(
    `insert into app.audit_log (org_id, seq, actor_kind, actor_name, action, outcome, prev_hash, hash)
     select $1, 0, 'system', 'Row ' || n, 'agents.create', 'success', '', '' from generate_series(1, 1234) n`,
    [org.orgId],
  )
  const { text } = await download(org, '/api/audit/export?q=Row')
  const users = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split('","')[5])
  expect(users.length).toBe(1234)
  expect(new Set(users).size).toBe(1234)
})

test('shows work without sign-ins on the dashboard; members see actions on agents', async () => {
  const items = async (user: TestUser) =>
    (await t.call<{ type: string; message: string }[]>('GET', '/api/dashboard/activity?limit=100', { token: user.token })).body.data
  await mirror()
  const all = await items(owner)
  expect(all.some((item) => /signed in/.test(item.message))).toBe(false)
  expect(all).toContainEqual(expect.objectContaining({ type: 'change', message: 'Olga Owner changed how long data is kept' }))
  const seen = await items(member)
  expect(seen).toContainEqual(expect.objectContaining({ type: 'agent_created', message: 'Olga Owner created Of the owner' }))
  expect(seen.some((item) => /how long/.test(item.message))).toBe(false)
})

test('describes actions without an operation in words, too', () => {
  const files = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '../../..') }).filter((file) => !/\.test\.ts$|testing/.test(file))
  const source = files.map((file) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')).join('\n')
  const written = [...source.matchAll(/\baction: '([\w-]+\.\w+)'/g)].map(([, action = '']) => action)
  expect(written.length).toBeGreaterThan(5)
  const sentence = (action: string) => ({
    action,
    ...describeAct(t.platform.acts, { action, actorName: 'Ada', targetName: 'Bob', outcome: 'success' }),
  })
  expect([...new Set(written)].map(sentence).filter(({ action, description }) => description.includes(action))).toEqual([])
})
