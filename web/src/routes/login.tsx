import { createFileRoute } from '@tanstack/react-router'
import { LoginPage, redirectSignedIn } from '../features/auth/index.ts'

interface LoginSearch {
  /** Slug of the organization that was asked for. */
  org?: string
  /** Own path to go to afterwards. */
  next?: string
}

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...(typeof search['org'] === 'string' ? { org: search['org'] } : {}),
    ...(typeof search['next'] === 'string' ? { next: search['next'] } : {}),
  }),
  beforeLoad: redirectSignedIn,
  component: LoginPage,
})
