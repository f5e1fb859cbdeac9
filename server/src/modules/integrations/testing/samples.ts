import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { newId } from '../../../platform/ids.ts'
import type { HttpOutInit } from '../../../platform/http-out/http-out.ts'
import { mac } from '../../../platform/signed-http/signatures.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { sealSecrets } from '../connection-secrets.ts'
import { stateHash } from '../oauth/sign-in.ts'

const kept = new WeakMap<Setting['org'], string>()

const local = new WeakSet<object>()

/** Slack as far as the matrix calls it: nothing leaves this machine. */
function respondLocally({ httpOut }: Setting['t']['platform']): void {
  if (local.has(httpOut)) return
  local.add(httpOut)
  const { fetch } = httpOut
  httpOut.fetch = async (url, init) => {
    const { host } = new URL(url)
    if (host === 'slack.com') return new Response('{"ok":true,"team":"Sample"}', { headers: { 'content-type': 'application/json' } })
    return host === 'mcp.sample.example' ? respondAsMcp(url, init) : fetch(url, init)
  }
}

/** A server with one tool. */
async function respondAsMcp(url: string | URL, { method = 'GET', headers, body }: HttpOutInit = {}): Promise<Response> {
  const mcp = new McpServer({ name: 'sample', version: '1.0.0' })
  mcp.registerTool('weather', { description: 'Tells the weather.' }, () => ({ content: [] }))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport)
  return transport.handleRequest(new Request(url, { method, ...(headers && { headers }), ...(typeof body === 'string' && { body }) }))
}

async function mcpConnection({ t, org, word }: Setting): Promise<string> {
  respondLocally(t.platform)
  const id = newId()
  const fields = JSON.stringify({ serverUrl: 'https://mcp.sample.example/mcp' })
  const document = JSON.stringify({ title: 'Sample', baseUrl: '', operations: [], tools: [] })
  await t.owner.query(
    `insert into app.integration_connections (org_id, id, connector, name, auth, fields, secrets, document, roles, status, created_by)
     values ($1, $2, 'mcp', $3, 2, $4, $5, $6, '{OWNER,ADMIN,MEMBER,VIEWER}', 'connected', 'Sample')`,
    [org.id, id, word('Server'), fields, sealSecrets(t.platform, id, {}), document],
  )
  return id
}

async function connectionOf({ t, org, word }: Setting, auth: 0 | 1 = 0): Promise<string> {
  respondLocally(t.platform)
  const id = newId()
  const secrets = sealSecrets(t.platform, id, { apiKey: 'xoxb-sample', hookSecret: 'sample' })
  await t.owner.query(
    `insert into app.integration_connections (org_id, id, connector, name, auth, secrets, roles, status, hook_token, hook_hash, created_by)
     values ($1, $2, 'slack', $3, $7, $4, '{OWNER,ADMIN,MEMBER,VIEWER}', 'connected', $5, $6, 'Sample')`,
    [org.id, id, word('Slack'), secrets, tokenOf(id), stateHash(tokenOf(id)), auth],
  )
  return id
}

const tokenOf = (id: string): string => `hook-${id}`

async function keptConnection(setting: Setting): Promise<string> {
  const id = kept.get(setting.org) ?? (await connectionOf(setting))
  kept.set(setting.org, id)
  return id
}
const onKept = async (setting: Setting): Promise<Sample> => ({ params: { id: await keptConnection(setting) } })

/** An item that a published workflow refused. */
async function onRefused(setting: Setting): Promise<Sample> {
  const { t, org, create } = setting
  const [workflowId, connectionId, id] = [String((await create('workflows.publish')).id), await keptConnection(setting), newId()]
  await t.owner.query(
    `insert into app.integration_subscriptions (org_id, workflow_id, connection_id, trigger) values ($1, $2, $3, 'new_message')`,
    [org.id, workflowId, connectionId],
  )
  await t.owner.query(
    `insert into app.integration_refused_items (org_id, id, workflow_id, item_id, start_key, started_by, data, bytes, is_shortened, reason,
       refused_at) values ($1, $2, $3, '1.1', 'sample', 'Slack: New message', '{}', 2, false, 'Sample', now())`,
    [org.id, id, workflowId],
  )
  return { params: { workflowId, id } }
}

/** A call of Slack, with its signature. */
async function receivable(setting: Setting): Promise<Sample> {
  const body = '{"type":"event_callback","event":{"type":"message","channel":"C1","ts":"1.1"}}'
  const time = String(Math.floor(setting.t.platform.clock.now().getTime() / 1_000))
  return {
    params: { token: tokenOf(await keptConnection(setting)) },
    file: { type: 'application/json', bytes: Buffer.from(body) },
    headers: {
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${mac({ hash: 'sha256', encoding: 'hex' }, 'sample', `v0:${time}:${body}`)}`,
    },
  }
}

export const samples: Samples<'integrations'> = {
  'integrations.list': () => ({}),
  'integrations.stats': () => ({}),
  'integrations.triggers': () => ({}),
  'integrations.connections': () => ({}),
  'integrations.read': onKept,
  'integrations.actions': onKept,
  'integrations.leftOut': onKept,
  'integrations.refused': async (setting: Setting) => {
    const { params = {} } = await onRefused(setting)
    return { params: { workflowId: String(params['workflowId']) } }
  },
  'integrations.startRefused': onRefused,
  'integrations.removeRefused': onRefused,
  'integrations.connect': ({ word }: Setting) => ({
    body: { connectorId: 'slack', auth: 1, name: word('Chat'), fields: { clientId: 'sample' } },
  }),
  'integrations.configure': async (setting: Setting) => ({ ...(await onKept(setting)), body: { isForAutomation: false } }),
  'integrations.test': onKept,
  'integrations.tools': async (setting: Setting) => ({ params: { id: await mcpConnection(setting) } }),
  'integrations.acceptTools': async (setting: Setting) => ({ params: { id: await mcpConnection(setting) }, body: { drop: ['weather'] } }),
  'integrations.dependants': onKept,
  'integrations.disconnect': async (setting: Setting) => ({ params: { id: await connectionOf(setting) } }),
  'integrations.authorize': async (setting: Setting) => ({ params: { id: await connectionOf(setting, 1) } }),
  'integrations.callback': () => ({}),
  'integrations.run': async (setting: Setting) => ({
    params: { id: await keptConnection(setting), action: 'send_message' },
    body: { input: { channel: '#general', text: 'Hello' } },
  }),
  'integrations.receive': receivable,
}

export const pagedSamples: PagedSamples = {}
