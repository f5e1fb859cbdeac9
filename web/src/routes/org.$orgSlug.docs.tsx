import { createFileRoute } from '@tanstack/react-router'
import { KnowledgePage, parseKnowledgeSearch } from '../features/knowledge/index.ts'

export const Route = createFileRoute('/org/$orgSlug/docs')({
  validateSearch: parseKnowledgeSearch,
  loader: () => void KnowledgePage.preload?.(),
  component: KnowledgePage,
})
