import { useNavigate } from '@tanstack/react-router'
import { ownPath } from './guards.ts'

/** The destination after a sign-in. */
export interface Destination {
  /** Slug of the requested organization. */
  org?: string
  /** Own path to go to afterwards. */
  next?: string
}

export const validateDestination = (search: Record<string, unknown>): Destination => ({
  ...(typeof search['org'] === 'string' ? { org: search['org'] } : {}),
  ...(typeof search['next'] === 'string' ? { next: search['next'] } : {}),
})

/** Goes to the visitor's destination before the sign-in, else to the organization picker. */
export function useEnter({ org, next }: Destination): () => void {
  const navigate = useNavigate()
  return () => {
    const destination = ownPath(next)
    if (destination) void navigate({ href: destination, replace: true })
    else if (org) void navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: org }, replace: true })
    else void navigate({ to: '/select-organization', replace: true })
  }
}
