import { lazyRouteComponent } from '@tanstack/react-router'

export { validateSecuritySearch } from './search.ts'
export const SetUpTwoFactorPage = lazyRouteComponent(() => import('./two-factor/setup-page.tsx'), 'SetUpTwoFactorPage')
export const SecurityPage = lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage')
