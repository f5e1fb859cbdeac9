import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AiModelConfig } from '@imperium/contract/ai-models.ts'
import { meter } from '../../platform/metering/metering.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { onModelUse } from './index.ts'
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

const added = async (body: object = {}, code?: string) => {
  const response = await models.addConfig(body, code)
  expect(response.body.error).toBeUndefined()
  expect(response.status).toBe(201)
  return response.body.data
}
const fieldsOf = (response: { body: { errors?: { path: string; message: string }[] } }) => response.body.errors

test('a new organization has the labelled sandbox as its default, and five providers', async () => {
  const configs = await models.configs()
  expect(configs).toHaveLength(1)
  expect(configs[0]).toMatchObject({
    modelId: 'sandbox',
    isDefault: true,
    isActive: true,
    apiKeyPreview: null,
    maxTokens: 4000,
    temperature: 0.7,
  })
  expect(configs[0]?.provider).toMatchObject({ displayName: 'Sandbox (offline)', adapter: 'sandbox' })
  expect((await models.providers()).map((each) => each.code)).toEqual(['sandbox', 'openai', 'anthropic', 'google', 'ollama'])
})

describe('adding', () => {
  test('applies the defaults and returns only the preview of the key', async () => {
    const config = await added()
    expect(AiModelConfig.parse(config)).toEqual(config)
    expect(config).toMatchObject({
      maxTokens: 4000,
      temperature: 0.7,
      isDefault: false,
      isActive: true,
      monthlyUsageLimit: null,
      description: '',
    })
    expect(config.apiKeyPreview).toBe('test-012••••tail')
  })

  test.each([
    [{ apiKey: '' }, 'apiKey', 'API key is required'],
    [{ apiKey: undefined }, 'apiKey', 'API key is required'],
    [{ apiKey: 'two words' }, 'apiKey', 'API key contains characters that are not allowed'],
    [{ providerId: 'x' }, 'providerId', 'Provider is required'],
    [{ providerId: undefined }, 'providerId', 'Provider is required'],
    [{ providerId: '018f0000-0000-7000-8000-000000000000' }, 'providerId', 'Provider not found'],
    [{ modelId: ' ' }, 'modelId', 'Model ID is required'],
    [{ modelId: undefined }, 'modelId', 'Model ID is required'],
    [{ displayName: undefined }, 'displayName', 'Display name is required'],
    [{ maxTokens: 200_001 }, 'maxTokens', 'Max tokens must be between 1 and 200000'],
    [{ temperature: 2.5 }, 'temperature', 'Temperature must be between 0 and 2'],
    [{ modelId: '../../secrets' }, 'modelId', 'Model ID contains characters that are not allowed'],
    [{ displayName: '' }, 'displayName', 'Display name is required'],
    [{ isDefault: true, isActive: false }, 'isActive', 'The default model must be active'],
  ])('%j is refused on %s', async (body, path, message) => {
    const response = await models.addConfig(body)
    expect(response.status).toBe(422)
    expect(fieldsOf(response)).toMatchObject([{ path, message }])
    expect(await models.configs()).toHaveLength(1)
  })

  test.each([
    ['maxTokens', [1, 200_000], [0, 200_001, 1.5]],
    ['temperature', [0, 2], [-0.1, 2.1]],
    ['monthlyUsageLimit', [1, null], [0, -1]],
  ])('%s has its limits', async (field, good, bad) => {
    for (const value of good) expect((await models.addConfig({ [field]: value })).status).toBe(201)
    for (const value of bad) {
      const response = await models.addConfig({ [field]: value })
      expect([response.status, fieldsOf(response)?.[0]?.path]).toEqual([422, field])
    }
  })

  test('the sandbox needs no key, keeps none, and serves no other model’s name', async () => {
    const config = await added({ modelId: 'sandbox-2', apiKey: undefined }, 'sandbox')
    expect(config.apiKeyPreview).toBeNull()
    const posing = await models.addConfig({ modelId: 'gpt-4', apiKey: undefined }, 'sandbox')
    expect([posing.status, fieldsOf(posing)?.[0]?.path]).toEqual([422, 'modelId'])
  })

  test('the first configuration of an organization is its default', async () => {
    await t.owner.query('delete from app.ai_model_configs where org_id = $1', [user.orgId])
    expect(await added()).toMatchObject({ isDefault: true })
    expect(await added({ modelId: 'gpt-4o' })).toMatchObject({ isDefault: false })
  })
})

