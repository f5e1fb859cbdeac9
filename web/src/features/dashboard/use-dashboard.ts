import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DashboardCharts, DashboardStats } from '@imperium/contract/dashboard.ts'
import type { z } from 'zod'
import { notify } from '../../lib/notify.ts'
import { activityQuery, chartsQuery, statsQuery, workQuery } from './api.ts'
import type { Period } from './api.ts'
import { t } from '../../lib/words.ts'

export type Stats = z.infer<typeof DashboardStats>
export type Charts = z.infer<typeof DashboardCharts>

/** Of the whole page, whichever reading failed. */
export const failureText = t('Failed to load dashboard data')

/** The readings of the page. A change of period keeps the figures of the last one on screen, dimmed, until the new ones are here. */
export function useDashboard(period: Period) {
  const stats = useQuery({ ...statsQuery(period), placeholderData: (previous) => previous })
  const charts = useQuery({ ...chartsQuery(period), placeholderData: (previous) => previous })
  const work = useQuery({ ...workQuery(period), placeholderData: (previous) => previous })
  const activity = useQuery(activityQuery)
  const readings = [stats, charts, work, activity] as const
  const failed = readings.find((reading) => reading.isError)
  useFailureNotice(failed !== undefined)
  return {
    stats,
    charts,
    work,
    activity,
    changing: stats.isPlaceholderData || charts.isPlaceholderData || work.isPlaceholderData,
    error: failed?.error ?? null,
    retry: () => {
      for (const reading of readings) if (reading.isError) void reading.refetch()
    },
  }
}

/** Shows a toast when the page starts to fail, not again at every refresh. */
function useFailureNotice(failing: boolean): void {
  useEffect(() => {
    if (failing) notify.error(failureText)
  }, [failing])
}
