import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseHierarchySearch } from './hierarchy-search.ts'
export { parseRightsSearch } from './rights-search.ts'
export const RightsPage = lazyRouteComponent(() => import('./rights-page.tsx'), 'RightsPage')
export const HierarchyPage = lazyRouteComponent(() => import('./hierarchy-page.tsx'), 'HierarchyPage')
export const BelongsTo = lazy(async () => ({ default: (await import('./belongs-to.tsx')).BelongsTo }))
