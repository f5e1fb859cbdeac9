import { aiModels } from '@imperium/contract/ai-models.ts'
import type { Call } from '@imperium/contract/kit/endpoint.ts'
import type { ModelTemplate } from '@imperium/contract/ai-models.ts'
import { call, keyOf, mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'

/** Shown on the page itself: load errors stand in its banner or state, so no toast repeats them. */
export const configsQuery = { ...query(aiModels.listConfigs), meta: { silent: true }, staleTime: 30_000 }
export const providersQuery = { ...query(aiModels.listProviders), meta: { failure: t('Failed to fetch providers') }, staleTime: 30_000 }
export const templatesQuery = { ...query(aiModels.templates), meta: { silent: true } }

export type Template = ModelTemplate

// Which models are configured decides what agents may name; which configurations use a provider stands on its card.
const everything = [keyOf(aiModels.listConfigs), keyOf(aiModels.listProviders), keyOf(aiModels.catalogue)]

/** Failures stand in the form's banner. */
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

/** The server gives a model 15 seconds to answer; we wait for its verdict. */
const testTimeoutMs = 25_000

/** Calls the model once. A refusal of the test itself (not of the model) is shown where the result stands. */
export const testMutation = {
  mutationFn: (input: Call<typeof aiModels.test>) => call(aiModels.test, input, { timeoutMs: testTimeoutMs }),
  meta: { silent: true },
}

/** Starts reading what the page of models shows, without waiting for it. */
export function prefetchConfigs(): void {
  void queryClient.prefetchQuery(configsQuery)
  prefetchProviders()
}

/** Starts reading what the page of providers shows, without waiting for it. */
export function prefetchProviders(): void {
  void queryClient.prefetchQuery(providersQuery)
}
