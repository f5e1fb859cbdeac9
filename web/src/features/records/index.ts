import { lazyRouteComponent } from '@tanstack/react-router'

export { operatorLabels } from './conditions.ts'
export { parseRecordsSearch } from './records-search.ts'
export const RecordsPage = lazyRouteComponent(() => import('./records-page.tsx'), 'RecordsPage')
