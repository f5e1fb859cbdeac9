import { createFileRoute } from '@tanstack/react-router'
import { SupportPage, parseSupportSearch } from '../features/support/index.ts'

export const Route = createFileRoute('/org/$orgSlug/support')({
  validateSearch: parseSupportSearch,
  loader: () => void SupportPage.preload?.(),
  component: SupportPage,
})
