import { sql } from 'kysely'
import type { FindConnectionUsers } from '../integrations/index.ts'

/** Agents that are granted actions of a connection. */
export const agentsWithConnection: FindConnectionUsers = async (tx, id) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from app.agents a where a.deleted_at is null
      and exists (select from unnest(a.capabilities) c where c like ${`action:${id}:%`})
    order by a.created_at desc limit 100`.execute(tx)
  return rows.map((row) => ({ ...row, kind: 'agent' as const }))
}
