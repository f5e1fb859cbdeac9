import type { z } from 'zod'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The newest runs of agents with the text in their name, or the run with that id. */
export async function searchRuns(tx: OrgTx, q: string, limit: number): Promise<z.infer<typeof SearchHit>[]> {
  const pattern = likePattern(q)
  const rows = await tx
    .selectFrom('runs')
    .select(['id', 'agent_id', 'agent_name', 'status', 'created_at'])
    .where((eb) => (wholeId.test(q) ? eb('id', '=', q) : eb('agent_name', 'ilike', pattern)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: 'run',
    id: row.id,
    title: row.agent_name,
    detail: row.status.charAt(0).toUpperCase() + row.status.slice(1),
    at: row.created_at.toISOString(),
    link: `agents?agent=${row.agent_id}&tab=history&run=${row.id}`,
  }))
}

/** Whether a workflow started this run. */
export async function isRunOfWorkflow(tx: OrgTx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('runs').select('trigger').where('id', '=', id).executeTakeFirst()
  return row?.trigger === 'workflow'
}

export async function findNotedRun(tx: OrgTx, id: string): Promise<{ name: string; path: string } | null> {
  const row = await tx.selectFrom('runs').select(['agent_id', 'agent_name']).where('id', '=', id).executeTakeFirst()
  return row ? { name: row.agent_name, path: `agents?agent=${row.agent_id}&tab=history&run=${id}` } : null
}

/** Whether a member's run of an agent besides these (demo data) has completed. */
export async function hasCompletedRun(tx: OrgTx, userId: string, exceptAgents: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('runs')
    .select('id')
    .where('started_by_user', '=', userId)
    .where('trigger', '=', 'web')
    .where('status', '=', 'completed')
    .$if(exceptAgents.length > 0, (query) => query.where('agent_id', 'not in', exceptAgents))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
