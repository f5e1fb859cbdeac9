import { lazyRouteComponent } from '@tanstack/react-router'

export { parseKnowledgeSearch } from './knowledge-search.ts'
export const KnowledgePage = lazyRouteComponent(() => import('./knowledge-page.tsx'), 'KnowledgePage')
