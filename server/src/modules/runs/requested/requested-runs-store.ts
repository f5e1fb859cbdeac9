import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The run that this step asked for, if it did already. */
export const findRequested = async (tx: OrgTx, runId: string, seq: number): Promise<string | undefined> =>
  (await tx.selectFrom('runs').select('id').where('parent_run_id', '=', runId).where('parent_seq', '=', seq).executeTakeFirst())?.id

/** What a person or a program gave the run at the start of a chain. */
export const inputOf = async (tx: OrgTx, runId: string): Promise<unknown> =>
  (await tx.selectFrom('runs').select('input').where('id', '=', runId).executeTakeFirst())?.input ?? null

/** Micro-dollars that runs asked for by an agent cost this month (UTC), with what their calls in flight may still cost and those of unknown outcome may have cost. */
export async function requestedMicros(tx: OrgTx, agentId: string): Promise<number> {
  const { rows } = await sql<{ cost: number }>`
    select (coalesce(sum(r.cost_micros), 0) + coalesce(sum(c.reserved), 0))::bigint as cost
    from app.runs r left join lateral (
      select sum(c.reserved_micros) as reserved from app.model_calls c
      where c.org_id = r.org_id and c.run_id = r.id and (c.status <> 'reserved' or c.alive_until > now())
    ) c on true
    where r.parent_run_id is not null and r.asked_by @> array[${agentId}::uuid] and r.agent_id <> ${agentId}
      and r.created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`.execute(tx)
  return rows[0]?.cost ?? 0
}
