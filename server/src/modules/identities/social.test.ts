import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignInResponse, Session } from '@imperium/contract/auth/auth.ts'
import type { Identity } from '@imperium/contract/auth/identities.ts'
import { withFacts } from '../../platform/http/page-facts.ts'
import { newId } from '../../platform/ids.ts'
import { blockedStatements } from '../../testing/blocked-statements.ts'
import { startGithub } from '../../testing/identity-providers/github.ts'
import type { LocalGithub } from '../../testing/identity-providers/github.ts'
import { startOpenIdProvider } from '../../testing/identity-providers/openid-provider.ts'
import type { OpenIdProvider, PersonThere } from '../../testing/identity-providers/openid-provider.ts'
import { openVisitor } from '../../testing/identity-providers/visitor.ts'
import type { Visitor } from '../../testing/identity-providers/visitor.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { emailsTo } from '../../testing/two-factor-person.ts'

let t: TestApp
let google: OpenIdProvider
let github: LocalGithub
let nowMs = Date.now()

beforeAll(async () => {
  google = await startOpenIdProvider()
  github = await startGithub()
  t = await createTestApp({
    clock: { now: () => new Date(nowMs) },
    env: {
      EGRESS_ALLOW: '127.0.0.1',
      GOOGLE_ISSUER: google.url,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: `${github.url}/api`,
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
    },
  })
})
afterAll(async () => {
  await t.close()
  await google.stop()
  await github.stop()
})

type Provider = 'google' | 'github'

const newPerson = (more: Partial<PersonThere> = {}): PersonThere => {
  const sub = newId()
  return { sub, email: `${sub}@mail.example`, email_verified: true, given_name: 'Grace', family_name: 'Hopper', ...more }
}

async function start(visitor: Visitor, provider: Provider = 'google'): Promise<string> {
  const response = await visitor.call<{ url: string }>('POST', `/api/auth/providers/${provider}/start`)
  expect(response.status).toBe(200)
  return response.body.data.url
}

/** Follows the redirects to the provider and back; returns the page of ours that follows. */
async function completeSignIn(visitor: Visitor, person: PersonThere | null): Promise<URL> {
  google.signInAs(person)
  return visitor.open(await visitor.visit(await start(visitor)))
}

const complete = (visitor: Visitor) => visitor.call<SignInResponse>('POST', '/api/auth/providers/complete')

async function signIn(person: PersonThere, visitor = openVisitor(t)): Promise<Session> {
  const page = await completeSignIn(visitor, person)
  expect(page.searchParams.get('auth')).toBe('success')
  const { status, body } = await complete(visitor)
  expect(status).toBe(200)
  return body.data as Session
}

async function link(user: TestUser, person: PersonThere): Promise<{ status: number; identity: Identity; message: string | undefined }> {
  const visitor = openVisitor(t)
  google.signInAs(person)
  const begun = await visitor.call<{ url: string }>('POST', '/api/auth/providers/google/link', { token: user.token })
  const page = await visitor.open(await visitor.visit(begun.body.data.url))
  expect(page.search).toBe('?auth=success&link=true')
  const { status, body } = await visitor.call<Identity>('POST', '/api/auth/identities', { token: user.token })
  return { status, identity: body.data, message: body.message }
}

