import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { switchOrganization } from './api.ts'
export {
  OrganizationNotFoundError,
  enterOnlyOrganization,
  enterOrganization,
  openBelowDashboard,
  openOwnDashboard,
  openOwnPage,
} from './guards.ts'
export const SelectOrganizationPage = lazyRouteComponent(() => import('./select-organization-page.tsx'), 'SelectOrganizationPage')
export const CreateOrganizationPage = lazyRouteComponent(() => import('./create-organization-page.tsx'), 'CreateOrganizationPage')
export const OrganizationNotFound = lazyRouteComponent(() => import('./organization-not-found.tsx'), 'OrganizationNotFound')
export const OrganizationPage = lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage')
/** Asks for the postal address where it is missing. */
export const PostalAddressDialog = lazy(async () => ({ default: (await import('./postal-address-dialog.tsx')).PostalAddressDialog }))
