import { sql } from 'kysely'
import { addDays, isWithin, lastDays, localDate, startOfDate, stretchOf } from '../../platform/local-days.ts'
import type { Cuts, LocalDay, StretchRow } from '../../platform/local-days.ts'
import type { OrgTx } from '../../platform/db/database.ts'

/** The last days of an organization's calendar, today included, and the as many days before them. All ends are exclusive. */
export interface Period {
  timeZone: string
  days: number
  eachDay: LocalDay[]
  from: Date
  to: Date
  previousFrom: Date
  todayFrom: Date
  monthFrom: Date
  /** The whole UTC days inside the period, as dates: [first, end). Between them and the period's ends lies less than a day. */
  wholeDays: { first: string; end: string; firstFrom: Date; endFrom: Date }
}

const dayMs = 86_400_000
const startOfUtcDay = (at: number): Date => new Date(Math.floor(at / dayMs) * dayMs)

/** The bounds of the days before and including that of `now`. */
export function findPeriod({ timeZone, now, days }: { timeZone: string; now: Date; days: number }): Period {
  const eachDay = lastDays(now, timeZone, days)
  const [first, today] = [eachDay[0], eachDay.at(-1)]
  if (!first || !today) throw new RangeError('A period has at least one day.')
  return {
    timeZone,
    days,
    eachDay,
    from: first.from,
    to: today.to,
    previousFrom: startOfDate(addDays(first.date, -days), timeZone),
    todayFrom: today.from,
    monthFrom: startOfDate(`${today.date.slice(0, 8)}01`, timeZone),
    wholeDays: wholeDaysIn(first.from, today.to),
  }
}

/** The whole UTC days between two moments. */
export function wholeDaysIn(from: Date, to: Date): Period['wholeDays'] {
  const [firstFrom, endFrom] = [startOfUtcDay(from.getTime() + dayMs - 1), startOfUtcDay(to.getTime())]
  return { first: localDate(firstFrom, 'UTC'), end: localDate(endFrom, 'UTC'), firstFrom, endFrom }
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
export async function sumDays(tx: OrgTx, { to, eachDay }: Period): Promise<DaySums[]> {
  const rows = await sumRuns(tx, { at: [...eachDay.map(({ from }) => from), to], dates: [] })
  const sums = new Map(rows.map(({ stretch, values }) => [stretch, values]))
  return eachDay.map(({ date }, day) => ({ date, ...noRuns, ...sums.get(day) }))
}

const noRuns = { runs: 0, completed: 0, failed: 0, finished: 0, latencyMs: 0, costMicros: 0 }

/** Runs that ended in each stretch, by model or all. */
export async function sumRuns(tx: OrgTx, cuts: Cuts, split: 'model' | null = null): Promise<StretchRow[]> {
  const at = sql`slot`
  const { rows } = await sql<typeof noRuns & { stretch: number; key: string }>`
    select ${stretchOf(at, cuts)} as stretch, ${split === null ? sql`''` : sql`model`} as key, sum(runs)::bigint as runs, sum(completed)::bigint as completed,
           sum(failed)::bigint as failed, sum(completed + failed)::bigint as finished, sum(latency_ms)::bigint as "latencyMs",
           sum(cost_micros)::bigint as "costMicros"
    from app.usage_org where ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, ...values }) => ({ stretch, key, values }))
}

/** The same by agent. Quarter hours are kept for 200 days at least. */
export async function sumRunsOfAgents(tx: OrgTx, cuts: Cuts): Promise<StretchRow[]> {
  const at = sql`at`
  const { rows } = await sql<typeof noRuns & { stretch: number; key: string }>`
    select ${stretchOf(at, cuts)} as stretch, agent_id::text as key, sum(runs)::bigint as runs, sum(completed)::bigint as completed,
           sum(failed)::bigint as failed, sum(completed + failed)::bigint as finished, sum(latency_ms)::bigint as "latencyMs",
           sum(cost_micros)::bigint as "costMicros"
    from (
      select slot as at, agent_id, runs, completed, failed, latency_ms, cost_micros from app.usage_slots
      union all
      select at, agent_id, runs, completed, failed, latency_ms, cost_micros from app.usage_pending
    ) parts
    where ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, ...values }) => ({ stretch, key, values }))
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
