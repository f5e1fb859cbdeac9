import { billingEvents } from '@imperium/contract/events/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { listMembersWithRole } from '../organizations/index.ts'
import { notifyMember } from './notify-member.ts'
import type { About } from './notify-member.ts'

/** Reminders and news of the subscription go to the owner, with the way to the payment. */
export const notifySubscription = (platform: Platform) =>
  onEvent({
    event: billingEvents.subscription,
    name: 'notifications.tellSubscription',
    run: ({ orgId, eventId, payload: { news, planType, date, amount } }) => {
      const values = { plan: planNames[planType], date: date.slice(0, 10), amount }
      return notifyOwners(platform, orgId, { kind: `subscription-${news}`, values, source: `subscription:${eventId}` })
    },
  })

async function notifyOwners(platform: Platform, orgId: string, about: Omit<About, 'actionUrl'>): Promise<void> {
  const owners = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER']))
  for (const owner of owners) await notifyMember(platform, orgId, owner, { ...about, actionUrl: 'settings/billing' })
}
