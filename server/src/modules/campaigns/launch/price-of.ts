import { smsCostMicros } from '@imperium/contract/channels/sms-parts.ts'
import type { DeliveryOutcome, OutgoingContent } from '../../../platform/delivery/transport.ts'

/** Micro-dollars of a message by the price of its account: an SMS pays for each of its parts. */
export const costAt = (priceMicros: number, content: Pick<OutgoingContent, 'channel'> & { text?: string }): number =>
  content.channel === 'sms' ? smsCostMicros(content.text ?? '', priceMicros) : priceMicros

/** The outcome with its cost: the provider's price, else the account's. */
export const priced = (outcome: DeliveryOutcome, content: OutgoingContent, priceMicros: number | null): DeliveryOutcome =>
  outcome.kind === 'accepted' && outcome.costMicros === undefined && priceMicros !== null
    ? { ...outcome, costMicros: costAt(priceMicros, content) }
    : outcome
