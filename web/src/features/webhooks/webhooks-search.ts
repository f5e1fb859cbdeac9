import type { DeliveryStatus } from '@imperium/contract/webhooks.ts'
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface WebhooksSearch {
  q?: string
  /** The form of a new one is open. */
  create?: true
  /** The form of the one with this id is open. */
  edit?: string
  /** The payload examples are open. */
  examples?: true
  /** The delivery log of this webhook is open, with its filters. */
  webhook?: string
  find?: string
  status?: DeliveryStatus
  /** A delivery of it. */
  delivery?: string
}

/** Named here, because every first page would load the contract's list. */
const deliveryStatuses: readonly DeliveryStatus[] = ['pending', 'success', 'failed']

/** Parses the page's URL and drops invalid values. */
export const parseWebhooksSearch = (search: Record<string, unknown>): WebhooksSearch =>
  withoutBlanks<WebhooksSearch>({
    q: textOf(search['q']),
    create: flagOf(search['create']),
    edit: textOf(search['edit'], 40),
    examples: flagOf(search['examples']),
    webhook: textOf(search['webhook'], 40),
    find: textOf(search['find']),
    status: oneOf(deliveryStatuses, search['status']),
    delivery: textOf(search['delivery'], 40),
  })