describe('one default', () => {
  test('moves the default from the former model to the new one', async () => {
    const config = await added({ isDefault: true })
    expect((await models.configs()).map((each) => [each.modelId, each.isDefault])).toEqual([
      ['gpt-4', true],
      ['sandbox', false],
    ])
    const sandbox = (await models.configs())[1]
    expect((await models.changeConfig(sandbox?.id ?? '', { isDefault: true })).status).toBe(200)
    expect((await models.configs()).find((each) => each.id === config.id)?.isDefault).toBe(false)
  })

  test('keeps exactly one default after 30 parallel changes', async () => {
    const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (modelId) => (await added({ modelId })).id))
    const responses = await Promise.all(Array.from({ length: 30 }, (_, i) => models.changeConfig(ids[i % 5] ?? '', { isDefault: true })))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect((await models.configs()).filter((each) => each.isDefault)).toHaveLength(1)
  })

  test('the database itself holds a second default off', async () => {
    await added()
    const twice = t.owner.query('update app.ai_model_configs set is_default = true where org_id = $1', [user.orgId])
    await expect(twice).rejects.toThrow(/ai_model_configs_one_default/)
  })

  test('it cannot be deleted, unset or deactivated', async () => {
    const [sandbox] = await models.configs()
    const id = sandbox?.id ?? ''
    const removal = await models.call('DELETE', `/configs/${id}`)
    expect([removal.status, removal.body.error]).toEqual([
      409,
      'The default model cannot be deleted. Make another model the default first.',
    ])
    for (const [field, status] of [
      ['isDefault', 409],
      ['isActive', 409],
    ] as const) {
      const response = await models.changeConfig(id, { [field]: false })
      expect([response.status, fieldsOf(response)?.[0]?.path]).toEqual([status, field])
    }
    expect(await models.configs()).toEqual([sandbox])
  })

  test('rejects an inactive model, or one of an inactive provider, as the default', async () => {
    const inactive = await added({ isActive: false })
    expect((await models.changeConfig(inactive.id, { isDefault: true })).status).toBe(422)
    const asleep = await added({ modelId: 'claude-3-opus' }, 'anthropic')
    await models.changeProvider(asleep.providerId, { isActive: false })
    expect(fieldsOf(await models.changeConfig(asleep.id, { isDefault: true }))?.[0]?.path).toBe('providerId')
    expect((await models.configs())[0]?.modelId).toBe('sandbox')
  })
})