describe('signing in', () => {
  test('the buttons are those that the operator has set up', async () => {
    const { body } = await t.call('GET', '/api/auth/providers')
    const ways = { providers: ['google', 'github'], singleSignOn: false }
    expect(body.data).toEqual(ways)
    const page = '<head><title>Imperium</title></head>'
    const [, content = ''] = /<meta name="sign-in-ways" content="([^"]*)"><\/head>$/.exec(await withFacts(t.platform, '/login', page)) ?? []
    expect(JSON.parse(content.replaceAll('&#34;', '"'))).toEqual(ways)
    expect(await withFacts(t.platform, '/terms', page)).toBe(page)
  })

  test('creates an account without organization and password for a new user, and finds it the next time', async () => {
    const person = newPerson()
    const visitor = openVisitor(t)
    const page = await completeSignIn(visitor, person)
    expect([page.pathname, page.search]).toEqual(['/auth/google/callback', '?auth=success&new=true'])
    const first = (await complete(visitor)).body.data as Session
    expect(first.user).toMatchObject({ email: person.email, firstName: 'Grace', lastName: 'Hopper', emailVerified: true })
    expect(first.organization).toBeNull()
    const passwords = await t.owner.query('select 1 from auth.user_passwords where user_id = $1', [first.user.id])
    expect(passwords.rowCount).toBe(0)
    const again = openVisitor(t)
    expect((await completeSignIn(again, { ...person, email: 'moved@mail.example' })).search).toBe('?auth=success')
    expect(((await complete(again)).body.data as Session).user).toMatchObject({ id: first.user.id, email: person.email })
  })

  test('GitHub: identifies by account number, and takes the primary verified address', async () => {
    const id = Math.floor(Math.random() * 1e9)
    const email = `octo${id}@mail.example`
    const emails = [
      { email: 'other@mail.example', primary: false, verified: true },
      { email, primary: true, verified: true },
    ]
    const through = async (login: string) => {
      github.signInAs({ id, login, name: 'Mona Lisa Octocat', emails })
      const visitor = openVisitor(t)
      const page = await visitor.open(await visitor.visit(await start(visitor, 'github')))
      expect([page.pathname, page.searchParams.get('auth')]).toEqual(['/auth/github/callback', 'success'])
      return (await complete(visitor)).body.data as Session
    }
    const first = await through('octocat')
    expect(first.user).toMatchObject({ email, firstName: 'Mona', lastName: 'Lisa Octocat' })
    expect((await through('renamed')).user.id).toBe(first.user.id)
    const { rows } = await t.owner.query('select issuer, subject from auth.identities where user_id = $1', [first.user.id])
    expect(rows).toEqual([{ issuer: github.url, subject: String(id) }])
  })

  test('SEC-6: asks an account with a second factor for it; the challenge is no session', async () => {
    const person = newPerson()
    const session = await signIn(person)
    await t.owner.query('update auth.users set second_factor_at = now() where id = $1', [session.user.id])
    const visitor = openVisitor(t)
    await completeSignIn(visitor, person)
    const { body } = await complete(visitor)
    expect(Object.keys(body.data)).toEqual(['challenge'])
    const { challenge } = body.data as Extract<SignInResponse, { challenge: unknown }>
    expect((await t.call('GET', '/api/auth/profile', { token: challenge.token })).status).toBe(401)
  })

  test('R69: starts one session for a response used twice concurrently, and one account for two arrivals of one new user', async () => {
    const visitor = openVisitor(t)
    await completeSignIn(visitor, newPerson())
    const both = await Promise.all([complete(visitor), complete(visitor)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const person = newPerson()
    const visitors = [openVisitor(t), openVisitor(t), openVisitor(t), openVisitor(t)]
    for (const each of visitors) await completeSignIn(each, person)
    const responses = await Promise.all(visitors.map(complete))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(responses.map(({ body }) => (body.data as Session).user.id)).size).toBe(1)
  })

  test('R69: admits a user created between the lookups of account and identity, instead of refusing the address', async () => {
    const person = newPerson()
    const visitor = openVisitor(t)
    expect((await completeSignIn(visitor, person)).search).toBe('?auth=success&new=true')
    const earlier = await t.owner.connect()
    try {
      await earlier.query('begin')
      await earlier.query('lock table auth.users in access exclusive mode')
      const later = complete(visitor)
      await expect.poll(() => blockedStatements(t.owner)).toBe(1)
      const id = newId()
      await earlier.query(
        `insert into auth.users (id, email, first_name, last_name, language, terms_version, email_verified_at) values ($1, $2, 'Grace', 'Hopper', 'en', '1', now())`,
        [id, person.email],
      )
      await earlier.query(
        `insert into auth.identities (id, user_id, provider, issuer, subject, email, connected_at) values ($1, $2, 'google', $3, $4, $5, now())`,
        [newId(), id, google.url, person.sub, person.email],
      )
      await earlier.query('commit')
      const { status, body } = await later
      expect([status, (body.data as Session).user.id]).toEqual([200, id])
    } finally {
      earlier.release()
    }
  })
})

