import { createFileRoute } from '@tanstack/react-router'
import { SegmentsPage, prefetchSegments, validateSegmentsSearch } from '../features/segments/index.ts'

export const Route = createFileRoute('/org/$orgSlug/segments/')({
  validateSearch: validateSegmentsSearch,
  loader: prefetchSegments,
  component: SegmentsPage,
})
