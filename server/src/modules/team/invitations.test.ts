import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invitation, InvitationPreview, TeamStats } from '@imperium/contract/team.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { ageInvitations, bring, invite, joinAsNew, listMembers, mailedToken, newAddress, queuedEmails } from './test-team.ts'

let t: TestApp
let owner: TestUser
const day = 86_400_000
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register({ organizationName: 'Northwind & Söhne' })
  await t.owner.query('update auth.organizations set max_users = 100 where id = $1', [owner.orgId])
  t.platform.auth.invalidate(owner.userId)
})
afterAll(() => t.close())

const stats = async () => (await t.call<TeamStats>('GET', '/api/team/stats', { token: owner.token })).body.data
const resend = (id: string) => t.call<Invitation>('POST', `/api/team/invitations/${id}/resend`, { token: owner.token })
const revoke = (id: string) => t.call('DELETE', `/api/team/invitations/${id}`, { token: owner.token })
const preview = (token: string) => t.call<InvitationPreview>('POST', '/api/auth/join/preview', { body: { token } })
const later = (ms: number) => ageInvitations(t, owner.orgId, ms)

describe('an invitation', () => {
  test("is emailed in the inviter's language with the organization's name, with the token in the fragment only", async () => {
    await t.owner.query("update auth.users set language = 'de' where id = $1", [owner.userId])
    t.platform.auth.invalidate(owner.userId)
    const email = newAddress()
    const { status, body } = await invite(t, owner, email, 'USER')
    expect([status, body.data.role, body.data.state]).toEqual([201, 'MEMBER', 'pending'])
    expect(new Date(body.data.expiresAt).getTime() - new Date(body.data.sentAt).getTime()).toBe(7 * day)
    const emailMessage = (await queuedEmails(t, owner.orgId)).find(({ to }) => to === email)
    expect(emailMessage).toMatchObject({ subject: expect.stringContaining('lädt Sie zu Northwind & Söhne ein') as string })
    expect(emailMessage?.fromName).toContain('Northwind & Söhne')
    expect(emailMessage?.text).toMatch(/https?:\/\/[^/\s]+\/join#token=[\w-]{43}\n/)
    await t.owner.query("update auth.users set language = 'en' where id = $1", [owner.userId])
    t.platform.auth.invalidate(owner.userId)
    const token = await mailedToken(t, owner.orgId, email)
    const { rows } = await t.owner.query<{ text: string }>(
      `select (select string_agg(i::text, '') from app.invitations i) || (select string_agg(a::text, '') from app.audit_log a)
        || (select string_agg(o::text, '') from app.outbox o) || (select string_agg(j.data::text, '') from pgboss.job j) as text`,
    )
    expect(rows[0]?.text).not.toContain(token)
    expect(JSON.stringify(body)).not.toContain(token)
  })

  test('admits a new user with its role, verifies the address, and works once', async () => {
    const email = newAddress()
    await invite(t, owner, email, 'VIEWER')
    const token = await mailedToken(t, owner.orgId, email)
    expect((await preview(token)).body.data).toMatchObject({
      organizationName: 'Northwind & Söhne',
      email,
      role: 'VIEWER',
      hasAccount: false,
    })
    const joined = await joinAsNew(t, token)
    expect(joined.body.data).toMatchObject({ user: { email, emailVerified: true }, organization: { id: owner.orgId, role: 'VIEWER' } })
    expect((await t.call('GET', '/api/agents', { token: joined.body.data.token })).status).toBe(200)
    const again = await joinAsNew(t, token)
    expect([again.status, again.body.code]).toEqual([410, 'INVITATION_USED'])
    expect((await preview(token)).status).toBe(410)
    expect(await listMembers(t, owner, `?q=${email}`)).toMatchObject([{ email, role: 'VIEWER', status: 'ACTIVE', expiresAt: null }])
    const { rows } = await t.owner.query<{ type: string }>("select type from app.outbox where org_id = $1 and payload->>'userId' = $2", [
      owner.orgId,
      joined.body.data.user.id,
    ])
    expect(rows).toEqual([{ type: 'user.joined' }])
    const audit = await t.owner.query<{ action: string }>(
      "select action from app.audit_log where org_id = $1 and target_name in ($2, 'Gil Guest') and action like 'team.%' order by seq desc limit 2",
      [owner.orgId, email],
    )
    expect(audit.rows.map((row) => row.action)).toEqual(['team.join', 'team.invite'])
  })

  test('needs the fields of a new account, and rejects weak passwords', async () => {
    const email = newAddress()
    await invite(t, owner, email)
    const token = await mailedToken(t, owner.orgId, email)
    const bare = await t.call('POST', '/api/auth/join', { body: { token, password: 'short' } })
    expect(bare.status).toBe(422)
    expect(bare.body.errors?.map(({ path }) => path)).toEqual(expect.arrayContaining(['firstName', 'lastName', 'password']))
    expect((await joinAsNew(t, token)).status).toBe(200)
  })

  test('is unique per address, and refused for a member and for the role of owner', async () => {
    const email = newAddress()
    await invite(t, owner, email)
    expect((await invite(t, owner, email.toUpperCase())).body.code).toBe('ALREADY_INVITED')
    expect((await invite(t, owner, owner.email)).body.code).toBe('ALREADY_MEMBER')
    expect((await invite(t, owner, newAddress(), 'OWNER')).status).toBe(422)
  })

  test('is created only by managers with a verified address', async () => {
    const admin = await bring(t, owner, 'ADMIN')
    expect((await invite(t, admin, newAddress(), 'ADMIN')).status).toBe(201)
    for (const role of ['MEMBER', 'VIEWER'] as const)
      expect((await invite(t, await bring(t, owner, role), newAddress(), 'VIEWER')).status).toBe(403)
    await t.owner.query('update auth.users set email_verified_at = null where id = $1', [admin.userId])
    t.platform.auth.invalidate(admin.userId)
    expect((await invite(t, admin, newAddress())).body.code).toBe('EMAIL_NOT_VERIFIED')
  })

  test('sent again has a new link, and the one before is dead; not within a minute', async () => {
    const email = newAddress()
    const { id } = (await invite(t, owner, email)).body.data
    const old = await mailedToken(t, owner.orgId, email)
    const early = await resend(id)
    expect([early.status, Number(early.headers['retry-after']) > 0]).toEqual([429, true])
    await later(61_000)
    expect((await resend(id)).body.data.resentCount).toBe(1)
    const fresh = await mailedToken(t, owner.orgId, email)
    expect(fresh).not.toBe(old)
    expect((await joinAsNew(t, old)).status).toBe(404)
    expect((await joinAsNew(t, fresh)).status).toBe(200)
    expect((await resend(id)).status).toBe(409)
  })

  test('opens nothing when revoked or older than seven days; an expired one can be sent again', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const revoked = (await invite(t, owner, one)).body.data.id
    const expiring = (await invite(t, owner, two)).body.data.id
    expect((await revoke(revoked)).status).toBe(200)
    expect((await joinAsNew(t, await mailedToken(t, owner.orgId, one))).body.code).toBe('INVITATION_REVOKED')
    expect((await revoke(revoked)).status).toBe(409)
    await later(7 * day + 1_000)
    expect((await joinAsNew(t, await mailedToken(t, owner.orgId, two))).body.code).toBe('INVITATION_EXPIRED')
    expect((await stats()).pending).toBe(0)
    expect(await listMembers(t, owner, `?q=${two}`)).toMatchObject([{ status: 'PENDING', isExpired: true }])
    expect((await resend(expiring)).body.data.state).toBe('pending')
    expect((await joinAsNew(t, await mailedToken(t, owner.orgId, two))).status).toBe(200)
  })

  test('rejects invalid tokens everywhere', async () => {
    for (const token of ['x', 'null', '0'.repeat(43), ' '.repeat(43), "' or 1=1 --"]) expect((await preview(token)).status).toBe(404)
    expect((await t.call('POST', '/api/auth/join/preview', { body: { token: null } })).status).toBe(422)
  })
})

