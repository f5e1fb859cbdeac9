import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { roles } from '@imperium/contract/permissions.ts'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { newToken } from '../../platform/crypto/crypto.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { byRole, isOrg, noOrganization, unauthenticated } from './caller.ts'
import type { Caller, Refusal } from './caller.ts'
import { faultsOf } from './check-reply.ts'
import { keyCallers } from './key-callers.ts'
import { memberCallers } from './member-callers.ts'
import { isOfOperator } from './of-operator.ts'
import { routes } from './routes.ts'
import type { Route } from './routes.ts'
import { changesNothing, send } from './send.ts'
import { movesPeople, restorePeople } from './restore-people.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { bearerOf, makeOrg, makeSample, openSession, openWorld, settingOf } from './world.ts'
import type { Org, Sample } from './sample.ts'

// Every operation x every kind of caller; sessions and invalid credentials at its first address only. Expectations come from the
// contract's `access` (SEC-17, R2, R10).

let t: TestApp
let home: Org
let suspended: Org
let abroad: Org

beforeAll(async () => {
  t = await openWorld()
  home = await makeOrg(t)
  suspended = await makeOrg(t)
  abroad = await makeOrg(t)
})
afterAll(() => t.close())
// No real account has thousands of sessions; operations that count an account's sessions would count all of these.
beforeEach(() => t.owner.query(`delete from auth.sessions where user_agent = 'matrix'`))

/** A suspended organization starts and continues nothing from outside, and the response hides why. A quotation stays readable. */
const ofHook = ({ id }: Endpoint): Refusal | null => {
  if (id === 'sales-pages.answerQuotation') return [409, 'CONFLICT']
  // The service that signed the call makes it again later.
  if (id === 'integrations.receive') return [429, 'RATE_LIMITED']
  return /^workflow-(hooks\.|approvals\.\w+ByLink$)|^reports\.sharedPage$|^sign-up-forms\.(open|submit|thank)$|^help-center\.(home|article|rate|sitemap|logo)$|^chat\.(page|describe|start|thread|send|events|askPerson|mailTranscript|proveAddress|openTranscript|endTranscript)$/.test(
    id,
  )
    ? [404, 'NOT_FOUND']
    : null
}

const crossSite = (endpoint: Endpoint): Refusal | null => (endpoint.access !== 'public' && isWrite(endpoint) ? [403, 'FORBIDDEN'] : null)

/** A chat answers the websites of its agent only, and itself. */
const foreignPage = (endpoint: Endpoint): Refusal | null =>
  /^chat\.(describe|start|thread|send|events|askPerson|mailTranscript|proveAddress)$/.test(endpoint.id)
    ? [403, 'FORBIDDEN']
    : crossSite(endpoint)

const cookie = (token: string) => ({ cookie: `imperium_session=${token}` })
const atHome = { org: () => home, person: () => home.people.OWNER }
const setStatus = (status: string) => (org: Org) =>
  t.owner.query('update auth.organizations set status = $2 where id = $1', [org.id, status])

/** Sessions are checked before the two addresses of an operation differ: one is enough. */
const byPage = ({ prefix }: Route) => prefix === '/api'

/** Credentials of which a part is wrong: turned away before an operation is reached, so those that need a session are enough. */
const atProvider = {
  ...atHome,
  refusal: unauthenticated,
  appliesTo: (route: Route) => byPage(route) && route.endpoint.access !== 'public',
}
const impostors: Caller[] = [
  // R22: one factor of two is no session, however the challenge is sent.
  {
    name: 'pending second factor as bearer',
    ...atProvider,
    headers: async (person) => ({ authorization: `Bearer ${(await beginSignIn(t, person)).token}` }),
  },
  {
    name: 'pending second factor as cookie',
    ...atProvider,
    headers: async (person) => {
      const { token, handle } = await beginSignIn(t, person)
      return { ...cookie(token), authorization: `Bearer ${handle}` }
    },
  },
  { name: 'empty bearer', ...atProvider, headers: async () => ({ authorization: 'Bearer ' }) },
  {
    name: 'another scheme',
    ...atProvider,
    headers: async (person) => ({ authorization: `Basic ${(await openSession(t, person)).token}` }),
  },
  {
    name: 'a header that claims to be inside',
    ...atProvider,
    headers: async () => ({ 'x-request-from': 'internal', 'x-forwarded-for': '127.0.0.1' }),
  },
  {
    name: 'cookie without its handle',
    ...atProvider,
    headers: async (person) => cookie((await openSession(t, person, { transport: 'cookie' })).token),
  },
  {
    name: 'cookie with the handle of another session',
    ...atProvider,
    headers: async (person) => ({
      ...cookie((await openSession(t, person, { transport: 'cookie' })).token),
      authorization: `Bearer ${(await openSession(t, person)).handle}`,
    }),
  },
  {
    name: 'handle without its cookie',
    ...atProvider,
    headers: async (person) => ({ authorization: `Bearer ${(await openSession(t, person, { transport: 'cookie' })).handle}` }),
  },
  {
    name: "a cookie's token as bearer",
    ...atProvider,
    headers: async (person) => ({ authorization: `Bearer ${(await openSession(t, person, { transport: 'cookie' })).token}` }),
  },
  {
    name: "a bearer's token as cookie",
    ...atProvider,
    headers: async (person) => {
      const { token, handle } = await openSession(t, person)
      return { ...cookie(token), authorization: `Bearer ${handle}` }
    },
  },
]

