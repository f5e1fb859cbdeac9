import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { hashToken } from '../../../platform/crypto/crypto.ts'
import { createTestApp, testPassword } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

// Sessions against a model of a few lines: after any operations in any order, exactly the sessions that the model
// keeps as active open anything (SEC-10 to SEC-13, R16, R17).

const hourMs = 3_600_000
const idleMs = 12 * hourMs
const absoluteMs = 24 * hourMs

let t: TestApp
const clock = { nowMs: Date.now(), now: () => new Date(clock.nowMs) }
beforeAll(async () => {
  t = await createTestApp({ clock, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const { limiter } = t.platform
  Object.assign(t.platform, { limiter: (...[key, max, ...rest]: Parameters<typeof limiter>) => limiter(key, max * 1_000, ...rest) })
})
afterAll(() => t.close())

interface ModelSession {
  token: string
  family: number
  lastMs: number
  expiresMs: number
  /** Time of the last reauthentication; a refresh does not count. */
  provedMs: number
  state: 'open' | 'refreshed' | 'ended'
}

interface Model {
  sessions: ModelSession[]
  families: number
  password: string
  disabled: boolean
}

interface Real {
  person: TestUser
}

const isLive = (model: Model, session: ModelSession) =>
  session.state === 'open' && !model.disabled && clock.nowMs < session.expiresMs && clock.nowMs - session.lastMs < idleMs

/** What any use of a token does: a live session is active now; one that was exchanged takes its whole family along. */
function use(model: Model, session: ModelSession): boolean {
  if (isLive(model, session)) {
    session.lastMs = clock.nowMs
    return true
  }
  if (session.state === 'refreshed') endAll(model, (each) => each.family === session.family)
  return false
}

function endAll(model: Model, matches: (session: ModelSession) => boolean): void {
  for (const session of model.sessions) if (session.state === 'open' && matches(session)) session.state = 'ended'
}

const add = (model: Model, token: string, family: number, provedMs = clock.nowMs) =>
  model.sessions.push({ token, family, lastMs: clock.nowMs, expiresMs: clock.nowMs + absoluteMs, provedMs, state: 'open' })

/** Ending sessions requires authentication in the last ten minutes (SEC-14). */
const isProved = (session: ModelSession) => clock.nowMs - session.provedMs <= 10 * 60_000

let requests = 0
const send = (method: string, path: string, token: string, body?: unknown) =>
  t.call<Session>(method, `/api/auth${path}`, {
    token,
    // Dead tokens are counted for each network, and this test uses hundreds.
    headers: { 'x-forwarded-for': `198.18.${++requests >> 8}.${requests & 255}` },
    ...(body === undefined ? {} : { body }),
  })

/** Server and model agree. */
function agree(status: number, wanted: number): void {
  if (status !== wanted) throw new Error(`The server answers ${status}, the model says ${wanted}.`)
}

type Step = fc.AsyncCommand<Model, Real>
let passwords = 0

/** A step with a session picked from all that ever existed. */
function stepWith(name: string, run: (model: Model, session: ModelSession, real: Real) => Promise<void>): fc.Arbitrary<Step> {
  return fc.nat().map((number) => ({
    check: (model) => model.sessions.length > 0,
    run: async (model, real) => {
      // As a second process, or this one some seconds later, would see it.
      t.platform.auth.invalidate(real.person.userId)
      const session = model.sessions[number % model.sessions.length]
      if (session) await run(model, session, real)
    },
    toString: () => `${name} ${number}`,
  }))
}

const step = (name: string, run: (model: Model, real: Real) => Promise<void>): fc.Arbitrary<Step> =>
  fc.constant({ check: () => true, run, toString: () => name })

const signIn = step('sign in', async (model, { person }) => {
  const { status, body } = await t.call<Session>('POST', '/api/auth/login', { body: { email: person.email, password: model.password } })
  agree(status, model.disabled ? 401 : 200)
  if (status === 200) add(model, body.data.token, ++model.families)
})

const look = stepWith('use', async (model, session) => {
  const { status } = await send('GET', '/profile', session.token)
  agree(status, use(model, session) ? 200 : 401)
})

const refresh = stepWith('refresh', async (model, session) => {
  const { status, body } = await send('POST', '/refresh', session.token)
  agree(status, use(model, session) ? 200 : 401)
  if (status !== 200) return
  session.state = 'refreshed'
  add(model, body.data.token, session.family, session.provedMs)
})

const logout = stepWith('logout', async (model, session) => {
  const { status } = await send('POST', '/logout', session.token)
  agree(status, use(model, session) ? 200 : 401)
  if (status === 200) session.state = 'ended'
})

const endOther = stepWith('end the first one by', async (model, session) => {
  const [target] = model.sessions
  if (!target) return
  const { rows } = await t.owner.query<{ id: string }>('select id from auth.sessions where token_hash = $1', [hashToken(target.token)])
  const wasOpen = target.state === 'open'
  const { status } = await send('DELETE', `/sessions/${rows[0]?.id}`, session.token)
  const isDone = use(model, session)
  agree(status, isDone ? (isProved(session) ? (wasOpen ? 200 : 404) : 403) : 401)
  if (status === 200) target.state = 'ended'
})

const endOthers = stepWith('end all others by', async (model, session) => {
  const { status } = await send('DELETE', '/sessions', session.token)
  agree(status, use(model, session) ? (isProved(session) ? 200 : 403) : 401)
  if (status === 200) endAll(model, (each) => each !== session)
})

const changePassword = stepWith('change the password in', async (model, session) => {
  const newPassword = `Tangerine-Walrus-${++passwords}!`
  const { status, body } = await send('POST', '/change-password', session.token, { currentPassword: model.password, newPassword })
  agree(status, use(model, session) ? 200 : 401)
  if (status !== 200) return
  model.password = newPassword
  endAll(model, () => true)
  add(model, body.data.token, session.family)
})

const confirmPassword = stepWith('confirm the password in', async (model, session) => {
  const { status, body } = await send('POST', '/reauthenticate', session.token, { password: model.password })
  agree(status, use(model, session) ? 200 : 401)
  if (status !== 200) return
  session.state = 'ended'
  add(model, body.data.token, session.family)
})

const disable = step('disable or enable', async (model, { person }) => {
  model.disabled = !model.disabled
  await t.owner.query('update auth.users set status = $1 where id = $2', [model.disabled ? 'DISABLED' : 'ACTIVE', person.userId])
})

const wait = fc.constantFrom(1, 5, 11, 13, 23).map((hours): Step => ({
  check: () => true,
  run: async () => {
    clock.nowMs += hours * hourMs
  },
  toString: () => `${hours} hours later`,
}))

test('SEC-10 to SEC-13: keeps and ends sessions as the model does', async () => {
  const steps = fc.commands(
    [signIn, signIn, look, look, refresh, refresh, logout, endOther, endOthers, changePassword, confirmPassword, disable, wait, wait],
    {
      maxCommands: 24,
    },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      // Session families use the machine's own clock, and refreshing works for 30 days: every run begins today.
      clock.nowMs = Date.now()
      const person = await t.register()
      const model: Model = { sessions: [], families: 0, password: testPassword, disabled: false }
      add(model, person.token, 0)
      await fc.asyncModelRun(() => ({ model, real: { person } }), commands)
      t.platform.auth.invalidate(person.userId)
      for (const session of model.sessions.filter(({ state }) => state !== 'refreshed')) {
        const { status } = await send('GET', '/profile', session.token)
        expect(status).toBe(isLive(model, session) ? 200 : 401)
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 240_000)
