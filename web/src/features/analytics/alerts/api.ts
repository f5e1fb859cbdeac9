import { metricAlerts } from '@imperium/contract/analytics/metric-alerts.ts'
import { team } from '@imperium/contract/team.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { keyOf, mutation, query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

const silent = { meta: { silent: true } } as const

export const alertsQuery = { ...query(metricAlerts.list), ...silent, staleTime: 10_000 }
export const membersQuery = { ...query(team.members, { query: { status: 'ACTIVE', limit: 200 } }), ...silent, staleTime: 30_000 }
export const workflowsQuery = {
  ...query(workflows.list, { query: { sort: 'name', order: 'asc', limit: 200 } }),
  ...silent,
  staleTime: 30_000,
}

export const changed = [keyOf(metricAlerts.list)]

export const removeAlertMutation = mutation(metricAlerts.remove, {
  success: t('Alert deleted'),
  failure: t('The alert could not be deleted'),
  invalidates: changed,
})
export const pauseAlertMutation = mutation(metricAlerts.update, { failure: t('The alert could not be changed'), invalidates: changed })