describe('SEC-8: never opens or connects an account by its address alone', () => {
  test('refuses the address of an existing account, whatever the provider claims', async () => {
    const user = await t.register()
    const page = await completeSignIn(openVisitor(t), newPerson({ email: user.email }))
    expect(page.searchParams.get('error')).toBe('account_exists')
    expect(page.searchParams.get('message')).toBe(
      'An account with this email already exists. Sign in with your password and connect Google in your profile.',
    )
    expect((await t.owner.query('select 1 from auth.identities where user_id = $1', [user.userId])).rowCount).toBe(0)
  })

  test('decides again when the sign-in completes, and takes over no account created in between', async () => {
    const person = newPerson()
    const visitor = openVisitor(t)
    expect((await completeSignIn(visitor, person)).searchParams.get('new')).toBe('true')
    await t.register({ email: person.email as string })
    const { status, body } = await complete(visitor)
    expect([status, body.message]).toEqual([403, expect.stringContaining('already exists')])
  })

  test.each([['false', false] as const, ['not said', undefined] as const])(
    'an address whose proof is %s makes no account',
    async (_name, verified) => {
      const { email_verified: _proof, ...rest } = newPerson()
      const page = await completeSignIn(openVisitor(t), verified === undefined ? rest : { ...rest, email_verified: verified })
      expect(page.searchParams.get('error')).toBe('email_not_verified')
    },
  )

  test('a disabled account stays closed', async () => {
    const person = newPerson()
    const { user } = await signIn(person)
    await t.owner.query(`update auth.users set status = 'DISABLED' where id = $1`, [user.id])
    expect((await completeSignIn(openVisitor(t), person)).searchParams.get('error')).toBe('account_disabled')
  })

  test('shows our own message to a user who cancels at the provider', async () => {
    const page = await completeSignIn(openVisitor(t), null)
    expect(page.searchParams.get('message')).toBe('You cancelled the sign-in with Google.')
  })
})

describe('binds a response to the browser, the attempt and the provider of its request', () => {
  const expectRefused = (page: URL) => {
    expect([page.origin, page.pathname.startsWith('/auth/'), page.searchParams.get('error')]).toEqual([
      t.platform.config.publicUrl,
      true,
      'invalid_state',
    ])
  }

  test('another browser can neither bring it back nor end it', async () => {
    google.signInAs(newPerson())
    const visitor = openVisitor(t)
    const back = await visitor.visit(await start(visitor))
    expectRefused(await openVisitor(t).open(back))
    const stranger = openVisitor(t)
    await start(stranger)
    expectRefused(await stranger.open(back))
    // The other browser's attempt consumed nothing.
    expect((await visitor.open(back)).searchParams.get('auth')).toBe('success')
    expect((await complete(stranger)).status).toBe(409)
    expect((await complete(openVisitor(t))).status).toBe(409)
    expect((await complete(visitor)).status).toBe(200)
  })

  test('it works once', async () => {
    google.signInAs(newPerson())
    const visitor = openVisitor(t)
    const back = await visitor.visit(await start(visitor))
    await visitor.open(back)
    expectRefused(await visitor.open(back))
    expect((await complete(visitor)).status).toBe(200)
    expect((await complete(visitor)).status).toBe(409)
  })

  test('a wrong or missing state, and the address of another provider, are refused', async () => {
    google.signInAs(newPerson())
    const visitor = openVisitor(t)
    const back = new URL(await visitor.visit(await start(visitor)))
    const changed = (change: (url: URL) => void) => {
      const url = new URL(back)
      change(url)
      return url.href
    }
    expectRefused(await visitor.open(changed((url) => url.searchParams.set('state', 'x'.repeat(43)))))
    expectRefused(await visitor.open(changed((url) => url.searchParams.delete('state'))))
    expectRefused(await visitor.open(changed((url) => (url.pathname = '/api/auth/providers/github/callback'))))
    expectRefused(await visitor.open(changed((url) => (url.pathname = `/api/auth/sso/${newId()}/callback`))))
    expect((await visitor.open(changed((url) => url.searchParams.set('iss', 'https://evil.example')))).searchParams.get('error')).toBe(
      'invalid_answer',
    )
  })

  test('a code of another attempt does not fit this one: PKCE', async () => {
    google.signInAs(newPerson())
    const [mine, theirs] = [openVisitor(t), openVisitor(t)]
    const back = new URL(await mine.visit(await start(mine)))
    const other = new URL(await theirs.visit(await start(theirs)))
    back.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect((await mine.open(back.href)).searchParams.get('error')).toBe('invalid_answer')
    expect((await complete(mine)).status).toBe(409)
  })

  test('after ten minutes it is over, before the callback and after it', async () => {
    google.signInAs(newPerson())
    const [late, slow] = [openVisitor(t), openVisitor(t)]
    const back = await late.visit(await start(late))
    await slow.open(await slow.visit(await start(slow)))
    nowMs += 11 * 60_000
    expectRefused(await late.open(back))
    expect((await complete(slow)).status).toBe(409)
    nowMs = Date.now()
  })

  test('R24: takes the redirect target from nothing in the request', async () => {
    const visitor = openVisitor(t)
    google.signInAs(newPerson())
    const back = new URL(await visitor.visit(await start(visitor)))
    for (const name of ['redirectTo', 'redirect_uri', 'next', 'returnTo']) back.searchParams.set(name, 'https://evil.example/')
    expect((await visitor.open(back.href)).href).toBe(`${t.platform.config.publicUrl}/auth/google/callback?auth=success&new=true`)
    const text = 'https://evil.example/?a=<script>'
    const failed = await visitor.open(`${t.platform.config.publicUrl}/api/auth/providers/google/callback?error=${encodeURIComponent(text)}`)
    expect(failed.href).not.toContain('evil')
  })

  test('SEC-15: no token of ours is in any address', async () => {
    const visitor = openVisitor(t)
    const page = await completeSignIn(visitor, newPerson())
    const { token } = (await complete(visitor)).body.data as Session
    expect(page.href).not.toContain(token)
    const { rows } = await t.owner.query<{ row: string }>('select f::text as row from auth.sign_in_flows f')
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  })
})

