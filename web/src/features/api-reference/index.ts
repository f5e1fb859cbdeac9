import { lazyRouteComponent } from '@tanstack/react-router'

export { exampleOf, readOperation, resolveSchema } from './document.ts'
export type { OperationDocument, Schema } from './document.ts'
export { checkValue } from './check-value.ts'
export { partQuery, referenceQuery } from './api.ts'
export { parseReferenceSearch } from './reference-search.ts'
export const ReferencePage = lazyRouteComponent(() => import('./reference-page.tsx'), 'ReferencePage')