describe('changing', () => {
  test('a blank key keeps the stored one, a new one replaces it', async () => {
    const config = await added()
    const sealed = () =>
      t.owner.query<{ api_key_sealed: string }>('select api_key_sealed from app.ai_model_configs where id = $1', [config.id])
    const first = (await sealed()).rows[0]?.api_key_sealed
    const kept = await models.changeConfig(config.id, { displayName: 'Renamed', apiKey: '' })
    expect(kept.body.data).toMatchObject({ displayName: 'Renamed', apiKeyPreview: config.apiKeyPreview })
    expect((await sealed()).rows[0]?.api_key_sealed).toBe(first)
    const replaced = await models.changeConfig(config.id, { apiKey: 'another-key-that-is-long-enough-to-show-some' })
    expect(replaced.body.data.apiKeyPreview).toBe('another-••••some')
  })

  test('the stored key does not follow the model to another provider', async () => {
    const config = await added()
    const anthropic = await models.provider('anthropic')
    const response = await models.changeConfig(config.id, { providerId: anthropic.id })
    expect([response.status, fieldsOf(response)]).toEqual([422, [{ path: 'apiKey', message: 'API key is required' }]])
    expect((await models.changeConfig(config.id, { providerId: anthropic.id, apiKey: testKey })).status).toBe(200)
    const sandbox = await models.provider('sandbox')
    const moved = await models.changeConfig(config.id, { providerId: sandbox.id, modelId: 'sandbox-x' })
    expect(moved.body.data.apiKeyPreview).toBeNull()
  })

  test('rejects a stale write with 409 and changes nothing', async () => {
    const config = await added()
    const first = await models.changeConfig(config.id, { displayName: 'One', updatedAt: config.updatedAt })
    expect(first.status).toBe(200)
    const second = await models.changeConfig(config.id, { displayName: 'Two', updatedAt: config.updatedAt })
    expect([second.status, second.body.code]).toEqual([409, 'STALE_WRITE'])
    expect((await models.configs()).find((each) => each.id === config.id)?.displayName).toBe('One')
  })

  test('a monthly limit can be taken away again', async () => {
    const config = await added({ monthlyUsageLimit: 10 })
    expect(config.monthlyUsageLimit).toBe(10)
    expect((await models.changeConfig(config.id, { monthlyUsageLimit: null })).body.data.monthlyUsageLimit).toBeNull()
  })

  test('this month’s calls are counted per configuration, folded or not', async () => {
    const config = await added()
    await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, { configId: config.id, model: 'gpt-4', modelCalls: 3 }))
    await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, { modelCalls: 5 }))
    const usage = async () => (await models.configs()).map((each) => [each.modelId, each.currentMonthUsage])
    expect(await usage()).toEqual([
      ['sandbox', 0],
      ['gpt-4', 3],
    ])
  })
})

test('names the agents that need a model, and deletes it when another model serves them', async () => {
  const config = await added({ modelId: 'needed' })
  for (const name of ['Scout', 'Writer'])
    expect(
      (await t.call('POST', '/api/agents', { token: user.token, body: { name, type: 'SALES', config: { model: 'needed' } } })).status,
    ).toBe(201)
  const refused = await models.call('DELETE', `/configs/${config.id}`)
  expect([refused.status, refused.body.error]).toEqual([409, 'This model is used by Scout, Writer. Give these agents another model first.'])
  expect((await models.changeConfig(config.id, { modelId: 'other' })).status).toBe(409)
  await added({ modelId: 'needed' }, 'ollama')
  expect((await models.call('DELETE', `/configs/${config.id}`)).status).toBe(200)
  expect((await models.configs()).map((each) => each.id)).not.toContain(config.id)
})

test('five of many agents are named', async () => {
  const config = await added({ modelId: 'popular' })
  onModelUse(async (_tx, modelId) => (modelId === 'popular' ? ['a', 'b', 'c', 'd', 'e', 'f'] : [])).attach(t.platform)
  const refused = await models.call('DELETE', `/configs/${config.id}`)
  expect(refused.body.error).toBe('This model is used by a, b, c, d, e and others. Give these agents another model first.')
})

