import { sql } from 'kysely'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import { factsOf, metricIds } from '@imperium/contract/analytics/metrics.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { cutsAt, addDays, isDateWithin, localDate, stretchOfDate } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'
import { sources } from './sources.ts'

const stateMetrics = metricIds.filter((id) => factsOf(id).additivity === 'last')
const columnOf = (metric: MetricId) => String(factsOf(metric).value)

/** Writes the states of now for today's date; the last writing of a day stays. */
export async function recordStates(tx: OrgTx, timeZone: string, now: Date): Promise<void> {
  const day = localDate(now, timeZone)
  const cuts = cutsAt([day, addDays(day, 1)], timeZone)
  const found: { metric: MetricId; currency: string; value: number }[] = []
  for (const metric of stateMetrics)
    for (const { currency = '', values } of (await sources[factsOf(metric).source]?.(tx, cuts, null)) ?? [])
      found.push({ metric, currency, value: values[columnOf(metric)] ?? 0 })
  await sql`
    insert into app.metric_days (org_id, metric, day, currency, value)
    select ${tx.orgId}, metric, ${day}::date, currency, value from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (metric text, currency text, value bigint)
    on conflict (org_id, metric, day, currency) do update set value = excluded.value, recorded_at = now()`.execute(tx)
}

/** The last recorded state of each stretch; none where nothing was recorded. */
export async function readStates(tx: OrgTx, metric: MetricId, cuts: Cuts): Promise<StretchRow[]> {
  const day = sql`day`
  const { rows } = await sql<{ stretch: number; currency: string; value: number }>`
    select distinct on (1, 2) ${stretchOfDate(day, cuts)} as stretch, currency, value
    from app.metric_days where metric = ${metric} and ${isDateWithin(day, cuts)} order by 1, 2, day desc`.execute(tx)
  return rows.map(({ stretch, currency, value }) => ({
    stretch,
    key: '',
    ...(currency === '' ? {} : { currency }),
    values: { [columnOf(metric)]: value },
  }))
}
