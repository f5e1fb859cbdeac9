import { billingEvents } from '@imperium/contract/events/billing.ts'
import { usageEvents } from '@imperium/contract/events/usage.ts'
import type { Role } from '@imperium/contract/permissions.ts'
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
      const values = { plan: planNames[planType], date: new Date(date), amount }
      return notifyOwners(platform, orgId, { kind: `subscription-${news}`, values, source: `subscription:${eventId}` })
    },
  })

const gib = 1024 ** 3
const countOf = (limit: string, value: number): string | number =>
  limit === 'storageBytes' ? `${Math.round((value / gib) * 10) / 10} GB` : value

/** A limit that is near or reached goes to those who can make room. */
export const notifyLimit = (platform: Platform) =>
  onEvent({
    event: billingEvents.limit,
    name: 'notifications.tellLimit',
    run: ({ orgId, eventId, payload: { limit, level, used, allowed, lifts } }) => {
      const values = {
        limit,
        percent: String(Math.floor((used / allowed) * 100)),
        used: countOf(limit, used),
        allowed: countOf(limit, allowed),
        plan: planNames[lifts],
      }
      const kind = level === 100 ? 'limit-reached' : 'limit-near'
      return notifyRoles(platform, orgId, ['OWNER', 'ADMIN'], { kind, values, source: `limit:${eventId}` })
    },
  })

/** An offer of the operator goes to the owner, who can accept it by paying. */
export const notifyOffer = (platform: Platform) =>
  onEvent({
    event: billingEvents.offered,
    name: 'notifications.tellOffer',
    run: ({ orgId, eventId, payload: { planType, price, validUntil } }) => {
      const values = { plan: planNames[planType], amount: price, date: new Date(validUntil) }
      return notifyOwners(platform, orgId, { kind: 'plan-offered', values, source: `offer:${eventId}` })
    },
  })

/** A low balance of AI credits goes to the owner, who can top up. */
export const notifyCreditsLow = (platform: Platform) =>
  onEvent({
    event: billingEvents.creditsLow,
    name: 'notifications.tellCreditsLow',
    run: ({ orgId, eventId, payload: { balance } }) =>
      notifyOwners(platform, orgId, { kind: 'credits-low', values: { balance }, source: `credits:${eventId}` }),
  })

/** An automatic top-up that was not made goes to the owner, with the way to make one. */
export const notifyTopUpFailed = (platform: Platform) =>
  onEvent({
    event: billingEvents.topUpFailed,
    name: 'notifications.tellTopUpFailed',
    run: ({ orgId, eventId, payload: { reason } }) =>
      notifyOwners(platform, orgId, { kind: `top-up-${reason}`, values: {}, source: `top-up:${eventId}` }),
  })

const dollars = (micros: number): string => `$${(micros / 1_000_000).toFixed(2)}`

/** Models cost as much as a member has said: the owner is told. */
export const notifyUsageAlert = (platform: Platform) =>
  onEvent({
    event: usageEvents.alert,
    name: 'notifications.tellUsageAlert',
    run: ({ orgId, eventId, payload: { costMicros, amountMicros } }) =>
      notifyOwners(platform, orgId, {
        kind: 'usage-alert',
        values: { cost: dollars(costMicros), amount: dollars(amountMicros) },
        source: `usage:${eventId}`,
      }),
  })

const notifyOwners = (platform: Platform, orgId: string, about: Omit<About, 'actionUrl'>) => notifyRoles(platform, orgId, ['OWNER'], about)

async function notifyRoles(platform: Platform, orgId: string, roles: readonly Role[], about: Omit<About, 'actionUrl'>): Promise<void> {
  const owners = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, roles))
  for (const owner of owners) await notifyMember(platform, orgId, owner, { ...about, actionUrl: 'settings/billing' })
}