describe('an existing account', () => {
  test('joins an existing account by its password without overwriting it; a wrong one opens nothing', async () => {
    const other = await t.register({ firstName: 'Ola', lastName: 'Own' })
    await invite(t, owner, other.email, 'ADMIN')
    const token = await mailedToken(t, owner.orgId, other.email)
    expect((await preview(token)).body.data.hasAccount).toBe(true)
    const wrong = await t.call('POST', '/api/auth/join', {
      body: { token, password: 'Another-Horse-43!', firstName: 'Evil', lastName: 'Twin' },
    })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    const joined = await t.call('POST', '/api/auth/join', { body: { token, password: testPassword, firstName: 'Evil', lastName: 'Twin' } })
    expect([joined.status, joined.body.data['organization']]).toEqual([200, expect.objectContaining({ id: owner.orgId, role: 'ADMIN' })])
    expect((await listMembers(t, owner, `?q=${other.email}`))[0]?.name).toBe('Ola Own')
  })

  test('joins by its session; the session of another address is refused (R11)', async () => {
    const [invited, thief] = [await t.register(), await t.register()]
    await invite(t, owner, invited.email)
    const token = await mailedToken(t, owner.orgId, invited.email)
    const accept = (by: TestUser) => t.call('POST', '/api/auth/join/accept', { token: by.token, body: { token } })
    expect((await accept(thief)).status).toBe(403)
    expect((await accept(invited)).body.data).toMatchObject({ id: owner.orgId, role: 'MEMBER' })
    expect((await accept(invited)).status).toBe(410)
    const profile = await t.call<{ organization: { id: string } }>('GET', '/api/auth/profile', { token: invited.token })
    expect(profile.body.data.organization.id).toBe(owner.orgId)
  })

  test('with a second factor gets a challenge, and no session', async () => {
    const other = await t.register()
    await t.owner.query('update auth.users set second_factor_at = now() where id = $1', [other.userId])
    await invite(t, owner, other.email)
    const token = await mailedToken(t, owner.orgId, other.email)
    const joined = await t.call('POST', '/api/auth/join', { body: { token, password: testPassword } })
    expect(Object.keys(joined.body.data)).toEqual(['challenge'])
  })
})

