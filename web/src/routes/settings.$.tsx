import { createFileRoute } from '@tanstack/react-router'
import { openOwnPage } from '../features/organizations/index.ts'

/** Links of notifications name no organization: the current one is meant. */
export const Route = createFileRoute('/settings/$')({
  beforeLoad: ({ params, location }) => {
    const page = params._splat ?? ''
    return openOwnPage(page === 'profile' ? 'profile' : `settings/${page}`, location)
  },
})
