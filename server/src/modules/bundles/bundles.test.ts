import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bundle, BundleComparison } from '@imperium/contract/bundles/bundles.ts'
import { bundledNouns } from '@imperium/contract/bundles/bundles.ts'
import { contract } from '@imperium/contract/registry.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { differingValues } from './differing-values.ts'
import { nounsInBundles } from './scope.ts'

let t: TestApp
let staging: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  staging = await t.register({ organizationName: 'Staging' })
  await t.owner.query(`update auth.organizations set plan_type = 'EMPEROR', max_agents = 50 where id = $1`, [staging.orgId])
  await fill(staging)
})
afterAll(() => t.close())

const as = async <T = { id: string }>(user: TestUser, method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.data
}
const exported = async (user: TestUser): Promise<string> => {
  const reply = await t.app.inject({ url: '/api/bundle', headers: { authorization: `Bearer ${user.token}` } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.body
}
const apply = (user: TestUser, bundle: string | object) =>
  as<BundleComparison>(user, 'POST', '/bundle/apply', typeof bundle === 'string' ? JSON.parse(bundle) : bundle)
const compare = (user: TestUser, bundle: string | object) =>
  as<BundleComparison>(user, 'POST', '/bundle/compare', typeof bundle === 'string' ? JSON.parse(bundle) : bundle)
const empty = async () => {
  const user = await t.register()
  await t.owner.query(`update auth.organizations set plan_type = 'EMPEROR', max_agents = 50 where id = $1`, [user.orgId])
  return user
}
const changesOf = ({ differences }: BundleComparison) =>
  differences.filter(({ change }) => change !== 'same').map(({ noun, name, change }) => `${change} ${noun} ${name}`)

const secrets = { credential: 'crm_live_0123456789abcdef', header: 'sk-in-a-step-987654321', provider: 'sk-provider-123456789' }

/** One of each noun, naming one another and things that no bundle holds. */
async function fill(user: TestUser): Promise<void> {
  const field = { name: 'due', label: 'Due', type: 'date' }
  const related = { name: 'tender', label: 'Tender', type: 'relation', entity: 'tender' }
  await as(user, 'POST', '/entities', { entityName: 'tender', displayName: 'Tenders', fields: [field] })
  await as(user, 'POST', '/entities', {
    entityName: 'bid',
    displayName: 'Bids',
    tags: ['b', 'a'],
    fields: [{ ...field, required: true }, related],
  })
  await as(user, 'POST', '/permission-sets', { name: 'Readers', permissions: ['segments:read', 'agents:read'] })
  const rules = { match: 'all', rules: [{ kind: 'field', field: 'email', op: 'ends_with', value: '@example.com' }] }
  const { id: inner } = await as(user, 'POST', '/segments', { name: 'Example people (1)', rules })
  const named = { match: 'any', rules: [{ kind: 'segment', segmentId: inner, in: true }] }
  await as(user, 'POST', '/segments', { name: 'All of them', description: 'By "name"', rules: named })
  const collection = await as(user, 'POST', '/knowledge/collections', { name: 'Handbook', description: '' })
  const agent = { type: 'SALES', config: { model: 'sandbox', systemPrompt: 'Answer {{name}} as *we* do' } }
  const { id: helper } = await as(user, 'POST', '/agents', {
    name: 'Helper',
    ...agent,
    capabilities: ['knowledge_search', `collection:${collection.id}`],
  })
  await as(user, 'POST', '/agents', {
    name: 'Lead',
    ...agent,
    capabilities: [`agent:${helper}`, 'database_query'],
    monthlyBudgetMicros: 5_000_000,
  })
  await as(user, 'POST', '/agents', { name: 'Lead', ...agent })
  const hosts = ['crm.example.com']
  const credential = await as(user, 'POST', '/workflow-credentials', {
    name: 'CRM',
    kind: 'bearer',
    field: '',
    hosts,
    secret: secrets.credential,
  })
  const steps = [
    { id: 'start', type: 'trigger_manual', name: 'Start' },
    { id: 'ask', type: 'agent', name: 'Ask', config: { agentId: helper, input: 'Hello' }, position: { x: 0, y: 120 } },
    {
      id: 'send',
      type: 'http',
      name: 'Send',
      config: { url: 'https://crm.example.com/leads', credential: credential.id, headers: [{ name: 'X-Api-Key', value: secrets.header }] },
      position: { x: 0, y: 240 },
    },
  ]
  const edges = [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'send' },
  ]
  const workflow = await as(user, 'POST', '/workflows', { name: 'Qualify', definition: { steps, edges } })
  await as(user, 'POST', '/templates', {
    category: 'workflow',
    sourceId: workflow.id,
    name: 'Qualify leads',
    description: 'As we do',
    tags: ['sales'],
  })
  await as(user, 'POST', '/reports', { name: 'Weekly', metrics: ['agent_runs'], period: '30d' })
  const { default: sharp } = await import('sharp')
  const payload = await sharp({ create: { width: 1200, height: 300, channels: 4, background: '#0f766e' } })
    .png()
    .toBuffer()
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'image/png' }
  const logo = (await t.app.inject({ method: 'POST', url: '/api/branding/logo', headers, payload })).json<{ data: { id: string } }>().data
  await as(user, 'PUT', '/branding', { primary: '#0f766e', font: 'lora', customCss: 'h1 { letter-spacing: 1px }', logoId: logo.id })
}

