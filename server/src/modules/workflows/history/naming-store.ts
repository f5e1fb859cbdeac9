import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { siftPage } from '../../contacts/index.ts'
import type { Named } from '../../contacts/index.ts'

/**
 * Searches the next runs, newest first, for ids and addresses (lower case): in their input, output and wait data, in the input, output
 * and links of their steps, and in values stored apart.
 */
export async function runsNaming(tx: OrgTx, given: readonly string[], after: string | null, limit: number): Promise<Named> {
  const isNamed = (texts: ReturnType<typeof sql>) => sql`app.is_named(${texts}, ${[...given]}::text[])`
  const older = after === null ? sql`` : sql`where id < ${after}::uuid`
  const { rows: page } = await sql<{ id: string; is_named: boolean }>`
    with page as materialized (
      select id, lower(concat_ws(' ', input::text, output::text, error::text)) as words from app.workflow_runs ${older}
      order by id desc limit ${limit}
    )
    select id, ${isNamed(sql`words`)} as is_named from page order by id desc`.execute(tx)
  return siftPage(page, limit, async (others) => {
    const those = sql`any(${[...others]}::uuid[])`
    const { rows } = await sql<{ id: string }>`
      with words as materialized (
        select run_id as id, lower(concat_ws(' ', input::text, output::text, error::text, link::text)) as text from app.workflow_steps
        where run_id = ${those}
        union all select run_id, lower(data::text) from app.workflow_payloads where run_id = ${those}
        union all select run_id, lower(data::text) from app.workflow_signals where run_id = ${those}
        union all select run_id, lower(state::text) from app.workflow_live where run_id = ${those}
      )
      select distinct id from words where ${isNamed(sql`text`)}`.execute(tx)
    return rows.map(({ id }) => id)
  })
}
