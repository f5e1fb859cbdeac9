import { lazyRouteComponent } from '@tanstack/react-router'

export { parseSupportSearch } from './support-search.ts'
export const SupportPage = lazyRouteComponent(() => import('./support-page.tsx'), 'SupportPage')
