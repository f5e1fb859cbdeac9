import { listHeldWebhooks } from './held-work.ts'
import { webhookEvents } from '@imperium/contract/events/webhooks.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { reapTick } from '../../platform/leases/reap-tick.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { extendContacts } from '../contacts/index.ts'
import { webhooksActs } from './acts.ts'
import { webhookContactExtension } from './contact-extension.ts'
import { queueEvents } from './deliveries/queue-events.ts'
import { queueLeases } from './deliveries/queue-store.ts'
import { replayJob } from './deliveries/retry-deliveries.ts'
import { judgeFailing } from './endpoint-health.ts'
import { startWebhookWorker } from './engine/worker.ts'
import { deliveriesAbout, eraseOfUser, deliveryHistory } from './erase-store.ts'
import { wakeOverdue } from './health-store.ts'
import { rewrapWebhookSecrets } from './rewrap-secrets.ts'
import { webhookOperations } from './routes.ts'

export { recordPastDeliveries } from './deliveries/past-deliveries.ts'

const judgeEveryMs = 300_000
const wakeEveryMs = 30_000

export const webhooksModule: ModuleFactory = (platform) => ({
  name: 'webhooks',
  tables: ['webhooks', 'webhook_queues', 'webhook_deliveries', 'webhook_attempts'],
  listHeldWork: listHeldWebhooks,
  acts: webhooksActs,
  emits: Object.values(webhookEvents),
  extensions: [keepForRetention(deliveryHistory), extendContacts(webhookContactExtension)],
  operations: webhookOperations(platform),
  eventWriters: [queueEvents(platform)],
  jobs: [replayJob(platform) as unknown as JobDefinition],
  leases: [queueLeases],
  ticks: [
    reapTick(platform, queueLeases),
    { name: 'judge-failing-webhooks', everyMs: judgeEveryMs, run: () => judgeFailing(platform) },
    { name: 'wake-webhooks', everyMs: wakeEveryMs, run: () => platform.db.withSystem(wakeOverdue) },
  ],
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapWebhookSecrets(platform, tx)),
      ({ orgId, id }) => `the secret or the headers of webhook ${id} of organization ${orgId}; it must be made again.`,
    ),
  exportPerson: async ({ userId, orgIds }) => ({
    webhookDeliveries: await collectInEach(platform.db, orgIds, (tx) => deliveriesAbout(tx, 'user_id', userId)),
  }),
  erasePerson: eraseOfUser,
  startWorker: async () => startWebhookWorker(platform),
})
