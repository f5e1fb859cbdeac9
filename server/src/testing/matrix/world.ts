import { deriveHandle, hashToken, newToken } from '../../platform/crypto/crypto.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../test-app.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { routes } from './routes.ts'
import type { OperationId } from './routes.ts'
import { sampleOf } from './samples.ts'
import { send } from './send.ts'
import type { Org, Sample, SessionRow, Setting } from './sample.ts'

interface SessionChange {
  transport?: 'cookie' | 'bearer'
  expiresAt?: Date
  endedAt?: Date
  lastActiveAt?: Date
}
let count = 0

/** The product with limits that no matrix reaches. */
export async function openWorld(): Promise<TestApp> {
  const t = await createTestApp({
    env: { RATE_LIMIT_REGISTER: '1000000', EGRESS_ALLOW: '', GITHUB_CLIENT_ID: 'matrix', GITHUB_CLIENT_SECRET: 'matrix' },
  })
  const { limiter } = t.platform
  // Contract limits are lifted: here one account calls each operation a hundred times.
  Object.assign(t.platform, { limiter: (...[key, max, ...rest]: Parameters<typeof limiter>) => limiter(key, max * 1_000, ...rest) })
  return t
}

export async function makeOrg(t: TestApp): Promise<Org> {
  const mark = `Mk${newId().replaceAll('-', '').slice(-10)}`
  const owner = await t.register({ organizationName: `Org ${mark}` })
  await t.owner.query(
    'update auth.organizations set max_agents = 1000000, max_users = 1000, api_calls_limit = 1000000000, entities_limit = 100000 where id = $1',
    [owner.orgId],
  )
  const member = (role: 'ADMIN' | 'MEMBER' | 'VIEWER') => t.addMember(owner.orgId, role)
  const people = { OWNER: owner, ADMIN: await member('ADMIN'), MEMBER: await member('MEMBER'), VIEWER: await member('VIEWER') }
  return { id: owner.orgId, slug: owner.slug, mark, people }
}

/** Writes a session as a sign-in would, without its cost: the matrices need thousands. */
export async function openSession(t: TestApp, person: TestUser, change: SessionChange = {}): Promise<SessionRow> {
  const id = newId()
  const token = newToken()
  const { transport = 'bearer', expiresAt = new Date(Date.now() + 3_600_000), endedAt = null, lastActiveAt = new Date() } = change
  await t.owner.query(
    `insert into auth.sessions (id, token_hash, family_id, user_id, current_org_id, transport, ip_address, user_agent, last_active_at, expires_at, ended_at)
     values ($1, $2, $1, $3, $4, $5, '127.0.0.1', 'matrix', $6, $7, $8)`,
    [id, hashToken(token), person.userId, person.orgId, transport, lastActiveAt, expiresAt, endedAt],
  )
  return { id, token, handle: deriveHandle(token) }
}

export async function bearerOf(t: TestApp, person: TestUser): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await openSession(t, person)).token}` }
}

/** `onCaller` learns that a sample is about its caller; all others serve every caller of the organization. */
export function settingOf(t: TestApp, org: Org, caller: TestUser = org.people.OWNER, onCaller = () => {}): Setting {
  const setting: Setting = {
    t,
    org,
    get caller() {
      onCaller()
      return caller
    },
    word: (prefix) => `${prefix}-${org.mark}-${++count}`,
    openSession: (person) => openSession(t, person),
    create: async (operation) => setting.run(operation, await sampleOf(operation)(settingOf(t, org))),
    run: async (operation, sample) => {
      const route = routes.find((each) => each.id === operation)
      if (!route) throw new Error(`no operation ${operation}`)
      const response = await send(t, route, sample, await bearerOf(t, org.people.OWNER))
      if (response.status >= 300) throw new Error(`sample of ${operation}: ${response.status} ${response.text}`)
      return response.json.data as Record<string, unknown>
    },
  }
  return setting
}

export const makeSample = async (setting: Setting, operation: OperationId): Promise<Sample> => sampleOf(operation)(setting)