const callers: Caller[] = [
  { name: 'anonymous', ...atHome, headers: async () => ({}), refusal: unauthenticated },
  ...roles.map((role): Caller => ({
    name: role,
    org: () => home,
    person: () => home.people[role],
    headers: (person) => bearerOf(t, person),
    refusal: byRole(role),
  })),
  {
    name: 'member of another tenant who names this one',
    org: () => home,
    person: () => abroad.people.OWNER,
    headers: async (person) => ({ ...(await bearerOf(t, person)), 'x-tenant': home.id }),
    refusal: noOrganization,
  },
  {
    name: 'account without an organization',
    org: () => abroad,
    person: () => abroad.people.VIEWER,
    headers: (person) => bearerOf(t, person),
    refusal: noOrganization,
    // Includes organizations that this account created in an earlier row of the matrix.
    arrange: (org) => t.owner.query(`update auth.memberships set status = 'INACTIVE' where user_id = $1`, [org.people.VIEWER.userId]),
    restore: (org) => t.owner.query(`update auth.memberships set status = 'ACTIVE' where org_id = $1`, [org.id]),
  },
  {
    name: 'owner of a suspended organization',
    org: () => suspended,
    person: () => suspended.people.OWNER,
    headers: (person) => bearerOf(t, person),
    refusal: (endpoint) =>
      ofHook(endpoint) ?? (isOrg(endpoint) && isWrite(endpoint) && !endpoint.whileSuspended ? [403, 'ORGANIZATION_SUSPENDED'] : null),
    arrange: setStatus('SUSPENDED'),
    restore: setStatus('ACTIVE'),
  },
  {
    name: 'viewer of a suspended organization',
    org: () => suspended,
    person: () => suspended.people.VIEWER,
    headers: (person) => bearerOf(t, person),
    refusal: (endpoint) =>
      ofHook(endpoint) ??
      byRole('VIEWER')(endpoint) ??
      (isOrg(endpoint) && isWrite(endpoint) && !endpoint.whileSuspended ? [403, 'ORGANIZATION_SUSPENDED'] : null),
    arrange: setStatus('SUSPENDED'),
    restore: setStatus('ACTIVE'),
  },
  {
    name: 'disabled account',
    org: () => abroad,
    person: () => abroad.people.MEMBER,
    headers: (person) => bearerOf(t, person),
    refusal: (endpoint) => (endpoint.id === 'auth.login' ? [401, 'INVALID_CREDENTIALS'] : unauthenticated(endpoint)),
    arrange: (org) => t.owner.query(`update auth.users set status = 'DISABLED' where id = $1`, [org.people.MEMBER.userId]),
    restore: (org) => t.owner.query(`update auth.users set status = 'ACTIVE' where id = $1`, [org.people.MEMBER.userId]),
  },
  ...[
    ['expired session', { expiresAt: new Date(Date.now() - 1_000) }] as const,
    ['ended session', { endedAt: new Date(Date.now() - 1_000) }] as const,
    ['idle session', { lastActiveAt: new Date(Date.now() - 366 * 86_400_000) }] as const,
  ].map(([name, change]): Caller => ({
    name,
    ...atHome,
    appliesTo: byPage,
    headers: async (person) => ({ authorization: `Bearer ${(await openSession(t, person, change)).token}` }),
    refusal: unauthenticated,
  })),
  { name: 'forged token', ...atHome, headers: async () => ({ authorization: `Bearer ${newToken()}` }), refusal: unauthenticated },
  ...impostors,
  ...(
    [
      ['our own page', { 'sec-fetch-site': 'same-origin' }, () => null],
      ["another site's page", { 'sec-fetch-site': 'cross-site' }, crossSite],
      ['a page of a sister host', { 'sec-fetch-site': 'same-site' }, crossSite],
      ['a page of another origin', { origin: 'https://evil.example' }, foreignPage],
      ['a page without origin', { origin: 'null' }, foreignPage],
    ] as const
  ).map(([name, page, refusal]): Caller => ({
    name: `cookie and handle from ${name}`,
    ...atHome,
    appliesTo: byPage,
    headers: async (person) => {
      const { token, handle } = await openSession(t, person, { transport: 'cookie' })
      return { ...cookie(token), authorization: `Bearer ${handle}`, ...page }
    },
    refusal,
  })),
  ...memberCallers(
    () => t,
    () => abroad,
  ).map((caller): Caller => ({ ...caller, appliesTo: (route) => byPage(route) && (caller.appliesTo?.(route) ?? true) })),
  ...keyCallers({ t: () => t, home: () => home, suspended: () => suspended, abroad: () => abroad }),
]

