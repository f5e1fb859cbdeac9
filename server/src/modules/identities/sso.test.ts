import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, SignInResponse, User } from '@imperium/contract/auth/auth.ts'
import type { SsoDomain, SsoSettings } from '@imperium/contract/auth/identities.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { newId } from '../../platform/ids.ts'
import { startHostileIssuer, strangersKey } from '../../testing/identity-providers/hostile-issuer.ts'
import type { Forgery, HostileIssuer } from '../../testing/identity-providers/hostile-issuer.ts'
import { startOpenIdProvider } from '../../testing/identity-providers/openid-provider.ts'
import type { OpenIdProvider, PersonThere } from '../../testing/identity-providers/openid-provider.ts'
import { openVisitor } from '../../testing/identity-providers/visitor.ts'
import type { Visitor } from '../../testing/identity-providers/visitor.ts'
import { newPushTarget } from '../../testing/push-target.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let idp: OpenIdProvider
let hostile: HostileIssuer
const txt = new Map<string, string[]>()

beforeAll(async () => {
  idp = await startOpenIdProvider()
  hostile = await startHostileIssuer()
  // Two hosts and no range: the rest of this machine stays blocked.
  t = await createTestApp({ env: { EGRESS_ALLOW: `${new URL(idp.url).host},${new URL(hostile.url).host}` } })
  Object.assign(t.platform, { dns: { readTxt: async (name: string) => txt.get(name) ?? [] } })
})
afterAll(async () => {
  await t.close()
  await idp.stop()
  await hostile.stop()
})

const settings = (more: Record<string, unknown> = {}) => ({
  issuer: idp.url,
  clientId: idp.clientId,
  clientSecret: idp.clientSecret,
  defaultRole: 'MEMBER',
  enabled: true,
  enforced: false,
  trustsAddresses: false,
  ...more,
})

const save = (owner: TestUser, more: Record<string, unknown> = {}) =>
  t.call<SsoSettings>('PUT', '/api/security/sso', { token: owner.token, body: settings(more) })

async function claimDomain(owner: TestUser, domain: string): Promise<SsoDomain> {
  const { body } = await t.call<SsoDomain>('POST', '/api/security/sso/domains', { token: owner.token, body: { domain } })
  txt.set(body.data.record.name, [...(txt.get(body.data.record.name) ?? []), body.data.record.value])
  return body.data
}
const verify = (owner: TestUser, id: string) => t.call<SsoDomain>('POST', `/api/security/sso/domains/${id}/verify`, { token: owner.token })

interface Company {
  owner: TestUser
  domain: string
}

async function makeCompany(more: Record<string, unknown> = {}): Promise<Company> {
  const domain = `${newId().slice(-8)}.example`
  const owner = await t.register({ email: `owner@${domain}`, organizationName: 'Acme' })
  expect((await verify(owner, (await claimDomain(owner, domain)).id)).status).toBe(200)
  const saved = await save(owner, more)
  expect(saved.status).toBe(200)
  return { owner, domain }
}

const someone = (domain: string, more: Partial<PersonThere> = {}): PersonThere => {
  const sub = newId()
  return { sub, email: `${sub.slice(-8)}@${domain}`, email_verified: true, given_name: 'Emmy', family_name: 'Noether', ...more }
}

const begin = (visitor: Visitor, email: string) => visitor.call<{ url: string }>('POST', '/api/auth/sso/start', { body: { email } })
const complete = (visitor: Visitor) => visitor.call<SignInResponse>('POST', '/api/auth/providers/complete')

async function completeSignIn(visitor: Visitor, domain: string, person: PersonThere): Promise<URL> {
  idp.signInAs(person)
  const begun = await begin(visitor, `anybody@${domain}`)
  expect(begun.status).toBe(200)
  return visitor.open(await visitor.visit(begun.body.data.url))
}

async function signIn(domain: string, person: PersonThere): Promise<Session> {
  const visitor = openVisitor(t)
  const page = await completeSignIn(visitor, domain, person)
  expect(page.search).toMatch(/auth=success/)
  const { status, body } = await complete(visitor)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data as Session
}

