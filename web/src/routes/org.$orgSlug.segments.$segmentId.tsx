import { createFileRoute } from '@tanstack/react-router'
import { SegmentPage } from '../features/segments/index.ts'

export const Route = createFileRoute('/org/$orgSlug/segments/$segmentId')({
  component: SegmentPage,
})