test('records the values before and after a change', async () => {
  const config = await added({ maxTokens: 1000 })
  await models.changeConfig(config.id, { maxTokens: 2000, apiKey: `${testKey}2` })
  const { rows } = await t.owner.query<{ before: object; after: object }>(
    "select before, after from app.audit_log where org_id = $1 and action = 'ai-models.updateConfig'",
    [user.orgId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.before).toMatchObject({ maxTokens: 1000, apiKeyPreview: '[redacted]' })
  expect(rows[0]?.after).toMatchObject({ maxTokens: 2000, apiKeyPreview: '[redacted]', keyReplaced: true })
})

describe('SEC-36: the key', () => {
  test('seals the key at rest and keeps it out of responses, audit rows and other columns', async () => {
    const config = await added()
    await models.changeConfig(config.id, { apiKey: `${testKey}2` })
    const responses = JSON.stringify([
      await models.call('GET', '/configs'),
      await models.call('GET', '/providers'),
      await models.call('GET', '/catalogue'),
    ])
    const tables = ['app.ai_model_configs', 'app.ai_providers', 'app.audit_log', 'app.outbox', 'app.idempotency_keys']
    const rows = await Promise.all(tables.map((table) => t.owner.query(`select to_jsonb(r) as row from ${table} r`)))
    const stored = JSON.stringify(rows.map((result) => result.rows))
    expect(stored).toContain('"api_key_sealed":"v1.')
    for (const text of [responses, stored]) expect(text).not.toContain(testKey)
    expect(responses).not.toContain('v1.')
    expect(stored).toContain('"keyReplaced": true'.replace(' ', ''))
  })

  test('sealed for one row, it opens in no other', async () => {
    const one = await added()
    const other = await added({ modelId: 'gpt-4o' })
    const { rows } = await t.owner.query<{ api_key_sealed: string }>('select api_key_sealed from app.ai_model_configs where id = $1', [
      one.id,
    ])
    const sealed = rows[0]?.api_key_sealed ?? ''
    expect(t.platform.keyRing.decrypt(sealed, `ai_model_configs.api_key:${one.id}`)).toBe(testKey)
    expect(() => t.platform.keyRing.decrypt(sealed, `ai_model_configs.api_key:${other.id}`)).toThrow(/does not open/)
  })

  test('short keys show less', async () => {
    expect((await added({ apiKey: 'abc' })).apiKeyPreview).toBe('a••••')
    expect((await added({ apiKey: '0123456789ab' })).apiKeyPreview).toBe('01••••ab')
  })
})

describe('roles and tenants', () => {
  test.each(['MEMBER', 'VIEWER'] as const)('a %s reads and manages nothing', async (role) => {
    const config = await added()
    const theirs = modelsOf(t, await t.addMember(user.orgId, role))
    expect(await theirs.configs()).toHaveLength(2)
    expect(await theirs.providers()).toHaveLength(5)
    const responses = await Promise.all([
      theirs.addConfig(),
      theirs.changeConfig(config.id, { displayName: 'x' }),
      theirs.call('DELETE', `/configs/${config.id}`),
      theirs.call('POST', '/test', { providerId: config.providerId, modelId: 'gpt-4', configId: config.id }),
      theirs.addProvider(),
      theirs.changeProvider(config.providerId, { name: 'x' }),
      theirs.call('DELETE', `/providers/${config.providerId}`),
    ])
    for (const response of responses) expect([response.status, response.body.error]).toEqual([403, 'Access denied.'])
  })

  test('an ADMIN manages', async () => {
    const theirs = modelsOf(t, await t.addMember(user.orgId, 'ADMIN'))
    expect((await theirs.addConfig()).status).toBe(201)
  })

  test('rejects ids of another organization with 404 and does not change them', async () => {
    const config = await added()
    const before = JSON.stringify([await models.configs(), await models.providers()])
    const stranger = modelsOf(t, await t.register())
    const responses = await Promise.all([
      stranger.changeConfig(config.id, { displayName: 'mine' }),
      stranger.call('DELETE', `/configs/${config.id}`),
      stranger.changeProvider(config.providerId, { name: 'mine' }),
      stranger.call('DELETE', `/providers/${config.providerId}`),
      stranger.call('POST', '/test', { providerId: (await stranger.provider('openai')).id, modelId: 'gpt-4', configId: config.id }),
    ])
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404])
    const borrowed = await stranger.addConfig({ providerId: config.providerId })
    expect(fieldsOf(borrowed)).toEqual([{ path: 'providerId', message: 'Provider not found' }])
    expect(JSON.stringify([await models.configs(), await models.providers()])).toBe(before)
  })
})
