import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** What the runs of an agent's visitors, or of its contacts, cost since a moment, with the most that their calls in flight may cost. */
export async function visitorCost(tx: OrgTx, agentId: string, since: Date, trigger: 'chat' | 'message' = 'chat'): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    select (coalesce(sum(r.cost_micros), 0) + coalesce(sum((select sum(s.reserved_micros) from app.run_steps s
      where s.org_id = r.org_id and s.run_id = r.id and s.status = 'running')) filter (where r.status = 'running'), 0))::int8 as micros
    from app.runs r where r.org_id = ${tx.orgId} and r.agent_id = ${agentId} and r.trigger = ${trigger} and r.id >= app.uuid_floor(${since}::timestamptz)`.execute(
    tx,
  )
  return rows[0]?.micros ?? 0
}
