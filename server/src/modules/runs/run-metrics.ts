import { dayIndex, lastDays } from '../../platform/local-days.ts'
import { sql } from 'kysely'
import type { Period } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { p95LatencyMs } from '../../platform/metering/metering.ts'

interface SumRow {
  /** Its place among the days of the period. */
  day: number
  runs: number
  completed: number
  failed: number
  cancelled: number
  latency_ms: number
  input_tokens: number
  output_tokens: number
  cost_micros: number
}

const nothing = {
  ...({ runs: 0, completed: 0, failed: 0, cancelled: 0, latency_ms: 0 } as const),
  ...({ input_tokens: 0, output_tokens: 0, cost_micros: 0 } as const),
} satisfies Omit<SumRow, 'day'>

/** Figures of one agent over the last days, today included, by the calendar of the organization's time zone. */
export async function agentMetrics(tx: OrgTx, agentId: string, period: Period, { now, timeZone }: { now: Date; timeZone: string }) {
  const days = lastDays(now, timeZone, Number.parseInt(period, 10))
  const from = days[0]?.from ?? now
  const { rows: found } = await sql<SumRow>`
    select ${dayIndex(sql`slot`, days)} as day, sum(runs)::bigint as runs, sum(completed)::bigint as completed, sum(failed)::bigint as failed,
      sum(cancelled)::bigint as cancelled, sum(latency_ms)::bigint as latency_ms, sum(input_tokens)::bigint as input_tokens,
      sum(output_tokens)::bigint as output_tokens, sum(cost_micros)::bigint as cost_micros
    from app.usage where agent_id = ${agentId} and slot >= ${from} group by 1`.execute(tx)
  const sums = new Map(found.map((row) => [row.day, row]))
  const rows = days.map(({ date }, day) => ({ ...nothing, ...sums.get(day), date }))
  const sum = (key: keyof typeof nothing) => rows.reduce((total, row) => total + row[key], 0)
  const finished = sum('completed') + sum('failed')
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
