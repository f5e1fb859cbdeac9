import type { Period } from './api.ts'

export interface DashboardSearch {
  /** Omitted for the default of 7 days. */
  days?: 30 | 90
}

/** The period in the URL; any value except 30 or 90 means the default. */
export function validateDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const days = Number(search['days'])
  return days === 30 || days === 90 ? { days } : {}
}

export const toPeriod = ({ days }: DashboardSearch): Period => (days === 30 ? '30' : days === 90 ? '90' : '7')

/** Prefetches the page's data without waiting. What reads it loads beside the page, because the address is read on every first page. */
export const prefetchDashboard = (search: DashboardSearch): void =>
  void import('./prefetch-dashboard.ts').then(
    ({ prefetchDashboard: prefetch }) => prefetch(toPeriod(search)),
    // The page itself fails as well then, and says so.
    () => undefined,
  )
