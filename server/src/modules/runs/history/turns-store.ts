import { sql } from 'kysely'
import { chatTurnsMax } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { RunRow } from '../store.ts'

/** A chat up to and including a run, oldest turn first; the newest turns of a long one. */
export async function listTurns(tx: OrgTx, lastId: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    with recursive turns as (
      select r.*, 1 as turn_number from app.runs r where r.org_id = ${tx.orgId} and r.id = ${lastId}::uuid
      union all
      select r.*, t.turn_number + 1 from turns t join app.runs r on r.org_id = t.org_id and r.id = t.after_run_id and r.agent_id = t.agent_id
      where t.turn_number < ${chatTurnsMax}
    )
    select * from turns order by turn_number desc`.execute(tx)
  return rows
}
