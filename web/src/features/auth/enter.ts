import { useNavigate } from '@tanstack/react-router'
import { tenantHint } from '../../lib/tenant-hint.ts'
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
    const slug = org ?? tenantHint(window.location)
    if (destination) void navigate({ href: destination, replace: true })
    else if (slug) void navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: slug }, replace: true })
    else void navigate({ to: '/select-organization', replace: true })
  }
}
