import { domains } from '@imperium/contract/domains/domains.ts'
import type { DomainSettings } from '@imperium/contract/domains/domains.ts'
import { keyOf, mutation, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

/** DNS is asked as often while the page is open: the person who set a record waits for it here. */
export const pollMs = 15_000

/** Whether something of a domain may still change by itself. */
export const isUnderWay = ({ domains: list }: DomainSettings): boolean =>
  list.some(({ status, steps }) => status !== 'failed' && steps.some(({ reachedAt }) => reachedAt === null))

export const domainsQuery = {
  ...query(domains.list),
  meta: { silent: true },
  staleTime: 0,
}

const invalidates = [keyOf(domains.list)]

export const addMutation = mutation(domains.add, { success: t('Domain added'), silent: true, invalidates })
export const verifyMutation = mutation(domains.verify, { failure: t('Failed to check the domain'), invalidates })
export const retryMutation = mutation(domains.retry, { failure: t('Failed to check the domain'), invalidates })
export const removeMutation = mutation(domains.remove, {
  success: t('Domain removed'),
  failure: t('Failed to remove the domain'),
  invalidates,
})
