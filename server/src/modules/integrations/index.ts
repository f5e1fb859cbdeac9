import { collectInEach } from '../../platform/collect-in-each.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { integrationsActs } from './acts.ts'
import { rewrapConnectionSecrets } from './rewrap-secrets.ts'
import { integrationOperations } from './routes.ts'
import { exportConnections } from './store.ts'
import { testDueConnections } from './test-connection.ts'
import { pollSubscriptions } from './triggers/poll-subscriptions.ts'

export { connectors } from './connectors/index.ts'
export { onConnectionUse, nameTriggered, startWithItems } from './connection-users.ts'
export type { FindConnectionUsers, TriggeredStart } from './connection-users.ts'
export { formOfInput, schemaOf } from './form-of-input.ts'
export { isRepeatable } from './kit/run-action.ts'
export { findConnection, namedConnections, connectedServices } from './store.ts'
export type { ConnectionRow } from './store.ts'
export type { Action } from './kit/action.ts'
export { findServing } from './find-serving.ts'
export { findAction, findDocumentedAction } from './actions-of.ts'
export { subscribe, unsubscribe } from './triggers/subscribe.ts'
export { InputError, ServiceError, mayUse, performAction } from './use-connection.ts'
export type { ConnectionUser } from './use-connection.ts'

const pollEveryMs = 5_000
const testEveryMs = 60_000

export const integrationsModule: ModuleFactory = (platform) => ({
  name: 'integrations',
  tables: ['integration_connections', 'integration_subscriptions'],
  acts: integrationsActs,
  operations: integrationOperations(platform),
  ticks: [
    { name: 'poll-integrations', everyMs: pollEveryMs, run: () => pollSubscriptions(platform) },
    { name: 'test-integrations', everyMs: testEveryMs, run: () => testDueConnections(platform) },
  ],
  exportPerson: async ({ userId, orgIds }) => ({
    connectedServices: await collectInEach(platform.db, orgIds, (tx) => exportConnections(tx, userId)),
  }),
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapConnectionSecrets(platform, tx)),
      ({ orgId, id }) => `the credentials of the connection ${id} of organization ${orgId}; they must be entered again.`,
    ),
})
