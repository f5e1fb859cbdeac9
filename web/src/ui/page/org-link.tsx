import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { profileQuery } from '../../lib/session.ts'

/** The organization of the address, else that of the loaded profile; '' without either. */
export function useOrgSlug(): string {
  const named = useParams({ strict: false, select: (params) => params.orgSlug })
  const { data } = useQuery({ ...profileQuery, enabled: false })
  return named ?? data?.organization?.slug ?? ''
}

/** A path inside the organization (`agents?agent=…`, as the API gives them) as pathname and typed search. */
export function useOrgTarget(path: string) {
  const slug = useOrgSlug()
  const router = useRouter()
  const url = new URL(`/org/${slug}/${path.replace(/^\/+/, '')}`, location.origin)
  // The path is text from the API, so its search can be checked by the route only (validateSearch), not here by types.
  return { to: url.pathname, search: (router.options.parseSearch?.(url.search) ?? {}) as never }
}

interface OrgLinkProps {
  /** Path inside the organization, with its query: `agents?agent=…`. */
  path: string
  className?: string | undefined
  onClick?: () => void
  /** Omitted when Rich inserts the text. */
  children?: ReactNode
}

/** A link to a path inside the organization on screen. */
export function OrgLink({ path, className, onClick, children }: OrgLinkProps) {
  const { to, search } = useOrgTarget(path)
  return (
    <Link to={to} search={search} {...(className ? { className } : {})} {...(onClick ? { onClick } : {})}>
      {children}
    </Link>
  )
}
