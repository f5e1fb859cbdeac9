import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArtifactComparison, CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { stepTypes } from '../../workflows/index.ts'
import { callFunction, refusalOf } from './call-function.ts'
import type { Environment } from './call-function.ts'
import { inputHistory } from './inputs-store.ts'

let t: TestApp
let owner: TestUser
let admin: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  admin = await t.addMember(owner.orgId, 'ADMIN')
})
afterAll(() => t.close())

const post = <T = CodeArtifact>(user: TestUser, path: string, body: object = {}) =>
  t.call<T>('POST', `/api/code-artifacts${path}`, { token: user.token, body })

let number = 0
async function write(code: string, body: object = {}): Promise<CodeArtifact> {
  const name = `Function ${++number}`
  const made = await post(owner, '', { name, artifactType: 'utility_function', language: 'javascript', code, ...body })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}
const approve = (id: string, version = 1) => post(admin, `/${id}/reviews`, { version, decision: 'approved' })
async function deploy(
  code: string,
  {
    by = owner,
    environment = 'production',
    ...body
  }: { by?: TestUser; environment?: string; artifactType?: string; language?: string } = {},
) {
  const made = await write(code, body)
  await approve(made.id)
  const done = await post(by, `/${made.id}/deploy`, { environment })
  return { ...made, done }
}
const call = (name: string, input: Json, environment: Environment = 'production') =>
  callFunction(t.platform, { orgId: owner.orgId, name, environment, input })
const refusal = (name: string, environment: Environment = 'production') =>
  t.platform.db.withOrg(owner.orgId, (tx) => refusalOf(tx, { name, environment }))

const double = 'export function double(n) { return n * 2 }'

describe('a deployed function', () => {
  test('is called by a workflow step, which cannot be published without it', async () => {
    const { name } = await deploy(double)
    const step = stepTypes.get('function')
    if (step?.kind !== 'effect' || !step.check) throw new TypeError('the step is of another kind')
    const { check } = step
    const config = step.config.parse({ name: name.toUpperCase(), input: 21 })
    expect(await t.platform.db.withOrg(owner.orgId, async (tx) => check(t.platform, tx, config))).toEqual([])
    const result = await step.run(t.platform, config, { orgId: owner.orgId } as never, new AbortController().signal)
    expect(result).toEqual({ kind: 'done', output: 42 })
    const missing = step.config.parse({ name: 'Never written' })
    expect(await t.platform.db.withOrg(owner.orgId, async (tx) => check(t.platform, tx, missing))).toMatchObject([{ path: 'name' }])
  })

  test('is refused as soon as the person who deployed it may no longer deploy', async () => {
    const deployer = await t.addMember(owner.orgId, 'ADMIN')
    const { name, done } = await deploy(double, { by: deployer })
    expect(done.status).toBe(200)
    expect(await call(name, 2)).toEqual({ output: 4 })
    await t.owner.query("update auth.memberships set role = 'MEMBER' where org_id = $1 and user_id = $2", [owner.orgId, deployer.userId])
    expect(await refusal(name)).not.toBeNull()
    expect(await call(name, 2)).toMatchObject({ code: 'FUNCTION_REFUSED', retryable: false })
    await t.owner.query('delete from auth.memberships where org_id = $1 and user_id = $2', [owner.orgId, deployer.userId])
    expect(await call(name, 2)).toMatchObject({ code: 'FUNCTION_REFUSED' })
  })

  test('of staging is not that of production, and each has its own secrets', async () => {
    const { id, name } = await deploy('export const f = 1\nexport function read() { return secrets.API_KEY ?? null }', {
      environment: 'staging',
    })
    const set = (environment: string, value: string) =>
      t.call<CodeArtifact>('PUT', `/api/code-artifacts/${id}/secrets/${environment}/API_KEY`, { token: owner.token, body: { value } })
    await set('production', 'live-9f8e')
    const shown = await set('staging', 'test-1a2b')
    expect(shown.body.data.secrets.map(({ environment, name: secret }) => [environment, secret])).toEqual([
      ['production', 'API_KEY'],
      ['staging', 'API_KEY'],
    ])
    expect(JSON.stringify(shown.body)).not.toMatch(/live-9f8e|test-1a2b/)
    expect(await call(name, null, 'staging')).toEqual({ output: 'test-1a2b' })
    expect(await call(name, null)).toMatchObject({ code: 'FUNCTION_MISSING' })
    const { rows } = await t.owner.query("select 1 from app.audit_log a where org_id = $1 and a::text like '%live-9f8e%'", [owner.orgId])
    expect(rows).toEqual([])
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const refused = await t.call('PUT', `/api/code-artifacts/${id}/secrets/staging/API_KEY`, { token: member.token, body: { value: 'x' } })
    expect(refused.status).toBe(403)
  })

  test('answers as the version before in the moment of the roll-back', async () => {
    const { id, name } = await deploy('export function answer() { return 1 }')
    await post(owner, `/${id}/versions`, { version: 1, code: 'export function answer() { return 2 }' })
    await approve(id, 2)
    await post(owner, `/${id}/deploy`)
    expect(await call(name, null)).toEqual({ output: 2 })
    await post(owner, `/${id}/rollback`, { environment: 'production' })
    expect(await call(name, null)).toEqual({ output: 1 })
  })
})

