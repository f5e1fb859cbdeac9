import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AiProvider } from '@imperium/contract/ai-models.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { resolveModel } from './index.ts'
import { modelsOf } from '../../testing/ai-model-calls.ts'

let t: TestApp
let user: TestUser
let models: ReturnType<typeof modelsOf>
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.register()
  models = modelsOf(t, user)
})

test('a provider takes the defaults', async () => {
  const { status, body } = await models.addProvider()
  expect(status).toBe(201)
  expect(AiProvider.parse(body.data)).toEqual(body.data)
  expect(body.data).toMatchObject({
    adapter: 'openai-compatible',
    icon: '🤖',
    color: '#6366f1',
    isActive: true,
    supportsStreaming: true,
    supportsVision: false,
    supportsFunctionCalling: false,
    maxTokensLimit: null,
    orderIndex: 0,
    apiDocUrl: null,
    configCount: 0,
  })
})

test.each([
  [{ code: '' }, 'code', 'Code is required'],
  [{ code: 'a b' }, 'code', 'Use lowercase letters, digits, hyphens and underscores'],
  [{ name: '' }, 'name', 'Name is required'],
  [{ displayName: '' }, 'displayName', 'Display name is required'],
  [{ apiBaseUrl: 'models' }, 'apiBaseUrl', 'API Base URL must be a URL'],
  [{ apiBaseUrl: 'ftp://models.example.com' }, 'apiBaseUrl', 'API Base URL must be a URL'],
  [{ apiDocUrl: 'docs' }, 'apiDocUrl', 'Documentation URL must be a URL'],
  [{ website: 'javascript:alert(1)' }, 'website', 'Website must be a URL'],
  [{ color: 'red' }, 'color', 'Color must be like #6366f1'],
  [{ icon: '<b>' }, 'icon', 'Icon must be an emoji, an https URL, or a PNG, JPEG, WebP or GIF image as a data URL'],
  [
    { icon: 'data:image/svg+xml;base64,AAAA' },
    'icon',
    'Icon must be an emoji, an https URL, or a PNG, JPEG, WebP or GIF image as a data URL',
  ],
  [{ icon: `data:image/png;base64,${'A'.repeat(33_000)}` }, 'icon', 'The icon must be at most 32 KB'],
])('%j is refused', async (body, path, message) => {
  const response = await models.addProvider(body)
  expect(response.status).toBe(422)
  expect(response.body.errors?.[0]).toEqual({ path, message })
})

test.each(['🦙', '👩‍💻', '🇮🇳', '⚡️', 'https://example.com/a.png', `data:image/png;base64,${'A'.repeat(30_000)}`])(
  'icon %.30s is taken',
  async (icon) => {
    const { status, body } = await models.addProvider({ icon })
    expect([status, body.data.icon]).toEqual([201, icon])
  },
)

test('has the built-in sandbox and refuses to create one', async () => {
  const response = await models.addProvider({ adapter: 'sandbox' })
  expect([response.status, response.body.errors?.[0]?.path]).toEqual([422, 'adapter'])
  const other = await models.provider('openai')
  expect((await models.changeProvider(other.id, { adapter: 'sandbox' })).body.errors?.[0]?.path).toBe('adapter')
})

test('a code is used once in an organization, and again in another', async () => {
  await models.addProvider()
  const again = await models.addProvider({ code: 'ACME' })
  expect([again.status, again.body.errors]).toEqual([409, [{ path: 'code', message: 'A provider with this code already exists' }]])
  const openai = await models.provider('openai')
  expect((await models.changeProvider(openai.id, { code: 'acme' })).body.errors?.[0]?.path).toBe('code')
  expect((await modelsOf(t, await t.register()).addProvider()).status).toBe(201)
})

test.each([
  'http://127.0.0.1:9/v1',
  'http://localhost:9/v1',
  'http://[::1]/v1',
  'http://169.254.169.254/',
  'http://2130706433/',
  'http://10.0.0.8/v1',
])('SEC-27: %s is refused at save without EGRESS_ALLOW', async (apiBaseUrl) => {
  const message = 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.'
  const created = await models.addProvider({ apiBaseUrl })
  expect([created.status, created.body.errors]).toEqual([422, [{ path: 'apiBaseUrl', message }]])
  const openai = await models.provider('openai')
  const changed = await models.changeProvider(openai.id, { apiBaseUrl })
  expect([changed.status, changed.body.errors?.[0]?.path]).toEqual([422, 'apiBaseUrl'])
})

test('the seeded local provider can be edited without touching its address', async () => {
  const ollama = await models.provider('ollama')
  const { configCount: _1, createdAt: _2, id: _3, hasOperatorKey: _4, ...fields } = ollama
  const { status, body } = await models.changeProvider(ollama.id, { ...fields, displayName: 'My Ollama', maxTokensLimit: 8192 })
  expect([status, body.data.displayName, body.data.maxTokensLimit]).toEqual([200, 'My Ollama', 8192])
})

