import type { CampaignRecipient, RecipientStory } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { z } from 'zod'

type Send = z.infer<typeof RecipientStory>['sends'][number]
type Moment = Send['events'][number]

/** What the row of a recipient knows of when; what events tell in more words is left to them. */
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

/** One after another, as it goes with a message. */
const order = ['queued', 'retried', 'sent', 'delayed', 'delivered', 'bounced', 'failed', 'opened', 'clicked', 'responded', 'complained']
const rankOf = ({ type }: Moment): number => (order.includes(type) ? order.indexOf(type) : order.length)
/** Providers and mail servers tell the second, and their clocks are not ours: within one it is the order of things that decides. */
const secondOf = ({ at }: Moment): number => Math.floor(Date.parse(at) / 1_000)

/** Everything that happened to one message, oldest first. */
export function momentsOf({ recipient, events }: Pick<Send, 'recipient' | 'events'>): Moment[] {
  const told = new Set(events.filter(({ machine }) => !machine).map(({ type }) => type))
  const stamped = stamps.flatMap(([field, type]) => {
    const at = recipient?.[field]
    return typeof at === 'string' && !told.has(type) ? [{ at, type, machine: false, detail: '', url: null }] : []
  })
  return [...events, ...stamped].toSorted(
    (left, right) => secondOf(left) - secondOf(right) || rankOf(left) - rankOf(right) || left.at.localeCompare(right.at),
  )
}
