import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invitation, TeamStats } from '@imperium/contract/team.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { ageInvitations, invite, joinAsNew, mailedToken, newAddress } from './test-team.ts'

// Any order of operations on invitations, through HTTP, against a minimal model: state, links and seats always agree.

const day = 86_400_000
const seats = 4
let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  // One address opens thousands of links here.
  const { limiter } = t.platform
  Object.assign(t.platform, { limiter: (...[key, max, ...rest]: Parameters<typeof limiter>) => limiter(key, max * 1_000, ...rest) })
})
afterAll(() => t.close())

interface Guest {
  email: string
  /** Of the newest invitation; null before the first. */
  id: string | null
  state: Invitation['state'] | 'none'
  expiresMs: number
  sentMs: number
  /** Tokens by age, the newest last; those before were replaced. */
  links: string[]
  /** Links of invitations that were revoked or used. */
  dead: { token: string; code: 'INVITATION_USED' | 'INVITATION_REVOKED' }[]
}

interface World {
  owner: TestUser
  guests: Guest[]
}

const stateNow = (guest: Guest): Guest['state'] => (guest.state === 'pending' && guest.expiresMs <= Date.now() ? 'expired' : guest.state)
const seatsTaken = ({ guests }: World) => 1 + guests.filter((guest) => ['pending', 'accepted'].includes(stateNow(guest))).length

/** Runs one operation on one guest and compares the response with the model. */
const acts = {
  invite: async (world: World, guest: Guest) => {
    const expected =
      guest.state === 'accepted'
        ? 'ALREADY_MEMBER'
        : ['pending', 'expired'].includes(stateNow(guest))
          ? 'ALREADY_INVITED'
          : seatsTaken(world) >= seats
            ? 'PLAN_LIMIT'
            : undefined
    const { status, body } = await invite(t, world.owner, guest.email)
    expect([status, body.code]).toEqual([expected ? 409 : 201, expected])
    if (expected) return
    Object.assign(guest, { id: body.data.id, state: 'pending' })
    await mailed(world, guest)
  },
  resend: async (world: World, guest: Guest) => {
    const before = stateNow(guest)
    const open = before === 'pending' || before === 'expired'
    const expected = !guest.id
      ? 404
      : !open
        ? 409
        : Date.now() < guest.sentMs + 60_000
          ? 429
          : before === 'expired' && seatsTaken(world) >= seats
            ? 409
            : 200
    const { status } = await t.call('POST', `/api/team/invitations/${guest.id ?? world.owner.userId}/resend`, { token: world.owner.token })
    expect(status).toBe(expected)
    if (expected === 200) await mailed(world, guest)
  },
  revoke: async (world: World, guest: Guest) => {
    const before = stateNow(guest)
    const expected = !guest.id ? 404 : before === 'pending' || before === 'expired' ? 200 : 409
    const { status } = await t.call('DELETE', `/api/team/invitations/${guest.id ?? world.owner.userId}`, { token: world.owner.token })
    expect(status).toBe(expected)
    if (expected !== 200) return
    guest.state = 'revoked'
    bury(guest, 'INVITATION_REVOKED')
  },
  accept: async (_world: World, guest: Guest) => {
    const token = guest.links.at(-1)
    if (!token || guest.state === 'accepted') return
    const { status, body } = await joinAsNew(t, token)
    if (stateNow(guest) === 'pending') {
      expect(status).toBe(200)
      guest.state = 'accepted'
      bury(guest, 'INVITATION_USED')
    } else expect([status, body.code]).toEqual([410, 'INVITATION_EXPIRED'])
  },
  waitAMinute: (world: World) => wait(world, 61_000),
  waitDays: (world: World) => wait(world, 4 * day),
}

/** Every link that was ever emailed, and its response now. */
async function compareLinks(guest: Guest): Promise<void> {
  const current = { pending: undefined, expired: 'INVITATION_EXPIRED' }[stateNow(guest) as 'pending' | 'expired']
  const expected = [
    ...guest.dead.map(({ token, code }) => [token, code] as const),
    ...guest.links.map((token, index) => [token, index < guest.links.length - 1 ? 'NOT_FOUND' : current] as const),
  ]
  for (const [token, code] of expected) {
    const { body } = await t.call('POST', '/api/auth/join/preview', { body: { token } })
    expect(body.code).toBe(code)
  }
}

function bury(guest: Guest, code: Guest['dead'][number]['code']): void {
  const token = guest.links.at(-1)
  if (token) guest.dead.push({ token, code })
  guest.links = []
}

async function wait({ owner, guests }: World, ms: number): Promise<void> {
  await ageInvitations(t, owner.orgId, ms)
  for (const guest of guests) {
    guest.sentMs -= ms
    guest.expiresMs -= ms
  }
}

async function mailed(world: World, guest: Guest): Promise<void> {
  guest.sentMs = Date.now()
  guest.expiresMs = Date.now() + 7 * day
  guest.links.push(await mailedToken(t, world.owner.orgId, guest.email))
}

async function compare(world: World): Promise<void> {
  const { data } = (await t.call<TeamStats>('GET', '/api/team/stats', { token: world.owner.token })).body
  const count = (state: Guest['state']) => world.guests.filter((guest) => stateNow(guest) === state).length
  expect([data.used, data.pending, data.available]).toEqual([
    1 + count('accepted'),
    count('pending'),
    Math.max(0, seats - seatsTaken(world)),
  ])
  for (const guest of world.guests) await compareLinks(guest)
  const list = (await t.call<Invitation[]>('GET', '/api/team/invitations?limit=200', { token: world.owner.token })).body.data
  const invited = world.guests.filter((guest) => guest.id !== null)
  expect(invited.map((guest) => list.find((each) => each.id === guest.id)?.state)).toEqual(invited.map(stateNow))
}

test('matches the model for operations in any order', { timeout: 120_000 }, async () => {
  const step = fc.record({ act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])), who: fc.nat({ max: 4 }) })
  const checked = fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const owner = await t.register()
      await t.owner.query('update auth.organizations set max_users = $2 where id = $1', [owner.orgId, seats])
      t.platform.auth.invalidate(owner.userId)
      const guests = Array.from({ length: 5 }, (): Guest => ({
        email: newAddress(),
        id: null,
        state: 'none',
        expiresMs: 0,
        sentMs: 0,
        links: [],
        dead: [],
      }))
      const world = { owner, guests }
      for (const { act, who } of steps) {
        await acts[act](world, guests[who] as Guest)
        await compare(world)
      }
    }),
    { numRuns: 25 },
  )
  await expect(checked).resolves.toBeUndefined()
})
