import { queryClient } from '../../lib/query-client.ts'
import { activityQuery, chartsQuery, defaultPeriod, demoReading, onboardingReading, periods, statsQuery, workQuery } from './api.ts'
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

export const toPeriod = ({ days }: DashboardSearch): Period => periods.find((period) => Number(period) === days) ?? defaultPeriod

/** Prefetches the page's data without waiting. */
export function prefetchDashboard(search: DashboardSearch): void {
  const period = toPeriod(search)
  void queryClient.prefetchQuery(statsQuery(period))
  void queryClient.prefetchQuery(onboardingReading)
  void queryClient.prefetchQuery(demoReading)
  void queryClient.prefetchQuery(chartsQuery(period))
  void queryClient.prefetchQuery(workQuery(period))
  void queryClient.prefetchQuery(activityQuery)
}
