import { lazyRouteComponent } from '@tanstack/react-router'

export { prefetchAiModels, prefetchProviders, validateAiModelsSearch, validateProvidersSearch } from './search.ts'
export const AiModelsPage = lazyRouteComponent(() => import('./ai-models-page.tsx'), 'AiModelsPage')
export const ProvidersPage = lazyRouteComponent(() => import('./providers-page.tsx'), 'ProvidersPage')
