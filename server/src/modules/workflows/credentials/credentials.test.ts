import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Credential } from '@imperium/contract/workflows/workflow-credentials.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { flow, publish } from '../engine/test-flows.ts'
import { openCredentialForUse } from './apply-credential.ts'
import { rewrapWorkflowSecrets } from './rewrap-secrets.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.register()
})

const secret = 'sk-live-0123456789abcdefghijklmnop'
const values = (change: object = {}) => ({ name: 'CRM', kind: 'header', field: 'x-api-key', hosts: ['api.example.com'], secret, ...change })
const call = <T = Credential>(method: string, path: string, body?: object, by = owner) =>
  t.call<T>(method, `/api/workflow-credentials${path}`, { token: by.token, ...(body ? { body } : {}) })
const made = async (change: object = {}) => (await call('POST', '', values(change))).body.data
const open = (id: string) => t.platform.db.withOrg(owner.orgId, (tx) => openCredentialForUse(t.platform, tx, id))

test('stores a secret sealed and never shows it again', async () => {
  const response = await call('POST', '', values())
  expect(response).toMatchObject({
    status: 201,
    body: { data: { name: 'CRM', kind: 'header', preview: 'sk-l…mnop', usedBy: [], lastUsedAt: null } },
  })
  expect(JSON.stringify(response.body)).not.toContain(secret)
  expect(JSON.stringify((await call<Credential[]>('GET', '')).body)).not.toContain(secret)
  const { rows } = await t.owner.query('select * from app.workflow_credentials where org_id = $1', [owner.orgId])
  const audit = await t.owner.query("select before, after from app.audit_log where org_id = $1 and action like 'workflow-credentials.%'", [
    owner.orgId,
  ])
  expect(JSON.stringify([rows, audit.rows])).not.toContain(secret)
  expect(await open(response.body.data.id)).toMatchObject({ secret, kind: 'header', hosts: ['api.example.com'] })
  expect((await call<Credential[]>('GET', '')).body.data[0]?.lastUsedAt).not.toBeNull()
  expect((await made({ name: 'Short', secret: 'abc' })).preview).not.toMatch(/[abc]/)
})

test('requires the fields of each kind', async () => {
  const pathOf = async (change: object) => {
    const response = await call('POST', '', values(change))
    return response.status === 422 ? response.body.errors?.[0]?.path : response.status
  }
  expect(await pathOf({ field: 'Host' })).toBe('field')
  expect(await pathOf({ field: 'a b' })).toBe('field')
  expect(await pathOf({ kind: 'query', field: '' })).toBe('field')
  expect(await pathOf({ kind: 'basic', field: 'a:b' })).toBe('field')
  expect(await pathOf({ secret: 'a\r\nx-other: b' })).toBe('secret')
  expect(await pathOf({ hosts: [] })).toBe('hosts')
  expect(await pathOf({ hosts: ['https://api.example.com'] })).toBe('hosts.0')
  expect(await pathOf({ name: 'Basic', kind: 'basic', field: 'user' })).toBe(201)
  expect(await pathOf({ name: 'basic' })).toBe(409)
})

test('requires the secret again when a host is added', async () => {
  const { id } = await made()
  const { secret: _secret, ...rest } = values({ name: 'Renamed' })
  expect((await call('PUT', `/${id}`, rest)).body.data).toMatchObject({ name: 'Renamed', preview: 'sk-l…mnop' })
  const added = { ...rest, hosts: ['api.example.com', 'evil.test'] }
  expect(await call('PUT', `/${id}`, added)).toMatchObject({ status: 422, body: { errors: [{ path: 'secret' }] } })
  expect((await call('PUT', `/${id}`, { ...added, secret: 'another-secret-of-its-own-entirely' })).status).toBe(200)
  expect(await open(id)).toMatchObject({ secret: 'another-secret-of-its-own-entirely' })
  expect((await call('PUT', `/${id}`, { ...rest, hosts: ['evil.test'] })).status).toBe(200)
})

test('one that a published workflow uses stays', async () => {
  const { id } = await made()
  const steps = [{ id: 'call', type: 'http', config: { url: 'https://api.example.com/', credential: id } }]
  const workflowId = await publish(t, owner.orgId, flow(steps, 'start>call'), 'Sync')
  expect((await call<Credential[]>('GET', '')).body.data[0]?.usedBy).toEqual([{ id: workflowId, name: 'Sync' }])
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 409, body: { error: expect.stringContaining('Sync') } })
  await t.owner.query('update app.workflows set deleted_at = now() where id = $1', [workflowId])
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  expect(await open(id)).toBeNull()
})

test('is visible only to its organization and to roles that manage credentials', async () => {
  const { id } = await made()
  const stranger = await t.register()
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect((await call('DELETE', `/${id}`, undefined, stranger)).status).toBe(404)
  expect((await call('POST', '', values({ name: 'Mine' }), member)).status).toBe(403)
  expect((await call<Credential[]>('GET', '', undefined, member)).body.data).toHaveLength(1)
  expect(await t.platform.db.withOrg(stranger.orgId, (tx) => openCredentialForUse(t.platform, tx, id))).toBeNull()
})

test('refuses a copied sealed value and reports it when keys are rotated', async () => {
  const [one, other] = [await made(), await made({ name: 'Other', secret: 'a-secret-of-its-own-that-is-long' })]
  await t.owner.query(
    'update app.workflow_credentials a set secret = b.secret from app.workflow_credentials b where a.id = $1 and b.id = $2',
    [one.id, other.id],
  )
  await expect(open(one.id)).rejects.toMatchObject({ status: 409 })
  await t.owner.query("update app.workflow_credentials set secret = 'v1.k0.AAAA' where id = $1", [one.id])
  const result = await t.platform.db.withSystem((tx) => rewrapWorkflowSecrets(t.platform, tx))
  expect(result.unreadable).toContainEqual({ orgId: owner.orgId, id: one.id })
  expect(await open(other.id)).toMatchObject({ secret: 'a-secret-of-its-own-that-is-long' })
})
