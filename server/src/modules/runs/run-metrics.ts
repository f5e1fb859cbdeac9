import { sql } from 'kysely'
import type { Period } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { p95LatencyMs } from '../../platform/metering/metering.ts'

interface DayRow {
  date: string
  starts_at: Date
  runs: number
  completed: number
  failed: number
  cancelled: number
  latency_ms: number
  input_tokens: number
  output_tokens: number
  cost_micros: number
}

/** Figures of one agent over the last days, today included, by the calendar of the organization's time zone. */
export async function agentMetrics(tx: OrgTx, agentId: string, period: Period, timeZone: string) {
  const days = Number.parseInt(period, 10)
  const { rows } = await sql<DayRow>`
    with days as (
      select generate_series(today - ${days - 1}::int, today, interval '1 day')::date as date
      from (select (now() at time zone ${timeZone})::date as today) t
    ), used as (
      select (slot at time zone ${timeZone})::date as date, runs, completed, failed, cancelled, latency_ms, input_tokens, output_tokens, cost_micros
      from app.usage where agent_id = ${agentId} and slot >= (select min(date) from days)::timestamp at time zone ${timeZone}
    )
    select days.date, days.date::timestamp at time zone ${timeZone} as starts_at, coalesce(sum(runs), 0)::bigint as runs, coalesce(sum(completed), 0)::bigint as completed, coalesce(sum(failed), 0)::bigint as failed,
      coalesce(sum(cancelled), 0)::bigint as cancelled, coalesce(sum(latency_ms), 0)::bigint as latency_ms, coalesce(sum(input_tokens), 0)::bigint as input_tokens,
      coalesce(sum(output_tokens), 0)::bigint as output_tokens, coalesce(sum(cost_micros), 0)::bigint as cost_micros
    from days left join used using (date) group by days.date order by days.date`.execute(tx)
  const sum = (key: Exclude<keyof DayRow, 'date' | 'starts_at'>) => rows.reduce((total, row) => total + row[key], 0)
  const finished = sum('completed') + sum('failed')
  // The start of the first day, in the user's time zone: every zone's offset is a multiple of 15 minutes.
  const from = rows[0]?.starts_at ?? new Date()
  return {
    period,
    runs: sum('runs'),
    completed: sum('completed'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    successRate: finished ? Math.round((1_000 * sum('completed')) / finished) / 10 : null,
    avgLatencyMs: finished ? Math.round(sum('latency_ms') / finished) : null,
    p95LatencyMs: await p95LatencyMs(tx, { agentId, from, to: new Date(Date.now() + 86_400_000) }),
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    costMicros: sum('cost_micros'),
    trend: rows.map((row) => ({ date: row.date, runs: row.runs, failed: row.failed, costMicros: row.cost_micros })),
  }
}
