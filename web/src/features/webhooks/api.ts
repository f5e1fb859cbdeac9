import { webhooks } from '@imperium/contract/webhooks.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { WebhooksSearch } from './webhooks-search.ts'

const pollMs = 5_000

/** Failures are shown on the page. Deliveries go on by themselves, so lists are read again. */
export const webhooksQuery = ({ q }: Pick<WebhooksSearch, 'q'>) => ({
  ...pages(webhooks.list, { query: { limit: 50, ...(q ? { q } : {}) } }),
  meta: { silent: true },
  refetchInterval: pollMs,
})
export const statsQuery = { ...query(webhooks.stats), meta: { silent: true }, refetchInterval: pollMs }
export const catalogueQuery = { ...query(webhooks.catalogue), meta: { silent: true }, staleTime: Infinity }
export const webhookQuery = (id: string) => ({ ...query(webhooks.read, { params: { id } }), meta: { silent: true } })
export const deliveriesQuery = (id: string, { find, status }: Pick<WebhooksSearch, 'find' | 'status'>) => ({
  ...pages(webhooks.deliveries, { params: { id }, query: { limit: 50, ...(find ? { q: find } : {}), ...(status ? { status } : {}) } }),
  meta: { silent: true },
  refetchInterval: pollMs,
})
export const deliveryQuery = (id: string, deliveryId: string) => ({
  ...query(webhooks.readDelivery, { params: { id, deliveryId } }),
  meta: { silent: true },
  refetchInterval: pollMs,
})

export const invalidates = [['webhooks']] as const

export const toggleMutation = mutation(webhooks.update, { failure: t('The webhook could not be changed'), invalidates })
export const removeMutation = mutation(webhooks.remove, {
  success: t('Webhook deleted'),
  failure: t('The webhook could not be deleted'),
  invalidates,
})
export const revealMutation = mutation(webhooks.revealSecret, { failure: t('The secret could not be shown') })
export const rotateMutation = mutation(webhooks.rotateSecret, { failure: t('The secret could not be replaced'), invalidates })
/** What came of it is said by the page. */
export const testMutation = mutation(webhooks.test, { failure: t('The test could not be sent'), invalidates })
export const retryMutation = mutation(webhooks.retryDelivery, {
  success: t('The delivery is sent again'),
  failure: t('The delivery could not be sent again'),
  invalidates,
})
export const sendWaitingMutation = mutation(webhooks.sendWaiting, { failure: t('The deliveries could not be sent'), invalidates })
export const replayMutation = mutation(webhooks.replay, { failure: t('The deliveries could not be replayed'), invalidates })