test('lists every noun of the contract: it is in the bundle, or left out for a reason', () => {
  expect(Object.keys(nounsInBundles).toSorted()).toEqual(Object.keys(contract).toSorted())
  const inside = Object.values(nounsInBundles).filter((scope) => scope === true)
  expect(inside).toHaveLength(bundledNouns.length)
  const reasons = Object.values(nounsInBundles).filter((scope) => scope !== true)
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([])
})

describe('a bundle', () => {
  test('applied to an empty organization and exported again is equal byte by byte', async () => {
    const bundle = await exported(staging)
    const { nouns } = JSON.parse(bundle) as Bundle
    for (const noun of bundledNouns) expect(Object.keys(nouns[noun] ?? {}), noun).not.toHaveLength(0)
    const production = await empty()
    const before = await compare(production, bundle)
    expect(before.differences.every(({ change }) => change === 'create')).toBe(true)
    expect(JSON.parse(await exported(production))).toMatchObject({ nouns: { agents: {} } })
    await apply(production, bundle)
    expect(await exported(production)).toBe(bundle)
    // A second time there is nothing to do, and nothing is made twice.
    expect(changesOf(await apply(production, bundle)).filter((line) => !line.startsWith('wait'))).toEqual([])
    expect(await exported(production)).toBe(bundle)
  })

  test('holds no secret and no id of its organization', async () => {
    const bundle = await exported(staging)
    for (const secret of Object.values(secrets)) expect(bundle).not.toContain(secret)
    expect(bundle).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)
    expect(bundle).not.toContain(staging.email)
    expect(bundle).toContain('collection:bundle:collections/Handbook')
    expect(bundle).toContain('credential:CRM')
  })

  test('promotes one changed agent: the difference names it, and what the bundle does not name stays', async () => {
    const production = await empty()
    await apply(production, await exported(staging))
    await as(production, 'POST', '/agents', { name: 'Only here', type: 'SALES', config: { model: 'sandbox' } })
    const bundle = JSON.parse(await exported(staging)) as { nouns: Record<string, Record<string, Record<string, unknown>>> }
    const agent = bundle.nouns['agents']?.['Helper']
    if (agent) agent['systemPrompt'] = 'Answer shortly'
    const dry = await compare(production, bundle)
    const changed = dry.differences.filter(({ change }) => change === 'update')
    expect(changed.filter(({ values }) => values.some(({ path }) => path === 'systemPrompt'))).toMatchObject([
      {
        noun: 'agents',
        name: 'Helper',
        values: expect.arrayContaining([{ path: 'systemPrompt', before: '"Answer {{name}} as *we* do"', after: '"Answer shortly"' }]),
      },
    ])
    await apply(production, bundle)
    const after = JSON.parse(await exported(production)) as Bundle
    expect(after.nouns.agents?.['Helper']).toMatchObject({ systemPrompt: 'Answer shortly' })
    expect(after.nouns.agents).toHaveProperty('Only here')
  })

  test('fills in what was missing once it is there', async () => {
    const production = await empty()
    const bundle = await exported(staging)
    const first = await apply(production, bundle)
    expect(first.differences.find(({ name }) => name === 'Helper')).toMatchObject({ change: 'wait', missing: ['collections: Handbook'] })
    const grants = async () =>
      (await as<{ name: string; capabilities: string[] }[]>(production, 'GET', '/agents')).find(({ name }) => name === 'Helper')
        ?.capabilities
    expect(await grants()).toEqual(['knowledge_search'])
    const { id } = await as(production, 'POST', '/knowledge/collections', { name: 'Handbook', description: '' })
    expect(changesOf(await apply(production, bundle))).toEqual(['update agents Helper'])
    expect((await grants())?.toSorted()).toEqual([`collection:${id}`, 'knowledge_search'])
    expect(await exported(production)).toBe(bundle)
  })

  test('with a fault changes nothing and names its place; a member may not apply it', async () => {
    const production = await empty()
    const broken = { format: 'organization-bundle', formatVersion: 1, nouns: { agents: { Helper: { name: 'Another' } } } }
    const { status, body } = await t.call('POST', '/api/bundle/apply', { token: production.token, body: broken })
    expect([status, body.errors?.[0]?.path]).toEqual([422, expect.stringContaining('nouns.agents.Helper')])
    const member = await t.addMember(production.orgId, 'MEMBER')
    expect((await t.call('GET', '/api/bundle', { token: member.token })).status).toBe(403)
  })
})

test('the difference of two contents leads from the one to the other', () => {
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 2 }))
  const key = fc.constantFrom('a', 'b', 'c')
  const content = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf)))
  fc.assert(
    fc.property(content, content, (before, after) => {
      const differences = differingValues(before, after)
      expect(differences.length === 0).toBe(sortedJson(before) === sortedJson(after))
      for (const { before: was, after: is } of differences) expect(was).not.toBe(is)
    }),
    { numRuns: 100 },
  )
})

test('a difference far behind the shown part is one, and deep contents are written once', () => {
  const long = (end: string) => ({ text: `${'x'.repeat(3_000)}${end}` })
  expect(differingValues(long('a'), long('b'))).toMatchObject([{ path: 'text' }])
  const deep = (value: string) => {
    let content: object = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, value]))
    for (let depth = 0; depth < 30; depth++) content = { a: content }
    return content
  }
  const [before, after] = [deep('a'), deep('b')]
  const cost = () => {
    const began = process.threadCpuUsage()
    expect(differingValues(before, after)).toHaveLength(200)
    return process.threadCpuUsage(began).user / 1_000
  }
  expect(Math.min(cost(), cost(), cost())).toBeLessThan(100)
})
