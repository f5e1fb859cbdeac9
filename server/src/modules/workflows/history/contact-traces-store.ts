import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { idOf, microsOf, newestNaming } from '../../contacts/index.ts'
import type { TimelineItem, TimelinePage } from '../../contacts/index.ts'
import { eraseAgentRuns } from '../../runs/index.ts'
import type { Abandoned } from '../core/machine.ts'
import { queueCancelOfAbandoned } from '../engine/cancel-runs.ts'
import { sendSignal } from '../engine/send-signal.ts'
import { runsNaming } from './naming-store.ts'

const ofContacts = (ids: readonly string[]) => sql<SqlBool>`contact_id = any(${[...ids]}::uuid[])`

/** Runs that only wrote to a contact are found by their input. */
const changedBy = (ids: readonly string[]) => sql<SqlBool>`${ofContacts(ids)} and link ->> 'kind' = 'contact'`

/** Runs that were started about the contact, and those with a step that concerned it. */
export async function runsWith(tx: OrgTx, { ids }: { ids: readonly string[] }, { before, limit }: TimelinePage): Promise<TimelineItem[]> {
  const bound = idOf(before).id
  const { rows } = await sql<RunRow>`
    with found as materialized (
      select id from unnest(${[...ids]}::uuid[]) as who(contact)
      cross join lateral (
        (select id from app.workflow_runs where contact_id = who.contact and id < ${bound}::uuid order by id desc limit ${limit})
        union
        (select distinct run_id from app.workflow_steps where contact_id = who.contact and run_id < ${bound}::uuid
          order by run_id desc limit ${limit})
      ) told
    )
    select id, workflow_name as name, status, trigger, triggered_by as "triggeredBy", is_test as "isTest" from app.workflow_runs
    where id in (select id from found order by id desc limit ${limit}) order by id desc`.execute(tx)
  return rows.map(({ id, name, status, trigger, triggeredBy, isTest }) => ({
    id,
    atMicros: microsOf(id),
    type: 'workflow.run',
    title: name,
    actor: trigger === 'manual' || trigger === 'retry' || trigger === 'test' ? triggeredBy : '',
    detail: { status, trigger, isTest },
    link: { kind: 'workflow-run', id },
  }))
}

export async function unlinkContacts(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('workflow_runs').set({ contact_id: null }).where(ofContacts(ids)).execute()
  await tx.updateTable('workflow_steps').set({ contact_id: null }).where(ofContacts(ids)).execute()
}

export const stepsWith = (tx: OrgTx, ids: readonly string[]): Promise<object[]> =>
  tx
    .selectFrom('workflow_steps')
    .select(['run_id as runId', 'step_id as step', 'type', 'status', 'output', 'started_at as startedAt'])
    .where(ofContacts(ids))
    .orderBy('run_id')
    .orderBy('seq')
    .limit(10_000)
    .execute()

export async function runsAbout(tx: OrgTx, names: readonly string[]): Promise<object[]> {
  const found = await newestNaming(runsNaming, tx, names)
  return tx
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_name as workflow', 'status', 'input', 'output', 'started_at as startedAt'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(found))))
    .orderBy('id')
    .execute()
}

/** Runs with a step that names its contact. */
export async function runsOf(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('workflow_steps').select('run_id').distinct().where(changedBy(ids)).execute()
  return rows.map((row) => row.run_id)
}

/** Keeps that the runs ran and how they ended; deletes their data, so open runs cannot continue. */
export async function emptyRuns(platform: Platform, tx: OrgTx, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return
  const those = sql`any(${[...runs]}::uuid[])`
  const open = await endOpenRuns(platform, tx, runs)
  // The agent runs that they started hold data of the same contacts.
  await eraseAgentRuns(platform, tx, await agentRunsOf(tx, runs))
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
  await sql`delete from app.workflow_callbacks where run_id = ${those}`.execute(tx)
}

async function agentRunsOf(tx: OrgTx, runs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select link ->> 'id' as id from app.workflow_steps where run_id = any(${[...runs]}::uuid[]) and link ->> 'kind' = 'run'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Ends open runs; returns their ids. Runs that wait for them continue, and what they waited for ends too. */
async function endOpenRuns(platform: Platform, tx: OrgTx, runs: readonly string[]): Promise<string[]> {
  // Locked first: the worker of such a run can write nothing more and finds that the run is gone.
  const { rows: held } = await sql<{ id: string; parent: string | null }>`
    select l.run_id as id, r.parent_run as parent from app.workflow_live l
    join app.workflow_runs r on r.org_id = l.org_id and r.id = l.run_id
    where l.run_id = any(${[...runs]}::uuid[]) order by l.run_id for update of l`.execute(tx)
  const open = held.map(({ id }) => id)
  const { rows: abandoned } = await sql<Abandoned>`
    select kind, key as id from app.workflow_waits where run_id = any(${open}::uuid[]) and kind in ('run', 'workflow')`.execute(tx)
  await sql`delete from app.workflow_live where run_id = any(${open}::uuid[])`.execute(tx)
  await queueCancelOfAbandoned(platform, tx, abandoned)
  const data = { status: 'cancelled', output: null, error: { code: 'ERASED', message: 'The run was erased with a contact' } }
  const called = held.filter(({ parent }) => parent !== null).toSorted((a, b) => String(a.parent).localeCompare(String(b.parent)))
  for (const { id } of called) await sendSignal(platform, tx, { kind: 'workflow', key: id, id: 'end', data })
  return open
}

export interface RunRow {
  id: string
  name: string
  status: string
  trigger: string
  triggeredBy: string
  isTest: boolean
}
