import type { McpConnection } from '@imperium/contract/mcp.ts'
import { none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples, Setting } from '../../../testing/matrix/sample.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { askForTokens, codeChallenge, consent, exchangeFields, redirectUri, registerClient } from './oauth.ts'

const scopes = ['agents:read']

async function connected({ t }: Setting, caller: TestUser): Promise<string> {
  const { clientId } = await registerClient(t)
  const { code } = await consent(t, caller, clientId, scopes)
  await askForTokens(t, exchangeFields(clientId, code))
  const { body } = await t.call<McpConnection[]>('GET', '/api/mcp/connections', { token: caller.token })
  return body.data[0]?.id ?? ''
}

export const samples: Samples<'mcp'> = {
  'mcp.describeRequest': async ({ t }) => ({ query: { clientId: (await registerClient(t)).clientId, redirectUri } }),
  'mcp.connect': async ({ t }) => ({ body: { clientId: (await registerClient(t)).clientId, redirectUri, scopes, codeChallenge } }),
  'mcp.listConnections': none,
  'mcp.disconnect': async (setting) => ({ params: { id: await connected(setting, setting.caller) } }),
}

export const pagedSamples: PagedSamples = {
  'mcp.listConnections': async (setting) => {
    await connected(setting, setting.caller)
    await connected(setting, setting.caller)
    return {}
  },
}
