import { lazyRouteComponent } from '@tanstack/react-router'

export const Shell = lazyRouteComponent(() => import('./shell.tsx'), 'Shell')
export const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound')
export const NotFoundInside = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFoundInside')