test('neither admits nor invites users in a suspended organization', async () => {
  const host = await t.register()
  const email = newAddress()
  await invite(t, host, email)
  const token = await mailedToken(t, host.orgId, email)
  await t.owner.query("update auth.organizations set status = 'SUSPENDED' where id = $1", [host.orgId])
  t.platform.auth.invalidate(host.userId)
  expect((await joinAsNew(t, token)).body.code).toBe('ORGANIZATION_SUSPENDED')
  expect((await invite(t, host, newAddress())).body.code).toBe('ORGANIZATION_SUSPENDED')
})

describe('seats', () => {
  const small = async (maxUsers: number) => {
    const host = await t.register()
    await t.owner.query('update auth.organizations set max_users = $2 where id = $1', [host.orgId, maxUsers])
    t.platform.auth.invalidate(host.userId)
    return host
  }

  test('are reserved by invitations; a full organization names the plan that raises the limit', async () => {
    const host = await small(2)
    const { id } = (await invite(t, host, newAddress())).body.data
    const full = await invite(t, host, newAddress())
    expect([full.status, full.body.code, full.body.error]).toEqual([
      409,
      'PLAN_LIMIT',
      'Your plan allows 2 users. The Free plan allows more.',
    ])
    await t.call('DELETE', `/api/team/invitations/${id}`, { token: host.token })
    expect((await invite(t, host, newAddress())).status).toBe(201)
  })

  test('allow one of two concurrent invitations for the last seat', async () => {
    const host = await small(2)
    const responses = await Promise.all(Array.from({ length: 8 }, () => invite(t, host, newAddress())))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  test('eight simultaneous accepts make one member', async () => {
    const host = await small(5)
    const email = newAddress()
    await invite(t, host, email)
    const token = await mailedToken(t, host.orgId, email)
    const responses = await Promise.all(Array.from({ length: 8 }, () => joinAsNew(t, token)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(200)
    expect(statuses.slice(1).every((status) => status === 410 || status === 409)).toBe(true)
    const { rows } = await t.owner.query<{ members: number; people: number }>(
      'select (select count(*)::int from auth.memberships where org_id = $1) as members, (select count(*)::int from auth.users where email = $2) as people',
      [host.orgId, email],
    )
    expect(rows[0]).toEqual({ members: 2, people: 1 })
  })

  test('eight simultaneous accepts of an existing account are one joining', async () => {
    const [host, known] = [await small(5), await t.register()]
    await invite(t, host, known.email)
    const token = await mailedToken(t, host.orgId, known.email)
    const accept = () => t.call('POST', '/api/auth/join/accept', { token: known.token, body: { token } })
    const responses = await Promise.all(Array.from({ length: 8 }, accept))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410, 410, 410])
    const { rowCount } = await t.owner.query("select 1 from app.outbox where org_id = $1 and type = 'user.joined'", [host.orgId])
    expect(rowCount).toBe(1)
  })

  test('go to the first to join when the limit drops below the invitations', async () => {
    const host = await small(3)
    const [one, two] = [newAddress(), newAddress()]
    await invite(t, host, one)
    await invite(t, host, two)
    await t.owner.query('update auth.organizations set max_users = 2 where id = $1', [host.orgId])
    expect((await joinAsNew(t, await mailedToken(t, host.orgId, one))).status).toBe(200)
    expect((await joinAsNew(t, await mailedToken(t, host.orgId, two))).body.code).toBe('PLAN_LIMIT')
    const { rowCount } = await t.owner.query('select 1 from auth.users where email = $1', [two])
    expect(rowCount).toBe(0)
  })
})

test('a foreign invitation does not exist', async () => {
  const { id } = (await invite(t, owner, newAddress())).body.data
  const stranger = await t.register()
  for (const [method, path] of [
    ['POST', `/api/team/invitations/${id}/resend`],
    ['DELETE', `/api/team/invitations/${id}`],
  ] as const)
    expect((await t.call(method, path, { token: stranger.token })).status).toBe(404)
})

test('SEC-4: limits all organizations and accounts together to ten emails an hour to one uninvolved address', async () => {
  const victim = newAddress()
  const hosts = await Promise.all(Array.from({ length: 4 }, () => t.register()))
  const write = async (host: TestUser) => {
    const { status, body } = await invite(t, host, victim)
    if (status === 201) await t.call('DELETE', `/api/team/invitations/${body.data.id}`, { token: host.token })
    return status
  }
  const statuses = []
  for (let i = 0; i < 8; i++) statuses.push(await write(hosts[i % 4]!))
  for (const host of hosts) {
    const { status } = await t.call('POST', '/api/profile/email', { token: host.token, body: { email: victim } })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 201), 200, 200, 429, 429])
  expect(await write(hosts[0]!)).toBe(429)
})
