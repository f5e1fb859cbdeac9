import type { ApiKey, CreatedApiKey } from '@imperium/contract/api-keys.ts'
import { keyScopes } from '@imperium/contract/permissions.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let count = 0

/** Creates a key of the organization with all scopes, or as `body` defines. */
export async function makeKey(t: TestApp, user: TestUser, body: Record<string, unknown> = {}): Promise<CreatedApiKey> {
  const sent = { name: `Key ${++count}`, scopes: keyScopes, ...body }
  const response = await t.call<CreatedApiKey>('POST', '/api/api-keys', { token: user.token, body: sent })
  if (response.status !== 201) throw new Error(`key: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}

export async function makeAgentKey(t: TestApp, user: TestUser, agentId: string, body: object = {}): Promise<CreatedApiKey> {
  const sent = { name: `Agent key ${++count}`, agentId, ...body }
  const response = await t.call<CreatedApiKey>('POST', '/api/agent-api-keys', { token: user.token, body: sent })
  if (response.status !== 201) throw new Error(`key: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}

export async function makeAgent(t: TestApp, user: TestUser, name = `Agent ${++count}`): Promise<string> {
  const response = await t.call<{ id: string }>('POST', '/api/agents', { token: user.token, body: { name, type: 'SALES' } })
  if (response.status !== 201) throw new Error(`agent: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data.id
}

export async function listedKey(t: TestApp, user: TestUser, id: string): Promise<ApiKey> {
  await t.platform.keys.flush()
  const { body } = await t.call<ApiKey[]>('GET', '/api/api-keys?limit=200', { token: user.token })
  const found = body.data.find((each) => each.id === id)
  if (!found) throw new Error(`key ${id} is not listed`)
  return found
}

/** Status and code of one call, to tell refusals apart. */
export async function outcome(t: Pick<TestApp, 'call'>, plainKey: string, path = '/api/v1/agents', method = 'GET', body?: object) {
  const response = await t.call(method, path, { token: plainKey, ...(body ? { body } : {}) })
  return response.status < 300 ? response.status : `${response.status} ${response.body.code}`
}
