import { lazyRouteComponent } from '@tanstack/react-router'

export { ModelSelect } from './model-select.tsx'
export { isServed, pickModel } from './pick-model.ts'
export { validateAiModelsSearch, validateProvidersSearch } from './search.ts'
export const AiModelsPage = lazyRouteComponent(() => import('./ai-models-page.tsx'), 'AiModelsPage')
/** Calls that are charged without an answer; nothing where there are none. */
export const UnknownCalls = lazyRouteComponent(() => import('./unknown-calls.tsx'), 'UnknownCalls')
export const ProvidersPage = lazyRouteComponent(() => import('./providers-page.tsx'), 'ProvidersPage')

/** Prefetches the page's data and code without waiting. Keeps the code out of the first chunk. */
export function prefetchAiModels(): void {
  import('./api.ts').then(({ prefetchConfigs }) => prefetchConfigs(), warn)
}

/** The same for the page of providers. */
export function prefetchProviders(): void {
  import('./api.ts').then((api) => api.prefetchProviders(), warn)
}

const warn = (error: unknown) => console.warn('The AI models could not be read ahead.', error)
