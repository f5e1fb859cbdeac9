import { lazyRouteComponent } from '@tanstack/react-router'

export { validateImportsSearch } from './search.ts'
export const ImportPage = lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage')

/** Reads earlier imports ahead, without waiting. The code is loaded with them: nothing of it is in the first chunk. */
export function prefetchImports(): void {
  import('./api.ts').then(
    ({ prefetchImportsPage }) => prefetchImportsPage(),
    (error: unknown) => console.warn('The imports could not be read ahead.', error),
  )
}
