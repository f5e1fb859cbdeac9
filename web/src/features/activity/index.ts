import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseActivitySearch, parseAuditSearch } from './search.ts'
export type { AuditSearch } from './search.ts'
export const ActivityPage = lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage')
export const AuditLog = lazy(async () => ({ default: (await import('./audit-log.tsx')).AuditLog }))
export const RetentionPolicy = lazy(async () => ({ default: (await import('./retention-policy.tsx')).RetentionPolicy }))
