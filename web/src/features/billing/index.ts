import { lazyRouteComponent } from '@tanstack/react-router'

export { parseBillingSearch } from './billing-search.ts'

export const BillingPage = lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage')
export const OperatorPage = lazyRouteComponent(() => import('./operator/operator-page.tsx'), 'OperatorPage')
