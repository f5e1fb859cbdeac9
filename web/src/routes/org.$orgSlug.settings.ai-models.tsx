import { createFileRoute } from '@tanstack/react-router'
import { AiModelsPage, prefetchAiModels, validateAiModelsSearch } from '../features/ai-models/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/ai-models')({
  validateSearch: validateAiModelsSearch,
  loader: prefetchAiModels,
  component: AiModelsPage,
})
