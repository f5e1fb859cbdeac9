import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const webhooksActs: ModuleActs = {
  kinds: { webhooks: 'settings' },
  sentences: {
    'webhooks.create': describedAct('settings', '{actor} created the webhook {target}'),
    'webhooks.update': describedAct('settings', '{actor} changed the webhook {target}'),
    'webhooks.remove': describedAct('settings', '{actor} deleted the webhook {target}'),
    'webhooks.revealSecret': describedAct('settings', '{actor} viewed the secret of the webhook {target}'),
    'webhooks.rotateSecret': describedAct('settings', '{actor} replaced the secret of the webhook {target}'),
    'webhooks.disable': describedAct('settings', '{actor} disabled the webhook {target}'),
    'webhooks.test': describedAct('settings', '{actor} tested the webhook {target}'),
    'webhooks.replay': describedAct('settings', '{actor} replayed deliveries of the webhook {target}'),
    'webhooks.sendWaiting': describedAct('settings', '{actor} sent the waiting deliveries of the webhook {target}'),
    'webhooks.retryDelivery': describedAct('settings', '{actor} retried a delivery of the webhook {target}'),
  },
}
