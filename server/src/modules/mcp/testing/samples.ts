import type { McpConnection } from '@imperium/contract/mcp/mcp.ts'
import { none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { askForTokens, codeChallenge, exchangeFields, redirectUri, registerClient } from './oauth.ts'

const scopes = ['agents:read']

async function connect({ t }: Setting, clientId: string, { location }: Record<string, unknown>): Promise<void> {
  const code = new URL(String(location)).searchParams.get('code') ?? ''
  await askForTokens(t, exchangeFields(clientId, code))
}

const bodyFor = (clientId: string) => ({ clientId, redirectUri, scopes, codeChallenge })

/** The caller's own connection: another member's is unknown to all but managers. */
async function ownConnection(setting: Setting): Promise<string> {
  const { t, caller, org } = setting
  const { clientId } = await registerClient(t)
  const as = { token: caller.token, headers: { 'x-tenant': org.id } }
  const made = await t.call('POST', '/api/mcp/connections', { ...as, body: bodyFor(clientId) })
  await connect(setting, clientId, made.body.data)
  const { body } = await t.call<McpConnection[]>('GET', '/api/mcp/connections', as)
  return body.data[0]?.id ?? ''
}

async function ownersConnection(setting: Setting): Promise<void> {
  const { clientId } = await registerClient(setting.t)
  await connect(setting, clientId, await setting.run('mcp.connect', { body: bodyFor(clientId) }))
}

export const samples: Samples<'mcp'> = {
  'mcp.describeRequest': async ({ t }) => ({ query: { clientId: (await registerClient(t)).clientId, redirectUri } }),
  'mcp.connect': async ({ t }) => ({ body: bodyFor((await registerClient(t)).clientId) }),
  'mcp.listConnections': none,
  'mcp.disconnect': async (setting) => ({ params: { id: await ownConnection(setting) } }),
}

export const pagedSamples: PagedSamples = {
  'mcp.listConnections': async (setting) => {
    await ownersConnection(setting)
    await ownersConnection(setting)
    return {}
  },
}
