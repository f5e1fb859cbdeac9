import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { zeroId } from '../../../platform/ids.ts'
import { usageRow } from '../../../platform/metering/metering.ts'
import { isWorkerDead } from '../../../platform/jobs/worker-name.ts'
import type { ModelCall } from './model-call.ts'

/** A process says this often that its calls are still in hand, and is believed for that long. */
export const aliveEveryMs = 10_000
const aliveFor = sql`interval '30 seconds'`
const sweptAtOnce = 1_000

export async function insertCall(tx: OrgTx, owner: string, { id, purpose, most, isOperatorPaid, entry, step }: ModelCall): Promise<void> {
  await tx
    .insertInto('model_calls')
    .values({
      org_id: tx.orgId,
      id,
      purpose,
      owner,
      alive_until: sql<Date>`now() + ${aliveFor}`,
      model: entry.model ?? '',
      config_id: entry.configId ?? zeroId,
      operator_paid: isOperatorPaid,
      reserved_micros: most.micros,
      reserved_input_tokens: most.inputTokens,
      reserved_output_tokens: most.outputTokens,
      run_id: step?.runId ?? null,
      run_seq: step?.seq ?? null,
      asked_by: [...(step?.askedBy ?? [])],
      agent_id: entry.agentId ?? zeroId,
      workflow_id: entry.workflowId ?? zeroId,
      campaign_id: entry.campaignId ?? zeroId,
      key_id: entry.keyId ?? zeroId,
      user_id: entry.userId ?? zeroId,
    })
    .execute()
}

/** From now on the provider may have it. False: the reservation was freed, so it must not be sent. */
export async function markSent(tx: OrgTx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update app.model_calls set status = 'sent', alive_until = now() + ${aliveFor}
    where id = ${id} and status = 'reserved' returning id`.execute(tx)
  return rows.length > 0
}

export async function extendCalls(tx: SystemTx, owner: string, ids: readonly string[]): Promise<void> {
  await sql`
    update app.model_calls set alive_until = now() + ${aliveFor}
    where owner = ${owner} and id = any(${[...ids]}::uuid[]) and status <> 'unknown'`.execute(tx)
}

/** Removes the rows, and takes back what was metered for calls while their outcome was unknown, from the month that has it. */
export async function removeCalls(tx: OrgTx, ids: readonly string[]): Promise<void> {
  const rows = await tx.deleteFrom('model_calls').where('id', 'in', ids).returningAll().execute()
  const taken = rows.filter(({ status }) => status === 'unknown')
  if (taken.length === 0) return
  const values = taken.map((row) => ({
    ...usageRow(tx.orgId, {
      configId: row.config_id,
      model: row.model,
      isOperatorPaid: row.operator_paid,
      agentId: row.agent_id,
      workflowId: row.workflow_id,
      campaignId: row.campaign_id,
      keyId: row.key_id,
      userId: row.user_id,
      modelCalls: -1,
      inputTokens: -row.reserved_input_tokens,
      outputTokens: -row.reserved_output_tokens,
      costMicros: -row.reserved_micros,
    }),
    at: row.unknown_at ?? row.created_at,
  }))
  await tx.insertInto('usage_pending').values(values).execute()
}

/** Marks sent calls as unknown and meters them as reserved, in one statement. Returns how many. */
async function meterUnknown(tx: OrgTx | SystemTx, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with lost as (
      update app.model_calls set status = 'unknown', unknown_at = now() where status = 'sent' and ${which} returning *
    ), metered as (
      insert into app.usage_pending (id, org_id, agent_id, config_id, workflow_id, campaign_id, key_id, user_id, model, model_calls, input_tokens,
        output_tokens, cost_micros, operator_cost_micros)
      select uuidv7(), org_id, agent_id, config_id, workflow_id, campaign_id, key_id, user_id, model, 1, reserved_input_tokens,
        reserved_output_tokens, reserved_micros, case when operator_paid then reserved_micros else 0 end from lost
    ) select id from lost`.execute(tx)
  return rows.length
}

export const markUnknown = (tx: OrgTx, ids: readonly string[]): Promise<number> => meterUnknown(tx, sql`id = any(${[...ids]}::uuid[])`)

/** What earlier attempts at this step left behind: their worker has lost the run. What was sent is metered, the rest is free. */
export async function replaceCallsOfStep(tx: OrgTx, { runId, seq }: { runId: string; seq: number }): Promise<void> {
  const { rows } = await sql`select id from app.model_calls where run_id = ${runId} and run_seq = ${seq} and status <> 'unknown'`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`delete from app.model_calls where run_id = ${runId} and run_seq = ${seq} and status = 'reserved'`.execute(tx)
  await meterUnknown(tx, sql`run_id = ${runId} and run_seq = ${seq}`)
}

/** Frees what was not sent, and meters what was sent, of processes that have ended or been silent for too long. */
export async function sweepCalls(tx: SystemTx): Promise<{ freed: number; unknown: number }> {
  const owners = await sql<{ owner: string }>`select distinct owner from app.model_calls where status <> 'unknown'`.execute(tx)
  const dead = owners.rows.map(({ owner }) => owner).filter(isWorkerDead)
  const { rows: gone } = await sql<{ id: string }>`
    select id from app.model_calls where status <> 'unknown' and (alive_until < now() or owner = any(${dead}::text[]))
    limit ${sweptAtOnce} for update skip locked`.execute(tx)
  if (gone.length === 0) return { freed: 0, unknown: 0 }
  const ids = sql`id = any(${gone.map(({ id }) => id)}::uuid[])`
  const { rows: freed } = await sql`delete from app.model_calls where status = 'reserved' and ${ids} returning id`.execute(tx)
  return { freed: freed.length, unknown: await meterUnknown(tx, ids) }
}

/** Which providers give their figures after this time is unheard of; the meter keeps what was charged. */
export async function forgetUnknown(tx: SystemTx): Promise<void> {
  await sql`delete from app.model_calls where status = 'unknown' and unknown_at < now() - interval '90 days'`.execute(tx)
}

export interface InFlight {
  calls: number
  costMicros: number
  tokens: number
}

/** Calls that are not metered yet, with the most that each may cost. One that was not sent counts while its process lives. */
export async function callsInFlight(tx: OrgTx, scope: { agentId?: string; configId?: string } = {}): Promise<InFlight> {
  const { rows } = await sql<InFlight>`
    select count(*)::int as calls, coalesce(sum(reserved_micros), 0)::bigint as "costMicros",
      coalesce(sum(reserved_input_tokens + reserved_output_tokens), 0)::bigint as tokens
    from app.model_calls where org_id = ${tx.orgId} and (status = 'sent' or status = 'reserved' and alive_until > now())
      and (${scope.agentId ?? null}::uuid is null or agent_id = ${scope.agentId ?? null})
      and (${scope.configId ?? null}::uuid is null or config_id = ${scope.configId ?? null})`.execute(tx)
  return rows[0] ?? { calls: 0, costMicros: 0, tokens: 0 }
}

/** Newest first. */
export const listUnknown = (tx: OrgTx, limit: number) =>
  tx
    .selectFrom('model_calls')
    .selectAll()
    .where('status', '=', 'unknown')
    .orderBy('unknown_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
