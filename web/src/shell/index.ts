import { lazyRouteComponent } from '@tanstack/react-router'

export const Shell = lazyRouteComponent(() => import('./shell.tsx'), 'Shell')
