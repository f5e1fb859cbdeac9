import { integrationEvents } from '@imperium/contract/events/integrations.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import { reapTick } from '../../platform/leases/reap-tick.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { integrationsActs } from './acts.ts'
import { rewrapConnectionSecrets } from './rewrap-secrets.ts'
import { integrationOperations } from './routes.ts'
import { connectionLeases, exportConnections } from './store.ts'
import { startConnectionTests } from './test-connection.ts'
import { refusedContactExtension } from './triggers/contact-extension.ts'
import { listHeldTriggers } from './triggers/held-work.ts'
import { retryRefused } from './triggers/keep-refused.ts'
import { startPolling } from './triggers/poll-subscriptions.ts'
import { subscriptionLeases } from './triggers/subscriptions-store.ts'

export { connectors } from './connectors/index.ts'
export { onConnectionUse, nameTriggered, startWithItems } from './connection-users.ts'
export type { FindConnectionUsers, StartRefusal, TriggeredStart } from './connection-users.ts'
export { formOfInput, schemaOf } from './form-of-input.ts'
export { isRepeatable } from './kit/run-action.ts'
export { readInput } from './kit/read-input.ts'
export { backdateConnection, findConnection, namedConnections, connectedServices } from './store.ts'
export type { ConnectionRow } from './store.ts'
export type { Action } from './kit/action.ts'
export { findServing } from './find-serving.ts'
export { findAction, findDocumentedAction } from './actions-of.ts'
export { subscribe, unsubscribe } from './triggers/subscribe.ts'
export { InputError, ServiceError, mayUse, performAction } from './use-connection.ts'
export type { ConnectionUser } from './use-connection.ts'

export const integrationsModule: ModuleFactory = (platform) => ({
  name: 'integrations',
  tables: ['integration_connections', 'integration_subscriptions', 'integration_refused_items'],
  emits: Object.values(integrationEvents),
  acts: integrationsActs,
  extensions: [extendContacts(refusedContactExtension)],
  operations: integrationOperations(platform),
  listHeldWork: listHeldTriggers,
  leases: [subscriptionLeases, connectionLeases],
  ticks: [
    reapTick(platform, subscriptionLeases, { byClock: true }),
    reapTick(platform, connectionLeases, { byClock: true }),
    { name: 'retry-refused-items', everyMs: 60_000, run: () => retryRefused(platform) },
  ],
  startWorker: async () => {
    const runners = [startPolling(platform), startConnectionTests(platform)]
    return {
      stop: async (graceMs) => {
        await Promise.all(runners.map((runner) => runner.stop(graceMs)))
      },
    }
  },
  exportPerson: async ({ userId, orgIds }) => ({
    connectedServices: await collectInEach(platform.db, orgIds, (tx) => exportConnections(tx, userId)),
  }),
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapConnectionSecrets(platform, tx)),
      ({ orgId, id }) => `the credentials of the connection ${id} of organization ${orgId}; they must be entered again.`,
    ),
})
