import type { CreateMetricGoalBody, GoalState, MetricGoal } from '@imperium/contract/analytics/metric-goals.ts'
import { goalLimits } from '@imperium/contract/analytics/metric-goals.ts'
import type { MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, isMetric } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, forbidden, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addDays, localDate } from '../../../platform/local-days.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { lockNoun } from '../../../platform/resources/lock-noun.ts'
import { findStretches } from '../find-stretches.ts'
import { readMetrics } from '../read-metrics.ts'
import { wordsIn } from '../words/metric-words.ts'
import { foresee } from './forecast.ts'
import type { Outlook } from './forecast.ts'
import { deleteGoal, insertGoal, listGoalRows, findGoal } from './goal-store.ts'
import type { GoalRow } from './goal-store.ts'

/** Days before the period that a forecast learns from. */
const learnedDays = 56

const mayEdit = ({ may, caller }: OrgContext, row: Pick<GoalRow, 'created_by_user'>): boolean =>
  may('analytics:manage') || (may('analytics:write') && row.created_by_user === caller.userId)

/** The first day of the month or quarter of a date, and the first day behind it. */
function periodOf(date: string, every: MetricGoal['every']): { from: string; end: string } {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const [first, months] = every === 'month' ? [month - 1, 1] : [Math.floor((month - 1) / 3) * 3, 3]
  const startOf = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  return { from: startOf(first), end: startOf(first + months) }
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

interface Asked {
  timeZone: string
  now: Date
}

/** Every goal on metrics that the caller may see, with the value so far and the forecast. */
export async function readGoals({ clock }: Platform, context: OrgContext): Promise<MetricGoal[]> {
  const { tx, may, org } = context
  const rows = (await listGoalRows(tx)).filter(({ metric }) => isMetric(metric) && may(factsOf(metric).permission))
  const asked = { timeZone: org.timeZone, now: clock.now() }
  const results = await readDays(context, [...new Set(rows.map(({ metric }) => metric as MetricId))], asked)
  return rows.map((row) => present(context, row, results, asked))
}

/** Days from before the quarter up to today, of all goals at once. */
async function readDays({ tx, caller, may }: OrgContext, metrics: readonly MetricId[], { timeZone, now }: Asked): Promise<MetricResult[]> {
  if (metrics.length === 0) return []
  const today = localDate(now, timeZone)
  const from = addDays(periodOf(today, 'quarter').from, -learnedDays)
  const stretches = findStretches({ timeZone, now, period: '7d', from, to: today, compare: 'none', grain: 'day' })
  const { language } = caller.preferences
  return (await readMetrics(tx, { metrics, by: 'time', stretches, language, organization: '', now, may })).results
}

function present(context: OrgContext, row: GoalRow, results: readonly MetricResult[], { timeZone, now }: Asked): MetricGoal {
  const metric = row.metric as MetricId
  const every = row.every as MetricGoal['every']
  const facts = factsOf(metric)
  const currency = row.currency === '' ? null : row.currency
  const today = localDate(now, timeZone)
  const { from, end } = periodOf(today, every)
  const points = results.find((result) => result.metric === metric && result.currency === currency)?.points ?? []
  const sumOf = (since: string, until: string) =>
    points.filter(({ date }) => date >= since && date < until).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const forecast = forecastOf(points, { from, end, today })
  const isLimit = facts.goodWhen === 'down'
  const value = sumOf(from, end)
  return {
    id: row.id,
    metric,
    label: wordsIn(context.caller.preferences.language).metrics[metric].label,
    unit: facts.unit,
    currency,
    every,
    target: row.target,
    isLimit,
    from,
    to: addDays(end, -1),
    value,
    forecast,
    state: stateOf({ value, target: row.target, forecast, isLimit }),
    createdBy: row.created_by,
    isEditable: mayEdit(context, row),
    createdAt: row.created_at.toISOString(),
  }
}

/** Today is not over: it and the days behind it are foreseen, and what today has already is counted at least. */
function forecastOf(points: MetricResult['points'], { from, end, today }: { from: string; end: string; today: string }): Outlook | null {
  const firstCounted = points.findIndex(({ value }) => (value ?? 0) !== 0)
  if (firstCounted < 0) return null
  const past = points.slice(firstCounted).filter(({ date }) => date < today)
  const [first] = past
  if (!first) return null
  const coming = foresee(
    past.map(({ value }) => value ?? 0),
    new Date(`${first.date}T00:00:00Z`).getUTCDay(),
    daysBetween(today, end),
  )
  if (!coming) return null
  const soFar = past.filter(({ date }) => date >= from).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const atLeast = soFar + (points.find(({ date }) => date === today)?.value ?? 0)
  const bounded = (value: number) => Math.max(atLeast, Math.round(soFar + value))
  return { value: bounded(coming.value), low: bounded(coming.low), high: bounded(coming.high) }
}

interface Judged {
  value: number
  target: number
  forecast: Outlook | null
  isLimit: boolean
}

function stateOf({ value, target, forecast, isLimit }: Judged): GoalState {
  if (isLimit) {
    if (value > target) return 'missed'
    return forecast === null ? 'open' : forecast.high <= target ? 'likely' : forecast.low > target ? 'unlikely' : 'open'
  }
  if (value >= target) return 'reached'
  return forecast === null ? 'open' : forecast.low >= target ? 'likely' : forecast.high < target ? 'unlikely' : 'open'
}

/** @throws 403 for a metric that the caller may not see; 422 for one whose values do not add up; 409 for a second goal, and past the limit. */
export async function createGoal(platform: Platform, context: OrgContext, body: CreateMetricGoalBody): Promise<MetricGoal> {
  const { tx, may, actor, caller, audit, org } = context
  const { metric, currency, every, target } = body
  const facts = factsOf(metric)
  if (!may(facts.permission)) throw forbidden()
  if (facts.additivity !== 'sum') throw invalid([{ path: 'metric', message: 'Goals are for metrics whose days add up' }])
  if ((facts.unit === 'money') !== (currency !== null))
    throw invalid([{ path: 'currency', message: currency === null ? 'Choose the currency' : 'This metric is no amount' }])
  await lockNoun(tx, 'metric-goals')
  const rows = await listGoalRows(tx)
  if (rows.length >= goalLimits.goals) throw conflict(message('An organization has at most {max} goals.', { max: goalLimits.goals }))
  if (rows.some((row) => row.metric === metric && row.currency === (currency ?? '') && row.every === every))
    throw conflict('This metric has a goal for that period. Delete it first.')
  const id = newId()
  await insertGoal(tx, { id, metric, currency: currency ?? '', every, target, created_by: actor.name, created_by_user: caller.userId })
  const { label } = wordsIn('en').metrics[metric]
  audit({ targetId: id, targetName: label, after: body })
  const asked = { timeZone: org.timeZone, now: platform.clock.now() }
  return present(context, found(await findGoal(tx, id)), await readDays(context, [metric], asked), asked)
}

/** @throws 404; 403 for a goal of another member. */
export async function removeGoal(context: OrgContext, id: string): Promise<null> {
  await lockNoun(context.tx, 'metric-goals')
  const row = found(await findGoal(context.tx, id))
  if (!mayEdit(context, row)) throw forbidden('Only its creator, an owner or an admin can delete this goal.')
  context.audit({ targetName: wordsIn('en').metrics[row.metric as MetricId].label })
  await deleteGoal(context.tx, id)
  return null
}
