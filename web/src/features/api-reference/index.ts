import { lazyRouteComponent } from '@tanstack/react-router'

export { checkValue } from './check-value.ts'
export { partQuery, referenceQuery } from './api.ts'
export { parseReferenceSearch } from './reference-search.ts'
export const ReferencePage = lazyRouteComponent(() => import('./reference-page.tsx'), 'ReferencePage')