describe('the comparison before a deployment', () => {
  test('runs both versions on the last 50 inputs of production and names the differences', async () => {
    const { id, name } = await deploy('export function round(n) { return Math.round(n) }')
    expect((await post<ArtifactComparison>(owner, `/${id}/compare`)).body.data).toMatchObject({ inputs: 0, compared: 0 })
    for (let n = 0; n < 52; n++) await call(name, n / 2)
    await post(owner, `/${id}/versions`, { version: 1, code: 'export function round(n) { return Math.floor(n) }' })
    const { data } = (await post<ArtifactComparison>(owner, `/${id}/compare`)).body
    expect(data).toMatchObject({ before: 1, after: 2, inputs: 50, compared: 50, different: 25 })
    expect(data.differences[0]).toEqual({ input: '25.5', before: '26', after: '25' })
    const { rows } = await t.owner.query<{ sealed_input: string }>(
      'select sealed_input from app.code_artifact_inputs where artifact_id = $1',
      [id],
    )
    expect(rows).toHaveLength(50)
    expect(rows.some(({ sealed_input: sealed }) => sealed.includes('25.5'))).toBe(false)
  })

  test('has inputs only as long as the organization keeps its runs', async () => {
    const { id, name } = await deploy(double)
    await call(name, 1)
    await inputHistory.eraseSome(t.platform, owner.orgId, new Date(Date.now() + 60_000))
    expect((await post<ArtifactComparison>(owner, `/${id}/compare`)).body.data.inputs).toBe(0)
  })
})

describe('what a deployment makes elsewhere', () => {
  test('an API endpoint becomes the draft of a workflow with a webhook, once', async () => {
    const { id, name, done } = await deploy('export function handle(body) { return { ok: true, body } }', { artifactType: 'api_endpoint' })
    expect(done.body.data.place).toBe('webhook')
    await post(owner, `/${id}/deploy`)
    const { rows } = await t.owner.query<{ status: string }>('select status from app.workflows where org_id = $1 and name = $2', [
      owner.orgId,
      `${name} (endpoint)`,
    ])
    expect(rows).toEqual([{ status: 'draft' }])
  })

  test('a migration becomes the draft of an entity, and nothing of it is run', async () => {
    const code = 'create table vehicles (id uuid primary key, plate text not null unique, km numeric);'
    const { done } = await deploy(code, { artifactType: 'database_migration', language: 'sql' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const entity = await t.call<{ entityName: string; status: string }[]>('GET', '/api/entities', { token: owner.token })
    expect(entity.body.data).toContainEqual(expect.objectContaining({ entityName: 'vehicles', status: 'draft' }))
    const other = await deploy('drop table vehicles', { artifactType: 'database_migration', language: 'sql' })
    expect([other.done.status, other.done.body.error]).toEqual([409, 'A migration that is deployed creates exactly one table.'])
  })
})
