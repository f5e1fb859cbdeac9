import { lazyRouteComponent } from '@tanstack/react-router'

export const DomainsPage = lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage')
