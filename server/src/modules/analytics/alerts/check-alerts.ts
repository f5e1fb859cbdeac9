import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { alertCheckMinutes } from '@imperium/contract/analytics/metric-alerts.ts'
import type { AlertCondition } from '@imperium/contract/analytics/metric-alerts.ts'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import { alertTold, analyticsEvents } from '@imperium/contract/events/analytics.ts'
import { wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { holds } from '../../../platform/auth/rights.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { organizationsWith } from '../../../platform/db/organizations-with.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import { addDays, localDate } from '../../../platform/local-days.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile, isSuspended, memberRights } from '../../organizations/index.ts'
import { startPublished } from '../../workflows/index.ts'
import { findStretches } from '../find-stretches.ts'
import { readMetrics } from '../read-metrics.ts'
import { wordsIn } from '../words/metric-words.ts'
import { claimDueAlert, recipientsOfAlert, writeAlert } from './alert-store.ts'
import type { AlertRow } from './alert-store.ts'
import { isQuietHour, nextState } from './next-state.ts'
import type { AlertRule, AlertState, CheckedValue } from './next-state.ts'

/** Of one organization in a round. */
const mostAtOnce = 100

/** Checks the alerts whose time has come; each with what it changes and tells in one transaction, so no change is told twice. */
export async function checkAlerts(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - alertCheckMinutes * 60_000)
  const isDue = sql<SqlBool>`r.is_enabled and (r.checked_at is null or r.checked_at <= ${before})`
  const list = (tx: SystemTx, after: string | null, limit: number) => organizationsWith(tx, 'metric_alerts', isDue, { after, limit })
  await eachOrganization(
    platform,
    list,
    (orgId) => checkAlertsOf(platform, orgId, before),
    'alerts of an organization could not be checked',
  )
}

async function checkAlertsOf(platform: Platform, orgId: string, before: Date): Promise<void> {
  for (let count = 0; count < mostAtOnce; count++) {
    let claimed: AlertRow | undefined
    try {
      await platform.db.withOrg(orgId, async (tx) => {
        if (await isSuspended(tx)) return
        claimed = await claimDueAlert(tx, before)
        if (claimed) await checkAlert(platform, tx, claimed)
      })
    } catch (error) {
      if (!claimed) throw error
      // The next ones must not wait for one whose metric cannot be read.
      const { id } = claimed
      platform.log.error({ orgId, alertId: id, err: error }, 'an alert could not be checked')
      await platform.db.withOrg(orgId, (tx) => writeAlert(tx, id, { checked_at: platform.clock.now(), state: 'missing' }))
    }
    if (!claimed) return
  }
}

/** Counts of a day that has just begun say nothing about too little: they are of whole days. */
const needsWholeDays = (metric: MetricId, condition: AlertCondition): boolean =>
  ['sum', 'distinct'].includes(factsOf(metric).additivity) && !['above', 'rises'].includes(condition)

interface Watched {
  timeZone: string
  now: Date
}

/** The value of an alert's days as of now, and its change against as many days before. */
async function readWatched(
  tx: OrgTx,
  { metric, period, condition, currency }: Pick<AlertRow, 'metric' | 'period' | 'condition' | 'currency'>,
  { timeZone, now }: Watched,
): Promise<CheckedValue> {
  const id = metric as MetricId
  const today = localDate(now, timeZone)
  const to = needsWholeDays(id, condition as AlertCondition) ? addDays(today, -1) : today
  const from = addDays(to, 1 - Number.parseInt(period, 10))
  const stretches = findStretches({ timeZone, now, period: '7d', from, to, compare: 'previous' })
  const { results } = await readMetrics(tx, {
    metrics: [id],
    by: 'none',
    stretches,
    language: 'en',
    organization: '',
    now,
    may: () => true,
  })
  const found = results.find((result) => result.currency === currency)
  // A currency in which nothing was ever booked has no result.
  return { value: found?.value ?? (found || factsOf(id).empty === 'none' ? null : 0), change: found?.change ?? null }
}

async function checkAlert(platform: Platform, tx: OrgTx, row: AlertRow): Promise<void> {
  const timeZone = (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC'
  const now = platform.clock.now()
  const checked = await readWatched(tx, row, { timeZone, now })
  const before: AlertState = { state: row.state as AlertState['state'], isFiring: row.is_firing, checks: row.checks }
  const next = nextState(row as AlertRule, before, checked)
  if (next.isFiring !== row.is_firing) await tellPrograms(platform, tx, row, { isFiring: next.isFiring, value: checked.value, now })
  const hour = new Date(wallAt(now.getTime(), timeZone)).getUTCHours()
  const isHeard = !isQuietHour(hour, row.quiet_from, row.quiet_to)
  if (isHeard && row.is_told !== next.isFiring) await tellMembers(platform, tx, row, { isFiring: next.isFiring, value: checked.value })
  await writeAlert(tx, row.id, {
    state: next.state,
    is_firing: next.isFiring,
    checks: [...next.checks],
    is_told: isHeard ? next.isFiring : row.is_told,
    last_value: checked.value,
    checked_at: now,
    ...(next.state === row.state ? {} : { changed_at: now }),
  })
}

interface Told {
  isFiring: boolean
  value: number | null
}

const payloadOf = ({ id, name, metric, condition, threshold, currency }: AlertRow, value: number | null) => ({
  alertId: id,
  name,
  metric,
  label: wordsIn('en').metrics[metric as MetricId].label,
  value,
  unit: factsOf(metric as MetricId).unit,
  currency,
  condition,
  threshold,
})

/** An event of the catalogue, for webhooks and workflows that wait for it, and the start of the alert's own workflow: at any hour. */
async function tellPrograms(platform: Platform, tx: OrgTx, row: AlertRow, { isFiring, value, now }: Told & { now: Date }): Promise<void> {
  const payload = payloadOf(row, value)
  await platform.events.emit(tx, isFiring ? analyticsEvents.alertFired : analyticsEvents.alertResolved, payload)
  if (!isFiring || row.workflow_id === null) return
  await startPublished(platform, tx, {
    workflowId: row.workflow_id,
    startKey: `alert:${row.id}:${now.toISOString()}`,
    input: payload,
    startedBy: `Alert ${row.name}`,
  })
}

/** Recipients who may not see the metric any more hear nothing. */
async function tellMembers(platform: Platform, tx: OrgTx, row: AlertRow, { isFiring, value }: Told): Promise<void> {
  const rights = await memberRights(tx, await recipientsOfAlert(tx, row.id))
  const recipients = [...rights].filter(([, each]) => holds(each, factsOf(row.metric as MetricId).permission)).map(([userId]) => userId)
  if (recipients.length > 0) await platform.events.emit(tx, alertTold, { ...payloadOf(row, value), isFiring, recipients })
}