test('clears stored keys when the host changes, reports it and records it', async () => {
  const acme = (await models.addProvider()).body.data
  const config = (await models.addConfig({ providerId: acme.id, modelId: 'acme-1' })).body.data
  const samePlace = await models.changeProvider(acme.id, { apiBaseUrl: 'https://models.example.com/v2' })
  expect(samePlace.body.data.clearedKeys).toBe(0)
  expect((await models.configs()).find((each) => each.id === config.id)?.apiKeyPreview).toBe(config.apiKeyPreview)

  const moved = await models.changeProvider(acme.id, { apiBaseUrl: 'https://elsewhere.example.com/v1' })
  expect([moved.status, moved.body.data.clearedKeys]).toEqual([200, 1])
  expect((await models.configs()).find((each) => each.id === config.id)?.apiKeyPreview).toBeNull()
  const { rows } = await t.owner.query<{ sealed: string | null }>(
    'select api_key_sealed as sealed from app.ai_model_configs where id = $1',
    [config.id],
  )
  expect(rows[0]?.sealed).toBeNull()
  const audit = await t.owner.query<{ after: { clearedKeys: number } }>(
    "select after from app.audit_log where org_id = $1 and action = 'ai-models.updateProvider' order by seq desc limit 1",
    [user.orgId],
  )
  expect(audit.rows[0]?.after.clearedKeys).toBe(1)

  const resolved = await t.platform.db.withOrg(user.orgId, (tx) => resolveModel(t.platform, tx, 'acme-1'))
  expect(() => resolved?.spec()).toThrow(
    expect.objectContaining({ kind: 'auth', publicMessage: expect.stringContaining('No API key is kept') }),
  )
  await models.changeConfig(config.id, { apiKey: 'a-new-key-for-elsewhere' })
  const again = await t.platform.db.withOrg(user.orgId, (tx) => resolveModel(t.platform, tx, 'acme-1'))
  expect(again?.spec()).toMatchObject({ baseUrl: 'https://elsewhere.example.com/v1', apiKey: 'a-new-key-for-elsewhere' })
})

test.each(['http://models.example.com/v1', 'https://models.example.com:8443/v1'])(
  '%s is another place than https on its port',
  async (apiBaseUrl) => {
    const acme = (await models.addProvider()).body.data
    await models.addConfig({ providerId: acme.id, modelId: 'acme-1' })
    expect((await models.changeProvider(acme.id, { apiBaseUrl })).body.data.clearedKeys).toBe(1)
  },
)

test('the sandbox keeps its label; it can be reordered, and deactivated once it is not the default', async () => {
  const sandbox = await models.provider('sandbox')
  for (const change of [{ displayName: 'GPT-9' }, { code: 'openai2' }, { adapter: 'openai' }, { apiBaseUrl: 'https://x.example.com' }]) {
    const response = await models.changeProvider(sandbox.id, change)
    expect([response.status, response.body.errors?.[0]?.path]).toEqual([422, Object.keys(change)[0]])
  }
  const { configCount: _1, createdAt: _2, id: _3, updatedAt: _4, hasOperatorKey: _5, ...fields } = sandbox
  expect((await models.changeProvider(sandbox.id, { ...fields, orderIndex: 9 })).body.data.orderIndex).toBe(9)
  const early = await models.changeProvider(sandbox.id, { isActive: false })
  expect([early.status, early.body.errors?.[0]?.path]).toEqual([409, 'isActive'])
  await models.addConfig({ isDefault: true })
  expect((await models.changeProvider(sandbox.id, { isActive: false })).status).toBe(200)
  expect((await models.call('DELETE', `/providers/${sandbox.id}`)).status).toBe(409)
})

test('a provider with models is not deleted; an empty one is', async () => {
  const config = (await models.addConfig({}, 'anthropic')).body.data
  const refused = await models.call('DELETE', `/providers/${config.providerId}`)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'This provider is used by 1 AI model. Delete them or give them another provider first.',
  ])
  await models.call('DELETE', `/configs/${config.id}`)
  expect((await models.call('DELETE', `/providers/${config.providerId}`)).status).toBe(200)
  expect((await models.providers()).map((each) => each.code)).not.toContain('anthropic')
})

test('rejects a stale write with 409', async () => {
  const acme = (await models.addProvider()).body.data
  expect((await models.changeProvider(acme.id, { name: 'one', updatedAt: acme.updatedAt })).status).toBe(200)
  const second = await models.changeProvider(acme.id, { name: 'two', updatedAt: acme.updatedAt })
  expect([second.status, second.body.code]).toEqual([409, 'STALE_WRITE'])
})
