import { queryClient } from '../../lib/query-client.ts'
import { activityQuery, chartsQuery, demoReading, onboardingReading, statsQuery, workQuery } from './api.ts'
import type { Period } from './api.ts'

/** Prefetches the page's data without waiting. */
export function prefetchDashboard(period: Period): void {
  void queryClient.prefetchQuery(statsQuery(period))
  void queryClient.prefetchQuery(onboardingReading)
  void queryClient.prefetchQuery(demoReading)
  void queryClient.prefetchQuery(chartsQuery(period))
  void queryClient.prefetchQuery(workQuery(period))
  void queryClient.prefetchQuery(activityQuery)
}
