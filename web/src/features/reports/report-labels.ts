import type { PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { Grouping } from '@imperium/contract/analytics/metrics.ts'
import type { ChartType, ReportRun, ReportSchedule, ReportType } from '@imperium/contract/reports/reports.ts'
import { formatNumber } from '../../lib/format.ts'
import { currentLanguage, t } from '../../lib/words.ts'

export const typeLabels: Record<ReportType, string> = {
  agents: t('Agents'),
  campaigns: t('Campaigns'),
  api: t('API'),
  users: t('Users'),
  revenue: t('Revenue'),
  workflows: t('Workflows'),
  conversations: t('Conversations'),
  contacts: t('Contacts'),
}

export const periodLabels: Record<PeriodName, string> = {
  '7d': t('Last 7 Days'),
  '30d': t('Last 30 Days'),
  '90d': t('Last 90 Days'),
  '365d': t('Last Year'),
}

export const chartLabels: Record<ChartType, string> = { line: t('Line'), bar: t('Bar'), pie: t('Pie'), table: t('Table') }
export const groupLabels: Record<Grouping, string> = {
  time: t('Time'),
  user: t('User'),
  organization: t('Organization'),
  type: t('Type'),
}
export const stateLabels: Record<ReportRun['state'], string> = {
  queued: t('Waiting'),
  running: t('Running'),
  done: t('Done'),
  failed: t('Failed'),
}
export const frequencyLabels: Record<ReportSchedule['every'], string> = { Weekly: t('Weekly'), Monthly: t('Monthly') }

/** Monday is 1. A Monday of the past names the days in the page's language. */
export const weekdayLabel = (weekday: number): string =>
  new Intl.DateTimeFormat(currentLanguage() === 'en' ? 'en-US' : currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  )

/** `Weekly, Monday 9:00, Europe/Berlin` */
export function scheduleText(schedule: ReportSchedule | null): string {
  if (schedule === null) return t('On-demand')
  const hour = `${schedule.hour}:00`
  const zone = schedule.timeZone.replaceAll('_', ' ')
  return schedule.every === 'Weekly'
    ? t('Weekly, {weekday} {hour}, {zone}', { weekday: weekdayLabel(schedule.weekday), hour, zone })
    : t('Monthly, day {day}, {hour}, {zone}', { day: formatNumber(schedule.day), hour, zone })
}