test('every operation of the contract is bound to a handler, and no other', () => {
  const bound = t.modules.flatMap((module) => module.operations.map(({ endpoint }) => endpoint.id))
  expect(bound.toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted())
})

test.each(routes.filter(({ endpoint }) => endpoint.event && endpoint.reply).map((route) => [route.name, route] as const))(
  '%s streams where that is asked for',
  async (_name, route) => {
    const headers = { ...(await bearerOf(t, home.people.OWNER)), accept: 'text/event-stream' }
    const reply = await send(t, route, await makeSample(settingOf(t, home), route.id), headers)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(faultsOf(route.endpoint, reply)).toEqual([])
  },
)

/** Refused before the sample is looked at: one of an owner serves them all. */
const isTurnedAway = (caller: Caller, { endpoint }: Route): boolean => endpoint.access !== 'public' && caller.refusal(endpoint) !== null

/** Whose sample a caller who is turned away tries: one that would be found, if the response must be that it is not there. */
function ownerFor(caller: Caller, { endpoint }: Route): [Org, TestUser] {
  const org = caller.refusal(endpoint)?.[0] === 404 ? caller.org() : home
  return [org, org.people.OWNER]
}

/** Those who are turned away first: they leave the owner's sample as it is. */
function inOrder(route: Route): Caller[] {
  const tried = callers.filter(({ appliesTo }) => !appliesTo || appliesTo(route))
  return [...tried.filter((caller) => isTurnedAway(caller, route)), ...tried.filter((caller) => !isTurnedAway(caller, route))]
}

/** A sample that is still unused, or a new one; its owner is the caller it is about, or else the organization. */
async function takeSample(
  kept: ReadonlyMap<TestUser | Org, Sample>,
  org: Org,
  maker: TestUser,
  route: Route,
): Promise<{ sample: Sample; owner: TestUser | Org }> {
  for (const owner of [maker, org]) {
    const sample = kept.get(owner)
    if (sample) return { sample, owner }
  }
  let owner: TestUser | Org = org
  const sample = await makeSample(
    settingOf(t, org, maker, () => (owner = maker)),
    route.id,
  )
  return { sample, owner }
}

describe('access by role', () => {
  test.each(routes.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const faults: string[] = []
    const kept = new Map<TestUser | Org, Sample>()
    for (const caller of inOrder(route)) {
      const org = caller.org()
      const person = caller.person()
      const [of, maker] = isTurnedAway(caller, route) ? ownerFor(caller, route) : [org, person]
      const { sample, owner } = await takeSample(kept, of, maker, route)
      const headers = await caller.headers(person, sample, route.endpoint)
      await caller.arrange?.(org)
      const reply = await send(t, route, sample, headers)
      await caller.restore?.(org)
      if (movesPeople.has(route.id)) await restorePeople(t, org)
      if (changesNothing(route, reply) && !isOfOperator(route.id)) kept.set(owner, sample)
      else kept.delete(owner)
      faults.push(...judge(route, caller, reply).map((fault) => `${caller.name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})

/** Allowed for the role, refused by the state: an owner must transfer ownership before leaving. */
const ownersStay = (endpoint: Endpoint, caller: Caller): Refusal | null =>
  endpoint.id === 'team.leave' && caller.person() === caller.org().people.OWNER ? [409, 'LAST_OWNER'] : null
/** Also for organizations that a user created in an earlier row of the matrix. */
/** The mailbox accepts only requests without signs of another origin; each condition has its test in the module. */
const isMailboxAfar = (endpoint: Endpoint, reply: Awaited<ReturnType<typeof send>>) =>
  endpoint.id.startsWith('mailbox.') && reply.status === 404

const mayOwnMore = (endpoint: Endpoint, reply: Awaited<ReturnType<typeof send>>) =>
  endpoint.id === 'profile.requestDeletion' && reply.json['code'] === 'LAST_OWNER'

/** A refusal shown as a page, which carries no code. */
const isPage = ({ headers }: Awaited<ReturnType<typeof send>>): boolean => String(headers['content-type']).startsWith('text/html')

function judge(route: Route, caller: Caller, reply: Awaited<ReturnType<typeof send>>): string[] {
  const faults = faultsOf(route.endpoint, reply)
  const refusal = caller.refusal(route.endpoint) ?? ownersStay(route.endpoint, caller)
  if (refusal === null) {
    if (reply.status >= 400 && !mayOwnMore(route.endpoint, reply) && !isMailboxAfar(route.endpoint, reply))
      faults.push(`is refused with ${reply.status}: ${reply.text.slice(0, 300)}`)
  } else if (reply.status !== refusal[0] || (reply.json['code'] !== refusal[1] && !isPage(reply))) {
    faults.push(`answers ${reply.status} ${String(reply.json['code'] ?? '')} instead of ${refusal.join(' ')}`)
  }
  return faults
}
