import { newId } from '../../../platform/ids.ts'
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
  httpOut.fetch = async (url, init) =>
    new URL(url).host === 'slack.com'
      ? new Response('{"ok":true,"team":"Sample"}', { headers: { 'content-type': 'application/json' } })
      : fetch(url, init)
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
  'integrations.connect': ({ word }: Setting) => ({
    body: { connectorId: 'slack', auth: 1, name: word('Chat'), fields: { clientId: 'sample' } },
  }),
  'integrations.configure': async (setting: Setting) => ({ ...(await onKept(setting)), body: { isForAutomation: false } }),
  'integrations.test': onKept,
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
