import { lazyRouteComponent } from '@tanstack/react-router'

export { validateSecuritySearch } from './search.ts'
export const SecurityPage = lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage')
