import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { sealSecrets } from '../connection-secrets.ts'
import { stateHash } from '../oauth/sign-in.ts'

const kept = new WeakMap<Setting['org'], string>()

/** A connection whose service answers nothing: the matrix sends no request to the outside. */
async function connectionOf({ t, org, word }: Setting): Promise<string> {
  const id = newId()
  const secrets = sealSecrets(t.platform, id, { apiKey: 'xoxb-sample', hookSecret: 'sample' })
  await t.owner.query(
    `insert into app.integration_connections (org_id, id, connector, name, auth, secrets, roles, status, hook_token, hook_hash, created_by)
     values ($1, $2, 'slack', $3, 1, $4, '{OWNER,ADMIN,MEMBER,VIEWER}', 'waiting', $5, $6, 'Sample')`,
    [org.id, id, word('Slack'), secrets, tokenOf(id), stateHash(tokenOf(id))],
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

export const samples: Samples<'integrations'> = {
  'integrations.list': () => ({}),
  'integrations.stats': () => ({}),
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
  'integrations.authorize': onKept,
  'integrations.callback': () => ({}),
  'integrations.run': async (setting: Setting) => ({
    params: { id: await keptConnection(setting), action: 'send_message' },
    body: { input: {} },
  }),
  'integrations.receive': async (setting: Setting) => ({ params: { token: tokenOf(await keptConnection(setting)) }, body: {} }),
}

export const pagedSamples: PagedSamples = {}
