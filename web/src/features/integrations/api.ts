import { integrations } from '@imperium/contract/integrations.ts'
import { mutation, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const silent = { meta: { silent: true } }

/** The steps of workflows, too: they are those of connected services. */
export const invalidates = [['integrations'], ['workflows', 'stepTypes']] as const

/** It changes with the version of Imperium only. */
export const catalogueQuery = { ...query(integrations.list), ...silent, staleTime: Number.POSITIVE_INFINITY }
export const connectionsQuery = { ...query(integrations.connections, { query: {} }), ...silent }
/** Read again now and then: services are asked every few minutes. */
export const triggersQuery = { ...query(integrations.triggers), ...silent, refetchInterval: 60_000 }
export const statsQuery = { ...query(integrations.stats), ...silent }

export const refusedQuery = (workflowId: string) => ({
  ...query(integrations.refused, { params: { workflowId } }),
  ...silent,
  refetchInterval: 60_000,
})
export const leftOutQuery = (id: string) => ({ ...query(integrations.leftOut, { params: { id } }), ...silent })

export const startRefusedMutation = mutation(integrations.startRefused, {
  success: t('The workflow was started'),
  failure: t('The workflow could not be started'),
  invalidates,
})
export const removeRefusedMutation = mutation(integrations.removeRefused, { failure: t('The item could not be removed'), invalidates })

/** Asks the server each time. */
export const toolsQuery = (id: string) => ({ ...query(integrations.tools, { params: { id } }), ...silent, staleTime: 0 })

export const acceptToolsMutation = mutation(integrations.acceptTools, {
  success: t('Tools updated'),
  failure: t('The tools could not be updated'),
  invalidates,
})

export const testMutation = mutation(integrations.test, { failure: t('The connection could not be tested'), invalidates })
export const disconnectMutation = mutation(integrations.disconnect, {
  success: t('Disconnected'),
  failure: t('The integration could not be disconnected'),
  invalidates,
})
