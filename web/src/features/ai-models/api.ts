import { aiModels } from '@imperium/contract/ai-models.ts'
import type { Call } from '@imperium/contract/kit/endpoint.ts'
import type { ModelTemplate } from '@imperium/contract/ai-models.ts'
import { call, keyOf, mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'

/** Load errors are shown on the page, so no toast repeats them. */
export const configsQuery = { ...query(aiModels.listConfigs), meta: { silent: true }, staleTime: 30_000 }
export const providersQuery = { ...query(aiModels.listProviders), meta: { failure: t('Failed to fetch providers') }, staleTime: 30_000 }
export const unknownCallsQuery = { ...query(aiModels.unknownCalls), meta: { silent: true }, staleTime: 30_000 }
export const templatesQuery = { ...query(aiModels.templates), meta: { silent: true } }

export type Template = ModelTemplate

// A model change affects the agents' choices and the provider cards, so all three are invalidated.
const everything = [keyOf(aiModels.listConfigs), keyOf(aiModels.listProviders), keyOf(aiModels.catalogue)]

/** Failures are shown in the form's banner. */
export const createConfigMutation = mutation(aiModels.createConfig, { success: t('Model added'), silent: true, invalidates: everything })
export const updateConfigMutation = mutation(aiModels.updateConfig, { success: t('Model updated'), silent: true, invalidates: everything })
export const removeConfigMutation = mutation(aiModels.removeConfig, {
  success: t('Model deleted'),
  failure: t('Failed to delete model'),
  invalidates: everything,
})

export const createProviderMutation = mutation(aiModels.createProvider, {
  success: t('Provider created successfully'),
  failure: t('Failed to save provider'),
  invalidates: everything,
})
export const updateProviderMutation = mutation(aiModels.updateProvider, {
  success: t('Provider updated successfully'),
  failure: t('Failed to save provider'),
  invalidates: everything,
})
export const removeProviderMutation = mutation(aiModels.removeProvider, {
  success: t('Provider deleted successfully'),
  failure: t('Failed to delete provider'),
  invalidates: everything,
})

/** The server gives a model 15 seconds to respond; we wait for its result. */
const testTimeoutMs = 25_000

/** Calls the model once. An error of the test request itself is shown in the place of the result. */
export const testMutation = {
  mutationFn: (input: Call<typeof aiModels.test>) => call(aiModels.test, input, { timeoutMs: testTimeoutMs }),
  meta: { silent: true },
}

/** Prefetches the data of the models page without waiting. */
export function prefetchConfigs(): void {
  void queryClient.prefetchQuery(configsQuery)
  prefetchProviders()
}

/** Prefetches the data of the providers page without waiting. */
export function prefetchProviders(): void {
  void queryClient.prefetchQuery(providersQuery)
}