const organizationsOf = async (token: string) =>
  (await t.call<Organization[]>('GET', '/api/auth/organizations', { token })).body.data.map((each) => each.id)

describe('just in time', () => {
  test('makes a new user of the verified domain a member with the default role, and finds the same account the next time', async () => {
    const { owner, domain } = await makeCompany({ defaultRole: 'VIEWER' })
    const person = someone(domain)
    const session = await signIn(domain, person)
    expect(session.organization).toMatchObject({ id: owner.orgId, role: 'VIEWER' })
    expect(session.user).toMatchObject({ email: person.email, firstName: 'Emmy', emailVerified: true })
    expect((await signIn(domain, person)).user.id).toBe(session.user.id)
  })

  test('connects an existing member by the verified domain, but neither the owner nor users outside', async () => {
    const { owner, domain } = await makeCompany()
    const member = await t.addMember(owner.orgId, 'ADMIN')
    await t.owner.query('update auth.users set email = $2 where id = $1', [member.userId, `member@${domain}`])
    expect((await signIn(domain, someone(domain, { email: `member@${domain}` }))).user.id).toBe(member.userId)
    const outside = await t.register({ email: `outside@${domain}` })
    for (const email of [`owner@${domain}`, outside.email, `member@${domain}`]) {
      const page = await completeSignIn(openVisitor(t), domain, someone(domain, { email }))
      expect([email, page.searchParams.get('message')]).toEqual([
        email,
        'An account with this email already exists. Sign in with your password and connect single sign-on in your profile.',
      ])
    }
  })

  test('admits a user who connects it from the account, as a member', async () => {
    const { owner, domain } = await makeCompany()
    const outside = await t.register({ email: `outside@${domain}` })
    for (const user of [outside, owner]) {
      const person = someone(domain, { email: user.email })
      const visitor = openVisitor(t)
      idp.signInAs(person)
      const begun = await visitor.call<{ url: string }>('POST', '/api/auth/sso/link', { token: user.token })
      expect((await visitor.open(await visitor.visit(begun.body.data.url))).search).toBe('?auth=success&link=true')
      expect((await visitor.call('POST', '/api/auth/identities', { token: user.token })).status).toBe(201)
      const session = await signIn(domain, person)
      expect([session.user.id, session.organization?.id]).toEqual([user.userId, owner.orgId])
    }
  })

  test('R69: never exceeds the seats, also concurrently', async () => {
    const { owner, domain } = await makeCompany()
    await t.owner.query('update auth.organizations set max_users = 2 where id = $1', [owner.orgId])
    const visitors = [openVisitor(t), openVisitor(t), openVisitor(t)]
    for (const visitor of visitors) await completeSignIn(visitor, domain, someone(domain))
    const responses = await Promise.all(visitors.map(complete))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'PLAN_LIMIT',
      message: expect.stringContaining('2 users') as string,
    })
    const { rows } = await t.owner.query<{ n: number }>('select count(*)::int as n from auth.users where email like $1', [`%@${domain}`])
    expect(rows).toEqual([{ n: 2 }])
  })

  test('gives an invited user the role of the invitation, which then reserves no second seat', async () => {
    const { owner, domain } = await makeCompany({ defaultRole: 'VIEWER' })
    const person = someone(domain)
    const invited = await t.call('POST', '/api/team/invitations', { token: owner.token, body: { email: person.email, role: 'ADMIN' } })
    expect(invited.status).toBe(201)
    await t.owner.query('update auth.organizations set max_users = 2 where id = $1', [owner.orgId])
    expect((await signIn(domain, person)).organization).toMatchObject({ id: owner.orgId, role: 'ADMIN' })
    const { body } = await t.call('GET', '/api/team/stats', { token: owner.token })
    expect(JSON.stringify(body.data)).toContain('"pending":0')
  })

  test('keeps a deactivated member out', async () => {
    const { owner, domain } = await makeCompany()
    const person = someone(domain)
    const session = await signIn(domain, person)
    await t.owner.query(`update auth.memberships set status = 'INACTIVE' where org_id = $1 and user_id = $2`, [
      owner.orgId,
      session.user.id,
    ])
    const visitor = openVisitor(t)
    await completeSignIn(visitor, domain, person)
    const { status, body } = await complete(visitor)
    expect([status, body.message]).toEqual([403, 'Your membership in this organization is deactivated. Ask an administrator.'])
  })
})

