import { lazyRouteComponent } from '@tanstack/react-router'

export { parsePlaygroundSearch } from './playground-search.ts'
export const PlaygroundPage = lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage')
