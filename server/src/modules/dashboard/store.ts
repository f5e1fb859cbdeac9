import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** The last days of an organization's calendar, today included, and the as many days before them. All ends are exclusive. */
export interface Period {
  timeZone: string
  days: number
  from: Date
  to: Date
  previousFrom: Date
  todayFrom: Date
  monthFrom: Date
  /** The whole UTC days inside the period, as dates: [first, end). Between them and the period's ends lies less than a day. */
  wholeDays: { first: string; end: string; firstFrom: Date; endFrom: Date }
}

interface PeriodRow {
  from: Date
  to: Date
  previous_from: Date
  today_from: Date
  month_from: Date
  first: string
  end: string
  first_from: Date
  end_from: Date
}

/** PostgreSQL computes the days, so that days of 23 or 25 hours have the same bounds here as in the sums. */
export async function findPeriod(tx: OrgTx, request: { timeZone: string; now: Date; days: number }): Promise<Period> {
  const { timeZone, now, days } = request
  const { rows } = await sql<PeriodRow>`
    with today as (select (${now}::timestamptz at time zone ${timeZone})::date as day),
    bounds as (
      select (day - (${days}::int - 1))::timestamp at time zone ${timeZone} as "from", (day + 1)::timestamp at time zone ${timeZone} as "to",
             (day - (2 * ${days}::int - 1))::timestamp at time zone ${timeZone} as previous_from,
             day::timestamp at time zone ${timeZone} as today_from, date_trunc('month', day::timestamp) at time zone ${timeZone} as month_from
      from today
    ), whole as (
      select *, date_trunc('day', ("from" at time zone 'UTC') + interval '1 day' - interval '1 microsecond')::date as first,
             date_trunc('day', "to" at time zone 'UTC')::date as "end"
      from bounds
    )
    select *, first::timestamp at time zone 'UTC' as first_from, "end"::timestamp at time zone 'UTC' as end_from from whole`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('The period has no bounds.')
  return {
    timeZone,
    days,
    from: row.from,
    to: row.to,
    previousFrom: row.previous_from,
    todayFrom: row.today_from,
    monthFrom: row.month_from,
    wholeDays: { first: row.first, end: row.end, firstFrom: row.first_from, endFrom: row.end_from },
  }
}

/** Sums of a stretch of time. Cost in micro-dollars, latency in milliseconds over all finished runs. */
export interface Sums {
  runs: number
  completed: number
  finished: number
  latencyMs: number
  costMicros: number
}

export interface PeriodSums {
  current: Sums
  previous: Sums
  runsToday: number
  runsThisMonth: number
  costThisMonthMicros: number
}

const sumsOf = (part: ReturnType<typeof sql>) => sql`json_build_object(
  'runs', coalesce(sum(runs) filter (where ${part}), 0), 'completed', coalesce(sum(completed) filter (where ${part}), 0),
  'finished', coalesce(sum(completed + failed) filter (where ${part}), 0), 'latencyMs', coalesce(sum(latency_ms) filter (where ${part}), 0),
  'costMicros', coalesce(sum(cost_micros) filter (where ${part}), 0))`

export async function sumPeriod(tx: OrgTx, period: Period): Promise<PeriodSums> {
  const { rows } = await sql<PeriodSums>`
    select ${sumsOf(sql`slot >= ${period.from}`)} as current,
           ${sumsOf(sql`slot >= ${period.previousFrom} and slot < ${period.from}`)} as previous,
           coalesce(sum(runs) filter (where slot >= ${period.todayFrom}), 0)::bigint as "runsToday",
           coalesce(sum(runs) filter (where slot >= ${period.monthFrom}), 0)::bigint as "runsThisMonth",
           coalesce(sum(cost_micros) filter (where slot >= ${period.monthFrom}), 0)::bigint as "costThisMonthMicros"
    from app.usage_org where slot >= least(${period.previousFrom}::timestamptz, ${period.monthFrom}::timestamptz) and slot < ${period.to}`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw new Error('A sum without a row.')
  return row
}

export interface DaySums {
  date: string
  runs: number
  completed: number
  finished: number
  latencyMs: number
}

/** One row a day of the period, oldest first, empty days too. */
export async function sumDays(tx: OrgTx, period: Period): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select day::date as date, coalesce(runs, 0)::bigint as runs, coalesce(completed, 0)::bigint as completed,
           coalesce(finished, 0)::bigint as finished, coalesce(latency_ms, 0)::bigint as "latencyMs"
    from generate_series((${period.from}::timestamptz at time zone ${period.timeZone})::date::timestamp,
                         (${period.todayFrom}::timestamptz at time zone ${period.timeZone})::date::timestamp, interval '1 day') day
    left join (
      select (slot at time zone ${period.timeZone})::date as local_day, sum(runs) as runs, sum(completed) as completed,
             sum(completed + failed) as finished, sum(latency_ms) as latency_ms
      from app.usage_org where slot >= ${period.from} and slot < ${period.to} group by 1
    ) sums on local_day = day::date
    order by day`.execute(tx)
  return rows
}

export async function sumModels(tx: OrgTx, period: Period): Promise<{ model: string; runs: number }[]> {
  const { rows } = await sql<{ model: string; runs: number }>`
    select model, sum(runs)::bigint as runs from app.usage_org
    where slot >= ${period.from} and slot < ${period.to} and runs > 0 and model <> ''
    group by model order by 2 desc, 1`.execute(tx)
  return rows
}

export interface AgentSums {
  agentId: string
  runs: number
  completed: number
  finished: number
}

/** The agents with most runs, of those with a finished one. Whole UTC days come from the daily sums, the edges from the slots. */
export async function sumBusiestAgents(tx: OrgTx, period: Period, limit: number): Promise<AgentSums[]> {
  const { wholeDays } = period
  const { rows } = await sql<AgentSums>`
    select agent_id as "agentId", sum(runs)::bigint as runs, sum(completed)::bigint as completed, sum(finished)::bigint as finished
    from (
      select agent_id, runs, completed, completed + failed as finished from app.usage_agent_days
      where day >= ${wholeDays.first}::date and day < ${wholeDays.end}::date
      union all
      select agent_id, runs, completed, completed + failed from app.usage_slots
      where (slot >= ${period.from} and slot < ${wholeDays.firstFrom}) or (slot >= ${wholeDays.endFrom} and slot < ${period.to})
      union all
      select agent_id, runs, completed, completed + failed from app.usage_pending where at >= ${period.from} and at < ${period.to}
    ) parts
    group by agent_id having sum(finished) > 0
    order by 2 desc, 1 limit ${limit}`.execute(tx)
  return rows
}

/** Bytes stored by the organization, including pending entries. */
export async function sumStorageBytes(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(storage_bytes), 0)::bigint as bytes from (
      select storage_bytes from app.usage_totals union all select storage_bytes from app.usage_pending
    ) stored`.execute(tx)
  return Math.max(0, rows[0]?.bytes ?? 0)
}