describe('addresses that the provider may vouch for', () => {
  test.each([
    ['of another domain', (domain: string) => ({ email: `x@not-${domain}` }), 'not_your_domain'],
    ['of a domain below', (domain: string) => ({ email: `x@sub.${domain}` }), 'not_your_domain'],
    ['that it says is not verified', () => ({ email_verified: false }), 'email_not_verified'],
  ])('an address %s is refused', async (_name, change, error) => {
    const { domain } = await makeCompany({ trustsAddresses: true })
    const page = await completeSignIn(openVisitor(t), domain, someone(domain, change(domain)))
    expect(page.searchParams.get('error')).toBe(error)
  })

  test('accepts missing verification only if the managers allow it', async () => {
    const { owner, domain } = await makeCompany()
    const { email_verified: _unsaid, ...silent } = someone(domain)
    expect((await completeSignIn(openVisitor(t), domain, silent)).searchParams.get('error')).toBe('email_not_verified')
    await save(owner, { trustsAddresses: true })
    expect((await signIn(domain, silent)).organization?.id).toBe(owner.orgId)
  })

  test('gives a domain to the organization that verified it first; a claim alone opens nothing', async () => {
    const { domain } = await makeCompany()
    const rival = await t.register()
    await save(rival)
    const claim = await claimDomain(rival, domain)
    expect((await verify(rival, claim.id)).body.message).toBe('This domain belongs to another organization.')
    const unproved = `${newId().slice(-8)}.example`
    const record = await claimDomain(rival, unproved)
    expect((await begin(openVisitor(t), `x@${unproved}`)).status).toBe(404)
    txt.set(record.record.name, ['something else'])
    expect((await verify(rival, record.id)).body.code).toBe('DOMAIN_NOT_PROVED')
  })
})

describe('another issuer on a connection', () => {
  test('disconnects the identities of the earlier provider, also if the connection was switched off in between', async () => {
    const { owner, domain } = await makeCompany()
    const person = someone(domain)
    await signIn(domain, person)
    const connected = async () =>
      (await t.owner.query<{ n: number }>('select count(*)::int as n from auth.identities where sso_org_id = $1', [owner.orgId])).rows[0]?.n
    expect(await connected()).toBe(1)
    expect((await save(owner, { enabled: false })).status).toBe(200)
    expect(await connected()).toBe(1)
    expect((await save(owner, { enabled: false, issuer: hostile.url })).status).toBe(200)
    expect(await connected()).toBe(0)
  })
})

