import type { OrgTx, SystemTx } from '../db/database.ts'
import { newId, zeroId } from '../ids.ts'
import { sql } from 'kysely'

/** What an act is attributed to, beside its agent and model. */
export interface UsedBy {
  workflowId?: string | null | undefined
  campaignId?: string | null | undefined
  keyId?: string | null | undefined
  userId?: string | null | undefined
}

/** What one act used. Integers; cost in micro-dollars, latency in milliseconds, storage in bytes (negative when freed). */
export interface UsageEntry extends UsedBy {
  agentId?: string | undefined
  configId?: string | undefined
  model?: string
  runs?: number
  completed?: number
  failed?: number
  cancelled?: number
  latencyMs?: number
  modelCalls?: number
  toolCalls?: number
  inputTokens?: number
  outputTokens?: number
  costMicros?: number
  /** By a key of the operator: prepaid credits pay for it. */
  isOperatorPaid?: boolean
  apiCalls?: number
  mails?: number
  /** Of campaigns and conversations, on other channels than email. */
  messages?: number
  storageBytes?: number
}

export const usageRow = (orgId: string, entry: UsageEntry) => ({
  id: newId(),
  org_id: orgId,
  agent_id: entry.agentId ?? zeroId,
  config_id: entry.configId ?? zeroId,
  workflow_id: entry.workflowId ?? zeroId,
  campaign_id: entry.campaignId ?? zeroId,
  key_id: entry.keyId ?? zeroId,
  user_id: entry.userId ?? zeroId,
  model: entry.model ?? '',
  runs: entry.runs ?? 0,
  completed: entry.completed ?? 0,
  failed: entry.failed ?? 0,
  cancelled: entry.cancelled ?? 0,
  latency_ms: entry.latencyMs ?? 0,
  model_calls: entry.modelCalls ?? 0,
  tool_calls: entry.toolCalls ?? 0,
  input_tokens: entry.inputTokens ?? 0,
  output_tokens: entry.outputTokens ?? 0,
  cost_micros: entry.costMicros ?? 0,
  operator_cost_micros: entry.isOperatorPaid ? (entry.costMicros ?? 0) : 0,
  api_calls: entry.apiCalls ?? 0,
  mails: entry.mails ?? 0,
  messages: entry.messages ?? 0,
  storage_bytes: entry.storageBytes ?? 0,
})

/** Meters in the transaction that did the work: both are there or neither is. */
export const meter = (tx: OrgTx, entry: UsageEntry): Promise<void> => meterAll(tx, [entry])

/** The same for many, in one statement. */
export async function meterAll(tx: OrgTx, entries: readonly UsageEntry[]): Promise<void> {
  if (entries.length === 0) return
  const columns = Object.keys(usageRow(tx.orgId, {}))
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const rows = JSON.stringify(entries.map((entry) => usageRow(tx.orgId, entry)))
  await sql`insert into app.usage_pending (${names}) select ${names} from json_populate_recordset(null::app.usage_pending, ${rows}::json)`.execute(
    tx,
  )
}

const messagesOn = (channel: string | null | undefined, count: number): UsageEntry =>
  channel === 'email' ? { mails: count } : { messages: count }

/** The same for messages handed to a channel. */
export const meterMessages = (tx: OrgTx, channel: string | null | undefined, count: number, by: UsedBy = {}): Promise<void> =>
  meter(tx, { ...messagesOn(channel, count), ...by })

/** Returns messages that were metered ahead at that moment and not sent to that month, never more than it has. */
export async function giveBackMessages(
  tx: OrgTx,
  channel: string | null | undefined,
  count: number,
  at: Date,
  by: UsedBy = {},
): Promise<void> {
  const { used } = await messagesOfMonth(tx, at)
  const given = Math.min(count, used)
  if (given <= 0) return
  await tx
    .insertInto('usage_pending')
    .values({ ...usageRow(tx.orgId, { ...messagesOn(channel, -given), ...by }), at })
    .execute()
}

/** An organization's model budget per calendar month, in micro-dollars; null for no limit. */
export async function organizationBudget(tx: OrgTx): Promise<number | null> {
  const { rows } = await sql<{ monthly_budget_micros: number | null }>`select monthly_budget_micros from auth.organizations`.execute(tx)
  return rows[0]?.monthly_budget_micros ?? null
}

/** Sums of the current calendar month (UTC), including counts that are not folded yet. */
export async function monthUsage(tx: OrgTx, scope: { agentId?: string; configId?: string } = {}) {
  const { rows } = await sql<Record<'modelCalls' | 'costMicros' | 'apiCalls' | 'runs' | 'tokens', number>>`
    select coalesce(sum(model_calls), 0)::bigint as "modelCalls", coalesce(sum(cost_micros), 0)::bigint as "costMicros",
      coalesce(sum(api_calls), 0)::bigint as "apiCalls", coalesce(sum(runs), 0)::bigint as runs, coalesce(sum(tokens), 0)::bigint as tokens
    from (
      select agent_id, config_id, model_calls, cost_micros, api_calls, runs, tokens from app.usage_months
      where month = date_trunc('month', now() at time zone 'UTC')::date
      union all
      select agent_id, config_id, model_calls, cost_micros, api_calls, runs, input_tokens + output_tokens from app.usage_pending
      where at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
    ) used
    where (${scope.agentId ?? null}::uuid is null or agent_id = ${scope.agentId ?? null})
      and (${scope.configId ?? null}::uuid is null or config_id = ${scope.configId ?? null})
  `.execute(tx)
  return rows[0] ?? { modelCalls: 0, costMicros: 0, apiCalls: 0, runs: 0, tokens: 0 }
}

