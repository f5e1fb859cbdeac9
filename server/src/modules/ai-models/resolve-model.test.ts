import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CatalogueModel, ModelTemplate, catalogueModels } from '@imperium/contract/ai-models.ts'
import { createKeyRing } from '../../platform/crypto/crypto.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { testEncryptionKey, testSecrets } from '../../testing/test-secrets.ts'
import { builtInProviders } from './built-in-providers.ts'
import { defaultModelName, isModelConfigured, resolveModel } from './index.ts'
import { rewrapKeys } from './rewrap-keys.ts'
import { searchAiModels } from './search-ai-models.ts'
import { modelsOf, testKey } from '../../testing/ai-model-calls.ts'

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
const added = async (body: object = {}, code?: string) => (await models.addConfig(body, code)).body.data
const resolve = (name: string, orgId = user.orgId) => t.platform.db.withOrg(orgId, (tx) => resolveModel(t.platform, tx, name))

describe('which configuration serves a model', () => {
  test('returns null when no model is configured, or only in another organization', async () => {
    expect(await resolve('gpt-4')).toBeNull()
    await modelsOf(t, await t.register()).addConfig()
    expect(await resolve('gpt-4')).toBeNull()
    expect(await t.platform.db.withOrg(user.orgId, (tx) => isModelConfigured(tx, 'gpt-4'))).toBe(false)
  })

  test('the oldest, the default before it, and none that is inactive', async () => {
    const oldest = await added()
    const second = await added({ displayName: 'Second' }, 'ollama')
    expect((await resolve('gpt-4'))?.configId).toBe(oldest.id)
    await models.changeConfig(second.id, { isDefault: true })
    expect((await resolve('gpt-4'))?.configId).toBe(second.id)
    await models.changeConfig((await models.configs()).find((each) => each.modelId === 'sandbox')?.id ?? '', { isDefault: true })
    await models.changeConfig(oldest.id, { isActive: false })
    expect((await resolve('gpt-4'))?.configId).toBe(second.id)
    await models.changeProvider(second.providerId, { isActive: false })
    expect(await resolve('gpt-4')).toBeNull()
  })

  test('opens the key only on demand, and limits tokens by the provider', async () => {
    const config = await added({ maxTokens: 9000, monthlyUsageLimit: 50 })
    await models.changeProvider(config.providerId, { maxTokensLimit: 5000 })
    const resolved = await resolve('gpt-4')
    expect(JSON.stringify(resolved)).not.toContain(testKey)
    expect(resolved).toMatchObject({ adapter: 'openai', maxTokens: 5000, monthlyUsageLimit: 50, isSandbox: false })
    expect(resolved?.spec()).toEqual({ adapter: 'openai', modelId: 'gpt-4', baseUrl: 'https://api.openai.com/v1', apiKey: testKey })
  })

  test('the sandbox needs no key and is the default’s name', async () => {
    const resolved = await resolve('sandbox')
    expect([resolved?.isSandbox, resolved?.spec()]).toEqual([true, { adapter: 'sandbox', modelId: 'sandbox' }])
    expect(await t.platform.db.withOrg(user.orgId, (tx) => defaultModelName(tx))).toBe('sandbox')
  })
})

test('lists the six names, the configured models, and their prices in the catalogue', async () => {
  const read = async () => (await models.call<CatalogueModel[]>('GET', '/catalogue')).body.data
  const fresh = await read()
  expect(fresh.map((each) => CatalogueModel.parse(each).modelId)).toEqual(['sandbox', ...catalogueModels])
  expect(fresh[0]).toMatchObject({ isDefault: true, isSandbox: true, isActive: true, inputMicrosPerMillion: 0 })
  expect(fresh[1]).toMatchObject({
    modelId: 'gpt-4',
    provider: 'OpenAI',
    configId: null,
    isActive: false,
    inputMicrosPerMillion: 30_000_000,
  })
  const config = await added({ displayName: 'Our GPT-4' })
  const own = await added({ modelId: 'house-model', isActive: false })
  const then = await read()
  expect(then).toHaveLength(8)
  expect(then.find((each) => each.modelId === 'gpt-4')).toMatchObject({ configId: config.id, isActive: true, displayName: 'Our GPT-4' })
  expect(then.find((each) => each.modelId === 'house-model')).toMatchObject({
    configId: null,
    isActive: false,
    inputMicrosPerMillion: null,
  })
  await models.changeConfig(own.id, { isActive: true })
  expect((await read()).find((each) => each.modelId === 'house-model')?.configId).toBe(own.id)
})

test('templates are complete, of several categories, and name providers that exist', async () => {
  const { body } = await t.call<{ templates: ModelTemplate[]; categories: string[] }>('GET', '/api/model-templates', { token: user.token })
  const { templates, categories } = body.data
  expect(templates.length).toBeGreaterThanOrEqual(10)
  expect(new Set(templates.map((each) => each.id)).size).toBe(templates.length)
  const codes = builtInProviders.map((each) => each.code)
  for (const each of templates) {
    expect(ModelTemplate.parse(each)).toEqual(each)
    expect(categories).toContain(each.category)
    expect(codes).toEqual(expect.arrayContaining(each.recommendedProviders))
  }
  expect(categories.length).toBeGreaterThanOrEqual(6)
})

test('search finds models and providers of the own organization, with signs taken as they are', async () => {
  await added({ displayName: 'Sales 100% helper' })
  const search = (q: string, limit = 10, orgId = user.orgId) => t.platform.db.withOrg(orgId, (tx) => searchAiModels(tx, q, limit))
  expect(await search('100%')).toMatchObject([
    { kind: 'ai-model', title: 'Sales 100% helper', detail: 'OpenAI · gpt-4', link: 'settings/ai-models' },
  ])
  expect(await search('ANTHRO')).toMatchObject([{ kind: 'ai-provider', title: 'Anthropic', link: 'settings/providers' }])
  expect(await search('sandbox', 1)).toHaveLength(1)
  expect(await search('100%', 10, (await t.register()).orgId)).toEqual([])
})

test('rotation seals every organization’s keys under the new key, once, and names those that do not open', async () => {
  const mine = await added()
  const other = (await modelsOf(t, await t.register()).addConfig()).body.data
  const broken = await added({ modelId: 'broken' })
  await t.owner.query("update app.ai_model_configs set api_key_sealed = 'v1.00000000.AA.AA.AA' where id = $1", [broken.id])
  const current = '1f'.repeat(32)
  const keyRing = createKeyRing({ current, previous: [testEncryptionKey, ...testSecrets.encryptionKeysPrevious] })
  const platform = { ...t.platform, keyRing }
  const rotate = () => t.platform.db.withSystem((tx) => rewrapKeys(platform, tx))
  const first = await rotate()
  expect(first.rewrapped).toBeGreaterThanOrEqual(2)
  expect(first.unreadable).toEqual([{ orgId: user.orgId, configId: broken.id }])
  expect((await rotate()).rewrapped).toBe(0)
  const onlyNew = createKeyRing({ current })
  for (const { id } of [mine, other]) {
    const { rows } = await t.owner.query<{ sealed: string }>('select api_key_sealed as sealed from app.ai_model_configs where id = $1', [
      id,
    ])
    expect(onlyNew.decrypt(rows[0]?.sealed ?? '', `ai_model_configs.api_key:${id}`)).toBe(testKey)
  }
})