describe('users without a verified address', () => {
  test('connects no identity of an organization, and sets up none', async () => {
    const { domain } = await makeCompany()
    const stranger = await t.register({ email: `bob@${domain}` })
    await t.owner.query('update auth.users set email_verified_at = null where id = $1', [stranger.userId])
    t.platform.auth.invalidate(stranger.userId)
    const linked = await t.call('POST', '/api/auth/sso/link', { token: stranger.token })
    expect([linked.status, linked.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    expect((await save(stranger)).body.code).toBe('EMAIL_NOT_VERIFIED')
    const claim = await t.call('POST', '/api/security/sso/domains', {
      token: stranger.token,
      body: { domain: `${newId().slice(-8)}.example` },
    })
    expect([claim.status, claim.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })
})

describe('SEC-20, ADR 13: a session that an organization opened reaches that organization', () => {
  test("opens no other organization of the account, nor the user's own data", async () => {
    const { owner, domain } = await makeCompany()
    const member = await t.register({ email: `two-homes@${domain}` })
    await t.owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [owner.orgId, member.userId])
    const { token } = await signIn(domain, someone(domain, { email: member.email }))
    expect(await organizationsOf(token)).toEqual([owner.orgId])
    for (const hint of [member.orgId, member.slug])
      expect((await t.call('GET', '/api/agents/stats', { token, headers: { 'x-tenant': hint } })).status).toBe(404)
    expect((await t.call('POST', `/api/organizations/${member.slug}/switch`, { token })).status).toBe(404)
    const refreshed = await t.call<Session>('POST', '/api/auth/refresh', { token })
    expect(await organizationsOf(refreshed.body.data.token)).toEqual([owner.orgId])
    const own = await t.call('POST', '/api/auth/sso/link', { token: refreshed.body.data.token })
    expect([own.status, own.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    // Operations that would reveal the other organizations, too.
    const exported = await t.call('POST', '/api/profile/export', { token: refreshed.body.data.token })
    expect([exported.status, exported.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    const notified = await t.call('POST', '/api/notifications/push', { token: refreshed.body.data.token, body: newPushTarget() })
    expect([notified.status, notified.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await organizationsOf(member.token)).toSorted()).toEqual([owner.orgId, member.orgId].toSorted())
  })

  test('SEC-6: also if the second factor is asked for in between', async () => {
    const { owner, domain } = await makeCompany()
    const member = await t.register({ email: `two-factors@${domain}` })
    await t.owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [owner.orgId, member.userId])
    const { secret } = (await t.call<{ secret: string }>('POST', '/api/auth/2fa/setup', { token: member.token })).body.data
    const codeAt = (ms: number) => new TOTP({ secret }).generate({ timestamp: ms })
    const enabled = await t.call('POST', '/api/auth/2fa/enable', { token: member.token, body: { code: codeAt(Date.now()) } })
    expect(enabled.status).toBe(200)
    const visitor = openVisitor(t)
    await completeSignIn(visitor, domain, someone(domain, { email: member.email }))
    const response = (await complete(visitor)).body.data as Extract<SignInResponse, { challenge: unknown }>
    const body = { challengeToken: response.challenge.token, code: codeAt(Date.now() + 30_000) }
    const session = await t.call<Session>('POST', '/api/auth/2fa/verify', { body })
    expect([session.status, session.body.data.organization?.id]).toEqual([200, owner.orgId])
    expect(await organizationsOf(session.body.data.token)).toEqual([owner.orgId])
    const made = await t.call('POST', '/api/organizations', { token: session.body.data.token, body: { name: 'Out of sight' } })
    expect([made.status, made.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('opens nothing of the first organization through the same issuer at another one', async () => {
    const [first, second] = [await makeCompany(), await makeCompany()]
    const person = someone(first.domain)
    const mine = await signIn(first.domain, person)
    const theirs = await signIn(second.domain, { ...person, email: `same-subject@${second.domain}` })
    expect(theirs.user.id).not.toBe(mine.user.id)
    expect(await organizationsOf(theirs.token)).toEqual([second.owner.orgId])
  })

  test('ends its sessions when it is switched off', async () => {
    const { owner, domain } = await makeCompany()
    const { token } = await signIn(domain, someone(domain))
    expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(200)
    await save(owner, { enabled: false })
    await expect.poll(async () => (await t.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    expect((await begin(openVisitor(t), `x@${domain}`)).status).toBe(404)
  })
})

test('required: admits members of the domain only by it, existing sessions included; the owner may use a password', async () => {
  const { owner, domain } = await makeCompany()
  const member = await t.register({ email: `m@${domain}` })
  const guest = await t.addMember(owner.orgId, 'MEMBER')
  await t.owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [owner.orgId, member.userId])
  await save(owner, { enforced: true })
  await expect.poll(() => organizationsOf(member.token)).toEqual([member.orgId])
  const login = (email: string) => t.call<Session>('POST', '/api/auth/login', { body: { email, password: testPassword } })
  expect(await organizationsOf((await login(member.email)).body.data.token)).toEqual([member.orgId])
  expect(await organizationsOf((await login(owner.email)).body.data.token)).toEqual([owner.orgId])
  expect(await organizationsOf((await login(guest.email)).body.data.token)).toEqual([owner.orgId])
  expect((await signIn(domain, someone(domain, { email: member.email }))).organization?.id).toBe(owner.orgId)
  await t.owner.query('delete from auth.memberships where org_id = $1', [member.orgId])
  const refused = await login(member.email)
  expect([refused.status, refused.body.code]).toEqual([403, 'SSO_REQUIRED'])
  await save(owner, { enforced: false })
  expect((await login(member.email)).status).toBe(200)
})

describe('settings', () => {
  test('keeps the secret write-only, sealed, and sends it to no other issuer', async () => {
    const { owner } = await makeCompany()
    const { body } = await t.call<SsoSettings>('GET', '/api/security/sso', { token: owner.token })
    expect(JSON.stringify(body)).not.toContain(idp.clientSecret)
    expect(body.data.callbackUrl).toBe(`${t.platform.config.publicUrl}/api/auth/sso/${owner.orgId}/callback`)
    const { rows } = await t.owner.query<{ row: string }>('select c::text as row from app.sso_connections c')
    expect(rows.some(({ row }) => row.includes(idp.clientSecret))).toBe(false)
    const { clientSecret: _kept, ...without } = settings()
    const put = (change: Record<string, unknown>) =>
      t.call<SsoSettings>('PUT', '/api/security/sso', { token: owner.token, body: { ...without, ...change } })
    expect((await put({ defaultRole: 'ADMIN' })).status).toBe(200)
    const moved = await put({ issuer: hostile.url })
    expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([422, 'clientSecret'])
  })

  test.each([
    ['an address inside', 'https://10.0.0.1/', 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.'],
    ['without https', 'http://example.com/', 'The issuer must begin with https://'],
    ['another server of this machine', 'http://127.0.0.1:9/', 'The issuer must begin with https://'],
  ])('R26: an issuer at %s is refused', async (_name, issuer, message) => {
    const response = await save(await t.register(), { issuer })
    expect([response.status, response.body.errors]).toEqual([422, [{ path: 'issuer', message }]])
  })

  test.each([
    ['that says it is somebody else', { issuer: 'https://accounts.example' }],
    ['whose page would be a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['without keys', { jwks_uri: undefined }],
  ])('an issuer %s is refused', async (_name, metadata) => {
    hostile.publish(metadata)
    const response = await save(await t.register(), { issuer: hostile.url })
    hostile.publish({})
    expect([response.status, response.body.errors?.[0]?.path]).toEqual([422, 'issuer'])
  })

  test('required needs a proved domain, and a provider that is on', async () => {
    const owner = await t.register()
    expect((await save(owner, { enforced: true })).body.errors?.[0]?.path).toBe('enforced')
    expect((await save(owner, { enforced: true, enabled: false })).body.errors?.[0]?.path).toBe('enforced')
  })
})

describe('refuses an invalid id token', () => {
  const forgeries: [string, Forgery][] = [
    ['signed by somebody else', { signWith: strangersKey() }],
    ['changed after it was signed', { tamper: (token) => token.replace(/\.[^.]+\./, (body) => `${body.slice(0, -2)}A.`) }],
    ['not signed at all', { header: { alg: 'none' }, tamper: (token) => token.replace(/[^.]+$/, '') }],
    ['of another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['for another client', { claims: { aud: 'somebody-else' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }],
    ['without a subject', { claims: { sub: undefined } }],
  ]

  const through = async (domain: string, forgery: Forgery) => {
    hostile.forge(forgery)
    const visitor = openVisitor(t)
    const begun = await begin(visitor, `h@${domain}`)
    const page = await visitor.open(hostile.visit(begun.body.data.url))
    return { visitor, page }
  }

  test('the honest one does; each forged one does not', async () => {
    const { domain } = await makeCompany({ issuer: hostile.url })
    const good = await through(domain, { claims: { email: `h@${domain}` } })
    expect(good.page.searchParams.get('auth')).toBe('success')
    expect(((await complete(good.visitor)).body.data as { user: User }).user.email).toBe(`h@${domain}`)
    for (const [name, forgery] of forgeries) {
      const { visitor, page } = await through(domain, { ...forgery, claims: { email: `h@${domain}`, ...forgery.claims } })
      expect([name, page.searchParams.get('error'), (await complete(visitor)).status]).toEqual([name, 'invalid_answer', 409])
    }
  })
})
