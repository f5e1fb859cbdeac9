import { worded } from '@imperium/contract/kit/message.ts'
import { integrationLimits, integrations } from '@imperium/contract/integrations.ts'
import type { Connection } from '@imperium/contract/integrations.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { acceptTools, reviewTools } from './accept-tools.ts'
import { actionsOf, findAction, leftOutOf } from './actions-of.ts'
import { configure, connect, disconnect, present } from './change-connections.ts'
import { usersOf } from './connection-users.ts'
import { InputError } from './kit/read-input.ts'
import { ServiceError } from './kit/service-error.ts'
import { beginSignIn, completeSignIn } from './oauth/sign-in.ts'
import { showOwnActions, showConnectors } from './show-connector.ts'
import { findConnection, listConnections } from './store.ts'
import { keepTest, tryConnection } from './test-connection.ts'
import { removeRefused, showRefused, startRefused } from './triggers/keep-refused.ts'
import { listTriggers } from './triggers/list-triggers.ts'
import { receiveCall } from './triggers/receive-call.ts'
import { mayUse, performAction } from './use-connection.ts'

type WithoutTx = Omit<OrgContext, 'tx'>

export const integrationOperations = (platform: Platform) =>
  bindOperations(integrations, {
    list: async () => showConnectors(),
    stats: async (_input, { tx }) => {
      const rows = await listConnections(tx, undefined, integrationLimits.connections)
      return {
        available: showConnectors().length,
        connected: rows.filter(({ status }) => status === 'connected').length,
        failing: rows.filter(({ status }) => status === 'failing').length,
        webhookUrls: rows.filter(({ hook_token: token }) => token !== null).length,
      }
    },
    connections: async ({ query }, { tx }) =>
      (await listConnections(tx, query.q, integrationLimits.connections)).map((row) => present(platform, row)),
    triggers: (_input, { tx }) => listTriggers(platform, tx),
    refused: ({ params }, { tx }) => showRefused(tx, params.workflowId),
    startRefused: ({ params }, context) => startRefused(platform, context, params),
    removeRefused: ({ params }, context) => removeRefused(context, params),
    read: async ({ params }, { tx }) => present(platform, found(await findConnection(tx, params.id))),
    actions: async ({ params }, { tx }) => showOwnActions(actionsOf(found(await findConnection(tx, params.id)))),
    leftOut: async ({ params }, { tx }) => leftOutOf(found(await findConnection(tx, params.id))),
    connect: ({ body }, context) => connect(platform, context, body),
    configure: ({ params, body }, context) => configure(platform, context, params.id, body),
    test: ({ params }, context) => testNow(platform, context, params.id),
    tools: ({ params }, context) => reviewTools(platform, context, params.id),
    acceptTools: ({ params, body }, context) => acceptTools(platform, context, params.id, body),
    dependants: async ({ params }, { tx }) => {
      found(await findConnection(tx, params.id))
      return usersOf(platform, tx, params.id)
    },
    disconnect: ({ params }, context) => disconnect(platform, context, params.id),
    authorize: ({ params }, context) => beginSignIn(platform, context, params.id),
    callback: (_input, context) => completeSignIn(platform, context),
    run: ({ params, body }, context) => runNow(platform, context, params, body.input),
    receive: (input, context) => receiveCall(platform, input, context),
  })

async function testNow(platform: Platform, { org, audit, inOrg, signal }: WithoutTx, id: string): Promise<Connection> {
  const { status } = found(await inOrg((tx) => findConnection(tx, id)))
  if (status === 'waiting') throw conflict('The sign-in at the service is not complete.')
  const outcome = await tryConnection(platform, org.id, id, signal())
  await keepTest(platform, org.id, id, outcome)
  const row = found(await inOrg((tx) => findConnection(tx, id)))
  audit({ targetName: row.name, after: { ok: outcome.ok } })
  return present(platform, row)
}

/** @throws 404; 422 for the input; 409 with the service's own words. */
async function runNow(
  platform: Platform,
  { org, role, audit, inOrg, signal }: WithoutTx,
  { id, action }: { id: string; action: string },
  input: Record<string, unknown>,
) {
  const row = found(await inOrg((tx) => findConnection(tx, id)))
  const user = { kind: 'person', role } as const
  if (!mayUse(row, user) || !findAction(row, action)) throw notFound()
  audit({ targetId: id, targetName: row.name, after: { action } })
  const call = { orgId: org.id, connectionId: id, action, input, user, identity: newId(), signal: signal() }
  try {
    return { output: await performAction(platform, call) }
  } catch (error) {
    if (error instanceof InputError) throw invalid([{ path: `input.${error.path}`, ...worded(error.problem) }])
    if (error instanceof ServiceError) throw conflict(error.text)
    throw error
  }
}
