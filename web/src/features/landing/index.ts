import { lazyRouteComponent } from '@tanstack/react-router'

export { PublicFrame } from './public-frame.tsx'

export const LandingPage = lazyRouteComponent(() => import('./landing-page.tsx'), 'LandingPage')
export const NotFoundPage = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')
export const PrivacyPage = lazyRouteComponent(() => import('./privacy-page.tsx'), 'PrivacyPage')
export const TermsPage = lazyRouteComponent(() => import('./terms-page.tsx'), 'TermsPage')
export const SecurityPage = lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage')
export const CookiesPage = lazyRouteComponent(() => import('./cookies-page.tsx'), 'CookiesPage')