describe('connected accounts', () => {
  test('connect, sign in with it, see it, disconnect it', async () => {
    const user = await t.register()
    const person = newPerson()
    const { status, identity } = await link(user, person)
    expect([status, identity.provider, identity.email]).toEqual([201, 'google', person.email])
    expect((await signIn(person)).user.id).toBe(user.userId)
    const { body } = await t.call<Identity[]>('GET', '/api/auth/identities', { token: user.token })
    expect(body.data).toMatchObject([{ id: identity.id, provider: 'google', email: person.email, organizationName: null }])
    expect((await t.call('DELETE', `/api/auth/identities/${identity.id}`, { token: user.token })).status).toBe(200)
    expect((await completeSignIn(openVisitor(t), { ...person, email: user.email })).searchParams.get('error')).toBe('account_exists')
    const subjects = (await emailsTo(t, user.email)).map((each) => each.subject)
    expect(subjects.slice(-2)).toEqual(['Google was connected to your account', 'Google was disconnected from your account'])
  })

  test('connects one identity of each kind; never one of another user', async () => {
    const [user, other] = [await t.register(), await t.register()]
    const person = newPerson()
    await link(user, person)
    expect(await link(user, newPerson())).toMatchObject({ status: 409, message: expect.stringContaining('already') as string })
    expect(await link(other, person)).toMatchObject({ status: 409, message: 'This Google account is connected to another account.' })
  })

  test('does not let another user complete a connection', async () => {
    const [user, other] = [await t.register(), await t.register()]
    const visitor = openVisitor(t)
    google.signInAs(newPerson())
    const begun = await visitor.call<{ url: string }>('POST', '/api/auth/providers/google/link', { token: user.token })
    await visitor.open(await visitor.visit(begun.body.data.url))
    expect((await visitor.call('POST', '/api/auth/identities', { token: other.token })).status).toBe(409)
    // It does not sign in either.
    expect((await complete(visitor)).status).toBe(409)
  })

  test('keeps the last sign-in method', async () => {
    const { token } = await signIn(newPerson())
    const { body } = await t.call<Identity[]>('GET', '/api/auth/identities', { token })
    const path = `/api/auth/identities/${body.data[0]?.id ?? ''}`
    const refused = await t.call('DELETE', path, { token })
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_SIGN_IN_METHOD'])
    const stranger = await t.register()
    expect((await t.call('DELETE', path, { token: stranger.token })).status).toBe(404)
  })

  test('SEC-14: connecting and disconnecting ask for a recent sign-in', async () => {
    const user = await t.register()
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [user.userId])
    t.platform.auth.invalidate(user.userId)
    const response = await t.call('POST', '/api/auth/providers/google/link', { token: user.token })
    expect([response.status, response.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  })
})
