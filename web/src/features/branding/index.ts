import { lazyRouteComponent } from '@tanstack/react-router'

export const BrandingPage = lazyRouteComponent(() => import('./branding-page.tsx'), 'BrandingPage')
export { useOrganizationBrand } from './use-organization-brand.ts'
