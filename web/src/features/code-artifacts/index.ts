import { lazyRouteComponent } from '@tanstack/react-router'

export { parseArtifactsSearch } from './artifacts-search.ts'
export const CodeArtifactsPage = lazyRouteComponent(() => import('./artifacts-page.tsx'), 'CodeArtifactsPage')
