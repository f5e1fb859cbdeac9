import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { idsOfContact } from '../../contacts/index.ts'
import type { ContactCompanion } from '../../contacts/index.ts'

/** What workflows owe contacts: runs were given them, wrote to them and changed them. */
export const workflowCompanion: ContactCompanion = {
  name: 'workflows',
  exportContact: async (tx, contactId) => ({ workflowSteps: await stepsWith(tx, await idsOfContact(tx, contactId)) }),
  eraseContacts: async (tx, contactIds, addresses) => {
    const runs = await runsNaming(tx, contactIds, addresses)
    if (runs.length > 0) await emptyRuns(tx, runs)
  },
}

const ofContacts = (ids: readonly string[]) => sql<SqlBool>`link ->> 'kind' = 'contact' and link ->> 'id' = any(${[...ids]}::text[])`

const stepsWith = (tx: OrgTx, ids: readonly string[]): Promise<object[]> =>
  tx
    .selectFrom('workflow_steps')
    .select(['run_id as runId', 'step_id as step', 'type', 'status', 'output', 'started_at as startedAt'])
    .where(ofContacts(ids))
    .orderBy('run_id')
    .orderBy('seq')
    .limit(10_000)
    .execute()

/** Runs that were given one of the people, ended with one, or have a step that concerns one. */
async function runsNaming(tx: OrgTx, ids: readonly string[], addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app.workflow_runs r
    where exists (
      select 1 from unnest(${[...ids, ...addresses]}::text[]) as name
      where strpos(lower(r.input::text), name) > 0 or strpos(lower(r.output::text), name) > 0
    )
    union select run_id from app.workflow_steps where ${ofContacts(ids)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** That they ran, and how it went, stays; what they ran with does not, so what has not ended cannot go on. */
async function emptyRuns(tx: OrgTx, runs: readonly string[]): Promise<void> {
  const those = sql`any(${[...runs]}::uuid[])`
  // First: whoever works on such a run finds that it is gone, and writes nothing more.
  const { rows } = await sql<{ run_id: string }>`delete from app.workflow_live where run_id = ${those} returning run_id`.execute(tx)
  const open = rows.map((row) => row.run_id)
  await sql`
    update app.workflow_runs set input = null, output = null, error = jsonb_set(error, '{message}', '"Erased."'),
      status = case when id = any(${open}::uuid[]) then 'cancelled' else status end, ended_at = coalesce(ended_at, now())
    where id = ${those}`.execute(tx)
  await sql`
    update app.workflow_steps set input = null, output = null, error = jsonb_set(error, '{message}', '"Erased."'),
      status = case when status in ('running', 'waiting') then 'cancelled' else status end, ended_at = coalesce(ended_at, now())
    where run_id = ${those}`.execute(tx)
  await sql`delete from app.workflow_payloads where run_id = ${those}`.execute(tx)
  await sql`delete from app.workflow_approvals where run_id = ${those}`.execute(tx)
}
