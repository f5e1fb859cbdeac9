import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, IntegrationAction } from '@imperium/contract/integrations.ts'
import type { LeftOutOperation } from '@imperium/contract/integrations/left-out.ts'
import { buildTable } from '../../../testing/activate-entity.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

// Imperium connected to itself by the document that it serves.

let t: TestApp
let owner: TestUser
let connectionId: string

beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  const { status, body } = await call<Connection>('POST', '/api/integrations/connections', {
    connectorId: 'openapi',
    auth: 0,
    name: 'Ourselves',
    fields: { apiKey: owner.token },
    document: { url: `${origin}/api/openapi.json` },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  connectionId = body.data.id
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) => t.call<T>(method, path, { token: owner.token, ...(body ? { body } : {}) })
const list = async <T>(path: string) => (await call<T[]>('GET', path)).body.data
async function run(action: string, input: object): Promise<unknown> {
  const { status, body } = await call<unknown>('POST', `/api/integrations/connections/${connectionId}/actions/${action}`, { input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

test('every operation of our own document is an action', async () => {
  const document = (await t.app.inject({ method: 'GET', url: '/api/openapi.json' })).json<{ paths: Record<string, object> }>()
  const operations = Object.values(document.paths).reduce((sum, item) => sum + Object.keys(item).length, 0)
  expect(await list<LeftOutOperation>(`/api/integrations/connections/${connectionId}/left-out`)).toEqual([])
  expect(await list<IntegrationAction>(`/api/integrations/connections/${connectionId}/actions`)).toHaveLength(operations)
})

test('a contact, a record, a message and a document are made through it', async () => {
  await run('contacts_create_v1', { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron', tags: ['friend'] })
  expect(await list('/api/contacts')).toMatchObject([{ email: 'ada@example.org', tags: ['friend'] }])

  const fields = [
    { name: 'street', label: 'Street', type: 'text' },
    { name: 'rooms', label: 'Rooms', type: 'number' },
  ]
  await run('entities_create', { entityName: 'house', displayName: 'House', fields })
  const [entity] = (await list<{ id: string; entityName: string }>('/api/entities')).filter(({ entityName }) => entityName === 'house')
  await run('entities_activate', { id: entity?.id })
  await buildTable(t, owner.orgId, entity?.id ?? '')
  await run('records_create_v1', { entity: 'house', values: { street: 'Elm Street 7', rooms: 4 } })
  expect(await list('/api/records/house')).toMatchObject([{ values: { street: 'Elm Street 7', rooms: 4 } }])

  const friend = await t.addMember(owner.orgId, 'MEMBER')
  await run('messages_create_v1', { to: { kind: 'members', userIds: [friend.userId] }, subject: 'Hello', message: 'Through ourselves' })
  expect(await list('/api/messages?box=sent')).toMatchObject([{ subject: 'Hello', preview: 'Through ourselves' }])

  const content = Buffer.from('# Elm Street\n\nFour rooms.').toString('base64')
  await run('knowledge_upload_document_v1', { name: 'elm.md', body: { filename: 'elm.md', content } })
  expect(await list('/api/knowledge/documents')).toMatchObject([{ name: 'elm.md' }])
})
