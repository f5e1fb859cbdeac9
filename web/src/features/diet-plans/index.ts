import { lazyRouteComponent } from '@tanstack/react-router'

export { parseDietPlansSearch } from './diet-plans-search.ts'
export const DietPlansPage = lazyRouteComponent(() => import('./diet-plans-page.tsx'), 'DietPlansPage')