/** What models cost in a month (its first day), in micro-dollars. */
export const monthCostMicros = (tx: OrgTx, month: string): Promise<number> => monthSum(tx, month, 'cost_micros')

/** The part of it that the operator's keys cost. */
export const monthOperatorMicros = (tx: OrgTx, month: string): Promise<number> => monthSum(tx, month, 'operator_cost_micros')

async function monthSum(tx: OrgTx, month: string, column: 'cost_micros' | 'operator_cost_micros'): Promise<number> {
  const cost = sql.ref(column)
  const { rows } = await sql<{ cost: number }>`
    select coalesce(sum(${cost}), 0)::bigint as cost from (
      select ${cost} from app.usage_months where month = ${month}::date
      union all
      select ${cost} from app.usage_pending
      where at >= ${month}::timestamp at time zone 'UTC' and at < (${month}::timestamp + interval '1 month') at time zone 'UTC'
    ) used`.execute(tx)
  return rows[0]?.cost ?? 0
}

/** Folds pending rows into the sums; returns how many. One sweeper at a time is enough, several do no harm. */
export async function foldUsage(tx: SystemTx, batch = 5_000): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select app.fold_usage(${batch}) as folded`.execute(tx)
  return rows[0]?.folded ?? 0
}

/** Model calls of the current calendar month (UTC) by configuration, for a list: one statement instead of one each. */
export async function monthModelCallsByConfig(tx: OrgTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ config_id: string; model_calls: number }>`
    select config_id, sum(model_calls)::bigint as model_calls
    from (
      select config_id, model_calls from app.usage_months where month = date_trunc('month', now() at time zone 'UTC')::date
      union all
      select config_id, model_calls from app.usage_pending where at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
    ) used
    group by config_id
  `.execute(tx)
  return new Map(rows.map((row) => [row.config_id, row.model_calls]))
}

/**
 * The latency in ms that 95 of 100 finished runs of [from, to) did not exceed, of one agent or all, interpolated by rank in its histogram
 * bucket; null without a finished run. Both ends must lie on a quarter of an hour.
 */
export async function p95LatencyMs(tx: OrgTx, period: { agentId?: string; from: Date; to: Date }): Promise<number | null> {
  const { rows } = await sql<{ bucket: number; runs: number }>`
    select bucket, sum(runs)::bigint as runs from app.latency
    where agent_id = ${period.agentId ?? zeroId} and slot >= ${period.from} and slot < ${period.to}
    group by bucket order by bucket`.execute(tx)
  const rank = Math.ceil(rows.reduce((sum, row) => sum + row.runs, 0) * 0.95)
  let below = 0
  for (const { bucket, runs } of rows) {
    if (below + runs >= rank) return Math.round(10 ** ((bucket + (rank - below) / runs) / 10))
    below += runs
  }
  return null
}

/** Bytes that the organization may still store under its plan, including counts that are not folded yet; negative above the limit. */
export async function storageLeft(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select o.storage_limit_bytes - coalesce((select sum(storage_bytes) from (
      select storage_bytes from app.usage_totals union all select storage_bytes from app.usage_pending
    ) used), 0)::bigint as bytes from auth.organizations o`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Message quota of all channels in a calendar month (UTC), and its use; reserved messages count as sent. */
export interface MessageMonth {
  limit: number
  used: number
}

export async function messagesOfMonth(tx: OrgTx, at: Date | null = null): Promise<MessageMonth> {
  const month = sql`date_trunc('month', coalesce(${at}::timestamptz, now()) at time zone 'UTC')`
  const { rows } = await sql<MessageMonth>`
    select o.messages_limit as limit, coalesce((
      select sum(sent) from (
        select messages as sent from app.usage_months where month = ${month}::date
        union all
        select mails + messages from app.usage_pending
        where at >= ${month} at time zone 'UTC' and at < (${month} + interval '1 month') at time zone 'UTC'
      ) used
    ), 0)::bigint as used
    from auth.organizations o`.execute(tx)
  return rows[0] ?? { limit: 0, used: 0 }
}

type LimitColumn =
  | 'contacts_limit'
  | 'runs_limit'
  | 'workflow_runs_limit'
  | 'tokens_limit'
  | 'storage_limit_bytes'
  | 'retention_days_limit'
  | 'entities_limit'

/** A limit in force, which may stand above that of the plan. */
export async function limitOf(tx: OrgTx, column: LimitColumn): Promise<number> {
  const { rows } = await sql<{ value: number }>`select ${sql.ref(column)}::bigint as value from auth.organizations`.execute(tx)
  return rows[0]?.value ?? 0
}
