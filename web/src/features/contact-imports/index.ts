import { lazyRouteComponent } from '@tanstack/react-router'

export { validateImportsSearch } from './search.ts'
export const ImportPage = lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage')

/** Prefetches earlier imports and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchImports(): void {
  import('./api.ts').then(
    ({ prefetchImportsPage }) => prefetchImportsPage(),
    (error: unknown) => console.warn('The imports could not be read ahead.', error),
  )
}
