import { agents } from '@imperium/contract/agents.ts'
import { apiKeys } from '@imperium/contract/api-keys.ts'
import type { KeyKind } from '@imperium/contract/api-keys.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { KeysSearch } from './keys-search.ts'

const pageRows = 100

/** Failures are shown on the page. The server counts uses every two seconds, so the list becomes stale quickly. */
export const keysQuery = (kind: KeyKind, { q, status }: KeysSearch) => ({
  ...pages(apiKeys.list, { query: { kind, ...(q ? { q } : {}), ...(status ? { status } : {}), limit: pageRows } }),
  meta: { silent: true },
  staleTime: 0,
  refetchInterval: 15_000,
})

/** Agents to choose from, matched by name or description. */
export const agentChoicesQuery = (q: string) => ({
  ...query(agents.list, { query: { ...(q ? { q } : {}), sort: 'name', direction: 'asc', limit: 50 } }),
  meta: { failure: t('Failed to load agents') },
  staleTime: 30_000,
})

const invalidates = [['api-keys']] as const

// The response is the key, shown in its own dialog, so there is no toast.
export const createMutation = mutation(apiKeys.create, { failure: t('Failed to create the API key'), invalidates })
export const createForAgentMutation = mutation(apiKeys.createForAgent, { failure: t('Failed to create the API key'), invalidates })
export const rotateMutation = mutation(apiKeys.rotate, { failure: t('Failed to rotate the API key'), invalidates })
export const updateMutation = mutation(apiKeys.update, { success: t('API key updated'), invalidates })
export const revokeMutation = mutation(apiKeys.revoke, { success: t('API key revoked'), invalidates })
