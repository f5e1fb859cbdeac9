import { isWithin, stretchOf } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'
import { sql } from 'kysely'
import type { UsageFigures, UsagePart } from '@imperium/contract/usage-analytics.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Period } from '../dashboard/index.ts'

export interface SubjectSums extends UsageFigures {
  subjectId: string
  model: string
  lastAt: Date
}

const columns = sql.raw('subject_id, model, model_calls, api_calls, runs, failed, input_tokens, output_tokens, cost_micros, messages')

/** Sums of a part by subject, most used first. Whole UTC days come from the daily sums, the edges of the period from the quarter hours. */
export async function sumPart(
  tx: OrgTx,
  part: UsagePart | 'all',
  { from, to, wholeDays }: Pick<Period, 'from' | 'to' | 'wholeDays'>,
): Promise<SubjectSums[]> {
  const { rows } = await sql<SubjectSums>`
    select subject_id as "subjectId", model, sum(model_calls)::bigint as "modelCalls", sum(api_calls)::bigint as "apiCalls",
           sum(runs)::bigint as runs, sum(failed)::bigint as "failedRuns", sum(input_tokens)::bigint as "inputTokens",
           sum(output_tokens)::bigint as "outputTokens", sum(cost_micros)::bigint as "costMicros", sum(messages)::bigint as messages,
           max(last_at) as "lastAt"
    from (
      select ${columns}, last_at from app.usage_part_days
      where part = ${part} and day >= ${wholeDays.first}::date and day < ${wholeDays.end}::date
      union all
      select ${columns}, last_at from app.usage_part_slots
      where part = ${part} and ((slot >= ${from} and slot < ${wholeDays.firstFrom}) or (slot >= ${wholeDays.endFrom} and slot < ${to}))
      union all
      select ${columns}, at from app.usage_part_pending where part = ${part} and at >= ${from} and at < ${to}
    ) parts
    group by 1, 2
    order by 3 desc, "costMicros" desc, "apiCalls" desc, messages desc, 1, 2`.execute(tx)
  return rows
}

/** Calls of models, one row a day of the period, oldest first, empty days too. */
export async function sumModelCallsByDay(tx: OrgTx, { to, eachDay }: Period): Promise<{ date: string; count: number }[]> {
  const rows = await sumUsage(tx, { at: [...eachDay.map(({ from }) => from), to], dates: [] })
  const counts = new Map(rows.map(({ stretch, values }) => [stretch, values['modelCalls']]))
  return eachDay.map(({ date }, day) => ({ date, count: counts.get(day) ?? 0 }))
}

/** All usage in each stretch. */
export async function sumUsage(tx: OrgTx, cuts: Cuts): Promise<StretchRow[]> {
  const at = sql`at`
  const { rows } = await sql<Record<'stretch' | 'modelCalls' | 'apiCalls' | 'tokens' | 'costMicros' | 'messages', number>>`
    select ${stretchOf(at, cuts)} as stretch, sum(model_calls)::bigint as "modelCalls", sum(api_calls)::bigint as "apiCalls",
           sum(input_tokens + output_tokens)::bigint as tokens, sum(cost_micros)::bigint as "costMicros", sum(messages)::bigint as messages
    from (
      select slot as at, model_calls, api_calls, input_tokens, output_tokens, cost_micros, messages from app.usage_part_slots where part = 'all'
      union all
      select at, model_calls, api_calls, input_tokens, output_tokens, cost_micros, messages from app.usage_part_pending where part = 'all'
    ) used
    where ${isWithin(at, cuts)} group by 1`.execute(tx)
  return rows.map(({ stretch, ...values }) => ({ stretch, key: '', values }))
}

export async function memberNames(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select user_id as id, name from auth.org_members() where user_id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
