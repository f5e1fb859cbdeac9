import { redirect } from '@tanstack/react-router'
import type { User } from '@imperium/contract/auth/auth.ts'
import { reservedSlugs } from '@imperium/contract/organizations.ts'
import { hintedOrganization, organizationsQuery } from '../../lib/own-organizations.ts'
import { queryClient } from '../../lib/query-client.ts'
import { requireUser } from '../auth/index.ts'
import { switchOrganization } from './api.ts'

/** The path names an organization, and the user has none: the layout shows 'Organization Not Found'. */
export class OrganizationNotFoundError extends Error {
  override name = 'OrganizationNotFoundError'
}

interface Entry {
  slug: string
  location: { pathname: string; href: string }
  /** True for a preload by hover: it must not change any state. */
  preload: boolean
}

/**
 * Guard of all routes below /org/{slug}: the slug of an organization of the user opens it and
 * makes it the current one; any other redirects to the user's own.
 */
export async function enterOrganization({ slug, location, preload }: Entry): Promise<void> {
  const user = await requireUser(location)
  if (preload) return
  if (user.organization?.slug === slug) return requireSecondFactor(user, location)
  const mine = await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
  if (mine.some((organization) => organization.slug === slug)) {
    await switchOrganization(slug)
    return
  }
  if (!user.organization) throw new OrganizationNotFoundError()
  throw redirect({ to: '/org/$orgSlug/dashboard', params: { orgSlug: user.organization.slug }, replace: true })
}

/** If the organization requires a second factor, a user without one may only set one up, and then continues. */
function requireSecondFactor(user: User, location: Entry['location']): void {
  if (user.mustChangePassword) throw redirect({ to: '/change-password', search: { next: location.href } })
  if (user.mustSetUpTwoFactor) throw redirect({ to: '/setup-two-factor', search: { next: location.href } })
}

/** A hint that cannot be checked now must not close the user's own pages. */
const hinted = (slug: string) => hintedOrganization(slug).catch(() => null)

/** /select-organization: a person with only one organization is taken into it; the picker shows what cannot be read. */
export async function enterOnlyOrganization({ location, preload }: Pick<Entry, 'location' | 'preload'>): Promise<void> {
  await requireUser(location)
  if (preload) return
  const mine = await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 }).catch(() => [])
  const [only] = mine
  if (!only || mine.length > 1) return
  throw redirect({ to: '/org/$orgSlug/dashboard', params: { orgSlug: only.slug }, replace: true })
}

/** /dashboard: to the dashboard of the user's organization, or to the picker. */
export async function openOwnDashboard(location: Entry['location']): Promise<never> {
  const { organization } = await requireUser(location)
  if (!organization) throw redirect({ to: '/select-organization', replace: true })
  throw redirect({
    to: '/org/$orgSlug/dashboard',
    params: { orgSlug: (await hinted(organization.slug)) ?? organization.slug },
    replace: true,
  })
}

/** A page of the user's current organization, from a link that names none; its query stays. */
export async function openOwnPage(path: string, location: Entry['location'] & { searchStr: string }): Promise<never> {
  const { organization } = await requireUser(location)
  if (!organization) throw redirect({ to: '/select-organization', replace: true })
  throw redirect({
    href: `/org/${(await hinted(organization.slug)) ?? organization.slug}/${path}${location.searchStr}`,
    replace: true,
  })
}

/**
 * /dashboard/{first}/...: reserved words (docs, templates, settings, ...) are pages of the user's organization and keep
 * their query, because links in texts of the product name no organization; anything else is a slug.
 */
export async function openBelowDashboard(path: string, search: string, location: Entry['location']): Promise<never> {
  const { organization } = await requireUser(location)
  if (!organization) throw redirect({ to: '/login', replace: true })
  const [first = ''] = path.split('/')
  if (reservedSlugs.includes(first)) throw redirect({ href: `/org/${organization.slug}/${path}${search}`, replace: true })
  throw redirect({ to: '/org/$orgSlug/dashboard', params: { orgSlug: first || organization.slug }, replace: true })
}
