import { lazyRouteComponent } from '@tanstack/react-router'

export { parseRecordsSearch } from './records-search.ts'
export const RecordsPage = lazyRouteComponent(() => import('./records-page.tsx'), 'RecordsPage')
