import type { CampaignRecipient, RecipientStory } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { z } from 'zod'

type Send = z.infer<typeof RecipientStory>['sends'][number]
type Moment = Send['events'][number]

/** The timestamps of a recipient's row; those that events describe in more detail are left to the events. */
const stamps: readonly (readonly [keyof CampaignRecipient, string])[] = [
  ['sentAt', 'sent'],
  ['deliveredAt', 'delivered'],
  ['openedAt', 'opened'],
  ['clickedAt', 'clicked'],
  ['respondedAt', 'responded'],
  ['bouncedAt', 'bounced'],
  ['complainedAt', 'complained'],
  ['unsubscribedAt', 'unsubscribed'],
]

/** The logical order of a message's states. */
const order = ['queued', 'retried', 'sent', 'delayed', 'delivered', 'bounced', 'failed', 'opened', 'clicked', 'responded', 'complained']
const rankOf = ({ type }: Moment): number => (order.includes(type) ? order.indexOf(type) : order.length)
/** Providers and mail servers report whole seconds from their own clocks: within one second the logical order decides. */
const secondOf = ({ at }: Moment): number => Math.floor(Date.parse(at) / 1_000)

/** The complete history of one message, oldest first. */
export function momentsOf({ recipient, events }: Pick<Send, 'recipient' | 'events'>): Moment[] {
  const reported = new Set(events.filter(({ machine }) => !machine).map(({ type }) => type))
  const stamped = stamps.flatMap(([field, type]) => {
    const at = recipient?.[field]
    return typeof at === 'string' && !reported.has(type) ? [{ at, type, machine: false, detail: '', url: null }] : []
  })
  return [...events, ...stamped].toSorted(
    (left, right) => secondOf(left) - secondOf(right) || rankOf(left) - rankOf(right) || left.at.localeCompare(right.at),
  )
}
