import { useNavigate } from '@tanstack/react-router'
import { hintedOrganization } from '../../lib/own-organizations.ts'
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
  async function enter(): Promise<void> {
    const destination = ownPath(next)
    if (destination) return navigate({ href: destination, replace: true })
    // If the organizations cannot be read now, the picker says so and tries again.
    const slug = org ?? (await hintedOrganization().catch(() => null))
    if (slug) return navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: slug }, replace: true })
    return navigate({ to: '/select-organization', replace: true })
  }
  return () => void enter()
}
