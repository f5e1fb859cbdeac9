import { newId } from '../../../platform/ids.ts'
import { none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { codeChallenge, redirectUri, registerClient } from './oauth.ts'

const scopes = ['agents:read']

const bodyFor = (clientId: string) => ({ clientId, redirectUri, scopes, codeChallenge })

/** The caller's own connection, as it is after its code was exchanged: another member's is unknown to all but managers. */
async function connected({ t, caller, org, word }: Setting): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into app.mcp_connections (org_id, id, user_id, user_name, client_name, client_hash, redirect_uri, scopes, code_hash, code_challenge, code_expires_at, refresh_hash)
     values ($1, $2, $3, $4, $5, '', $6, $7, '', '', now(), '')`,
    [org.id, id, caller.userId, word('Member'), word('Assistant'), redirectUri, scopes],
  )
  return id
}

async function waiting({ t, caller, org, word }: Setting): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into app.mcp_approvals (org_id, id, user_id, user_name, client_name, asked_by, operation, input, input_hash, expires_at)
     values ($1, $2, $3, $4, $5, $3, 'agents.remove', '{}', uuid_send($2::uuid), now() + interval '1 day')`,
    [org.id, id, caller.userId, word('Member'), word('Assistant')],
  )
  return id
}

export const samples: Samples<'mcp'> = {
  'mcp.describeRequest': async ({ t }) => ({ query: { clientId: (await registerClient(t)).clientId, redirectUri } }),
  'mcp.connect': async ({ t }) => ({ body: bodyFor((await registerClient(t)).clientId) }),
  'mcp.listConnections': none,
  'mcp.readPolicy': none,
  'mcp.changePolicy': () => ({ body: { requiresApproval: true } }),
  'mcp.listApprovals': none,
  'mcp.decideApproval': async (setting) => ({ params: { id: await waiting(setting) }, body: { isApproved: true } }),
  'mcp.disconnect': async (setting) => ({ params: { id: await connected(setting) } }),
}

export const pagedSamples: PagedSamples = {
  'mcp.listApprovals': async (setting) => {
    await waiting(setting)
    await waiting(setting)
    return {}
  },
  'mcp.listConnections': async (setting) => {
    await connected(setting)
    await connected(setting)
    return {}
  },
}
