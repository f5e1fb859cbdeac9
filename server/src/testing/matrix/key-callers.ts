import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { agentKeyScopes, keyScopes } from '@imperium/contract/permissions.ts'
import { newApiKey } from '../../platform/crypto/api-key-format.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import { newId } from '../../platform/ids.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { byRole, unauthenticated } from './caller.ts'
import type { Caller, Refusal } from './caller.ts'
import type { Route } from './routes.ts'
import type { Org, Sample } from './sample.ts'

interface KeyChange {
  scopes?: readonly string[]
  agentId?: string
  madeBy?: string
  columns?: Record<string, unknown>
}

/** Writes an API key directly, without the cost of its operation, and in states that no single operation creates. */
export async function writeKey(t: TestApp, org: Org, maker: TestUser, change: KeyChange = {}): Promise<Record<string, string>> {
  const { scopes = keyScopes, agentId = null, madeBy = maker.userId, columns = {} } = change
  const kind = agentId ? 'agent' : 'organization'
  const plainKey = newApiKey(kind)
  const id = newId()
  const row = {
    org_id: org.id,
    id,
    name: id,
    kind,
    agent_id: agentId,
    prefix: plainKey.slice(0, 8),
    last4: plainKey.slice(-4),
    key_hash: hashToken(plainKey),
    scopes,
    created_by: madeBy,
    created_by_name: 'Matrix',
    ...columns,
  }
  const names = Object.keys(row)
  await t.owner.query(
    `insert into app.api_keys (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
  return { authorization: `Bearer ${plainKey}` }
}

/** The agent that a sample is about: named itself, or by one of its runs. */
async function agentOf(t: TestApp, { params }: Sample, endpoint: Endpoint): Promise<string | undefined> {
  if (endpoint.agentKey !== 'run') return endpoint.agentKey ? params?.['id'] : undefined
  const { rows } = await t.owner.query<{ id: string }>('select agent_id as id from app.runs where id = $1', [params?.['id']])
  return rows[0]?.id
}

async function someAgent(t: TestApp, org: Org): Promise<string> {
  const { rows } = await t.owner.query<{ id: string }>('select id from app.agents where org_id = $1 order by id limit 1', [org.id])
  if (rows[0]) return rows[0].id
  const made = await t.call<{ id: string }>('POST', '/api/agents', {
    token: org.people.OWNER.token,
    body: { name: 'First', type: 'SALES' },
  })
  return made.body.data.id
}

const belowV1 = ({ prefix }: Route) => prefix === '/api/v1'
const always = (status: number, code: string) => (): Refusal => [status, code]
const past = new Date(Date.now() - 1_000)

interface Places {
  t: () => TestApp
  home: () => Org
  suspended: () => Org
  abroad: () => Org
}

/** Callers with API keys of every kind and state, at every public operation, and at one that accepts no keys (SEC-22, R21). */
export function keyCallers({ t, home, suspended, abroad }: Places): Caller[] {
  const byOwner = { org: home, person: () => home().people.OWNER, appliesTo: belowV1 }
  const write =
    (change: KeyChange = {}) =>
    (person: TestUser) =>
      writeKey(t(), home(), person, change)
  const inactive = always(401, 'API_KEY_INACTIVE')
  const dead: [string, Record<string, unknown>][] = [
    ['revoked', { revoked_at: past, revoked_reason: 'revoked' }],
    ['expired', { expires_at: past }],
  ]
  return [
    {
      ...byOwner,
      name: 'organization key where keys open nothing',
      appliesTo: (route) => !belowV1(route),
      headers: write(),
      refusal: unauthenticated,
    },
    { ...byOwner, name: 'organization key with every scope', headers: write(), refusal: () => null },
    {
      ...byOwner,
      name: 'organization key without the scope',
      headers: (person, _sample, { access }) => writeKey(t(), home(), person, { scopes: keyScopes.filter((scope) => scope !== access) }),
      refusal: always(403, 'FORBIDDEN'),
    },
    {
      ...byOwner,
      name: 'key of the agent',
      headers: async (person, sample, endpoint) => {
        const agentId = (await agentOf(t(), sample, endpoint)) ?? (await someAgent(t(), home()))
        return writeKey(t(), home(), person, { agentId, scopes: agentKeyScopes })
      },
      refusal: ({ agentKey }) => (agentKey ? null : [403, 'FORBIDDEN']),
    },
    {
      ...byOwner,
      name: 'key of another agent',
      headers: async (person) => writeKey(t(), home(), person, { agentId: await someAgent(t(), home()), scopes: agentKeyScopes }),
      refusal: ({ agentKey }) => (agentKey ? [404, 'NOT_FOUND'] : [403, 'FORBIDDEN']),
    },
    ...dead.map(([state, columns]): Caller => ({ ...byOwner, name: `${state} key`, headers: write({ columns }), refusal: inactive })),
    {
      ...byOwner,
      name: 'key from another address',
      headers: write({ columns: { allowed_addresses: ['203.0.113.0/24'] } }),
      refusal: always(403, 'ADDRESS_NOT_ALLOWED'),
    },
    {
      ...byOwner,
      name: 'key whose maker was removed',
      headers: (person) => writeKey(t(), home(), person, { madeBy: abroad().people.OWNER.userId }),
      refusal: inactive,
    },
    ...(['MEMBER', 'VIEWER'] as const).map((role): Caller => ({
      ...byOwner,
      name: `key with every scope whose maker is ${role} by now`,
      person: () => home().people[role],
      headers: write(),
      refusal: byRole(role),
    })),
    {
      ...byOwner,
      name: 'key of another organization that names this one',
      headers: async () => ({ ...(await writeKey(t(), abroad(), abroad().people.OWNER)), 'x-tenant': home().id }),
      refusal: always(404, 'NOT_FOUND'),
    },
    {
      ...byOwner,
      name: 'key of a suspended organization',
      org: suspended,
      person: () => suspended().people.OWNER,
      headers: (person) => writeKey(t(), suspended(), person),
      refusal: (endpoint) => (isWrite(endpoint) && !endpoint.whileSuspended ? [403, 'ORGANIZATION_SUSPENDED'] : null),
      arrange: (org) => t().owner.query(`update auth.organizations set status = 'SUSPENDED' where id = $1`, [org.id]),
      restore: (org) => t().owner.query(`update auth.organizations set status = 'ACTIVE' where id = $1`, [org.id]),
    },
  ]
}
