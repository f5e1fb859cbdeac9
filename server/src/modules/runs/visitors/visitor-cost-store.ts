import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** What the runs of an agent's visitors, or of its contacts, cost since a moment, with the most that their calls in flight may cost, and those of unknown outcome may have cost. */
export async function visitorCost(tx: OrgTx, agentId: string, since: Date, trigger: 'chat' | 'message' = 'chat'): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    select (coalesce(sum(r.cost_micros), 0) + coalesce(sum((select sum(c.reserved_micros) from app.model_calls c
      where c.org_id = r.org_id and c.run_id = r.id and (c.status <> 'reserved' or c.alive_until > now()))), 0))::int8 as micros
    from app.runs r where r.org_id = ${tx.orgId} and r.agent_id = ${agentId} and r.trigger = ${trigger} and r.id >= app.uuid_floor(${since}::timestamptz)`.execute(
    tx,
  )
  return rows[0]?.micros ?? 0
}
