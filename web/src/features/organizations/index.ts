import { lazyRouteComponent } from '@tanstack/react-router'

export { organizationsQuery } from './api.ts'
export { OrganizationNotFoundError, enterOrganization, openBelowDashboard, openOwnDashboard, openOwnPage } from './guards.ts'
export const SelectOrganizationPage = lazyRouteComponent(() => import('./select-organization-page.tsx'), 'SelectOrganizationPage')
export const CreateOrganizationPage = lazyRouteComponent(() => import('./create-organization-page.tsx'), 'CreateOrganizationPage')
export const OrganizationNotFound = lazyRouteComponent(() => import('./organization-not-found.tsx'), 'OrganizationNotFound')
export const OrganizationPage = lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage')
