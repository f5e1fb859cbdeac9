import { webhookEvents } from '@imperium/contract/events/webhooks.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { signal } from '../../platform/events/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { wakeQueue } from './deliveries/queue-store.ts'
import { lockWebhook, writeWebhook } from './store.ts'
import { webhookChanged } from './webhook-signals.ts'

interface Disabled {
  orgId: string
  id: string
  reason: 'gone' | 'failing'
}

type Tools = Pick<Platform, 'db' | 'events' | 'clock'>

/** Switches a webhook off by itself, and tells its managers. A disabled one stays as it is. */
export async function disableWebhook({ db, events, clock }: Tools, { orgId, id, reason }: Disabled): Promise<void> {
  await db.withOrg(orgId, async (tx) => {
    const row = await lockWebhook(tx, id)
    if (!row?.is_enabled) return
    const now = clock.now()
    await writeWebhook(tx, id, { is_enabled: false, disabled_reason: reason, disabled_at: now, updated_at: now })
    await events.emit(tx, webhookEvents.disabled, { webhookId: id, name: row.name, reason })
    // What is pending ends with it.
    await wakeQueue(tx, id)
    await signal(tx, webhookChanged({ orgId, webhookId: id }))
    await recordAudit(tx, orgId, {
      actor: { kind: 'system', id: null, name: 'Imperium' },
      action: 'webhooks.disable',
      target: { kind: 'webhook', id, name: row.name },
      after: { reason },
    })
  })
}
