import { webhookEvents } from '@imperium/contract/events/webhooks.ts'
import { webhookLimits } from '@imperium/contract/webhooks.ts'
import type { Platform } from '../../platform/platform.ts'
import { disableWebhook } from './disable-webhook.ts'
import { listFailing, markWarned } from './health-store.ts'
import { findWebhook } from './store.ts'

const dayMs = 86_400_000
const { warned, disabled } = webhookLimits.failingDays

type Tools = Pick<Platform, 'db' | 'events' | 'clock'>

/** Warns the managers of webhooks that only failed for three days, and disables those that did for five. Returns how many. */
export async function judgeFailing(platform: Tools): Promise<{ warned: number; disabled: number }> {
  const judged = { warned: 0, disabled: 0 }
  for (const { orgId, id, since, until, isWarned } of await platform.db.withSystem((tx) => listFailing(tx, warned))) {
    const days = (until.getTime() - since.getTime()) / dayMs
    if (days >= disabled) {
      await disableWebhook(platform, { orgId, id, reason: 'failing' })
      judged.disabled += 1
    } else if (!isWarned) {
      await warn(platform, { orgId, id, since })
      judged.warned += 1
    }
  }
  return judged
}

async function warn({ db, events, clock }: Tools, { orgId, id, since }: { orgId: string; id: string; since: Date }): Promise<void> {
  await db.withOrg(orgId, async (tx) => {
    const webhook = await findWebhook(tx, id)
    if (!webhook || !(await markWarned(tx, id, clock.now()))) return
    const disabledAt = new Date(since.getTime() + disabled * dayMs).toISOString()
    await events.emit(tx, webhookEvents.failing, { webhookId: id, name: webhook.name, since: since.toISOString(), disabledAt })
  })
}
