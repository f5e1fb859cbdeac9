import { lazyRouteComponent } from '@tanstack/react-router'

export { parseEntitiesSearch } from './entities-search.ts'
export const EntitiesPage = lazyRouteComponent(() => import('./entities-page.tsx'), 'EntitiesPage')
