import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Whether a workflow of the organization starts with this event, or a run waits for it. */
export async function hasListeners(tx: OrgTx, event: string): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`
    select exists (select from app.workflow_triggers where kind = 'event' and enabled and event = ${event})
        or exists (select from app.workflow_waits where kind = 'event' and key = ${event}) as heard`.execute(tx)
  return rows[0]?.heard ?? false
}

export interface EventTrigger {
  workflowId: string
  version: number
  match: { name: string; value: Json }[]
}

export async function triggersOf(tx: OrgTx, event: string): Promise<EventTrigger[]> {
  const rows = await tx
    .selectFrom('workflow_triggers')
    .select(['workflow_id', 'version', 'config'])
    .where('kind', '=', 'event')
    .where('enabled', '=', true)
    .where('event', '=', event)
    .execute()
  return rows.map((row) => {
    const { match = [] } = row.config as { match?: EventTrigger['match'] }
    return { workflowId: row.workflow_id, version: row.version, match }
  })
}

/** Deeper than workflows can call each other. */
const mostCallers = 20

/** Whether a run, or one that called it, was started by the result of another workflow's run. */
export async function wasStartedByRun(tx: OrgTx, runId: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    with recursive caller as (
      select r.trigger, r.triggered_by, r.parent_run, 1 as depth from app.workflow_runs r where r.id = ${runId}
      union all
      select r.trigger, r.triggered_by, r.parent_run, c.depth + 1 from caller c join app.workflow_runs r on r.id = c.parent_run
      where c.depth < ${mostCallers}
    )
    select exists (select from caller where trigger = 'event' and triggered_by like 'Event workflow.%') as was`.execute(tx)
  return rows[0]?.was ?? false
}
