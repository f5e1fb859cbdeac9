import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toText } from '../core/machine.ts'
import { matchesPayload } from '../core/match-payload.ts'
import type { Engine } from './engine.ts'
import { workflowRunChanged } from './workflow-signals.ts'

type What = Parameters<Engine['signal']>[1]

interface Wait {
  run_id: string
  token: number
  match: Record<string, Json> | null
}

/** Stores a signal for every run that waits for it and has those runs looked at; returns their number. The same id counts once. */
export async function sendSignal(platform: Platform, tx: OrgTx, { kind, key, id, data }: What): Promise<number> {
  const find = async (): Promise<Wait[]> => {
    const { rows } = await sql<Wait>`
      select run_id, token, match from app.workflow_waits where org_id = ${tx.orgId} and kind = ${kind} and key = ${key} order by run_id`.execute(
      tx,
    )
    return rows.filter(({ match }) => matchesPayload(match ?? {}, data))
  }
  const seen = await find()
  if (seen.length === 0) return 0
  await lockRuns(
    tx,
    seen.map(({ run_id: runId }) => runId),
  )
  // The owner of one of the runs may have ended the wait meanwhile.
  const waits = await find()
  const to = waits.map(({ run_id: runId, token }) => ({ runId, token }))
  return storeSignals(platform, tx, to, id, data)
}

/** In one order: two signals for the same runs wait for each other. */
const lockRuns = (tx: OrgTx, runIds: readonly string[]): Promise<unknown> =>
  sql`
    select from app.workflow_live where org_id = ${tx.orgId} and run_id = any(${runIds}::uuid[]) order by run_id for update`.execute(tx)

/** The same for tokens that are known, of runs that the caller holds. */
export async function storeSignals(
  platform: Platform,
  tx: OrgTx,
  to: readonly { runId: string; token: number }[],
  id: string,
  data: Json,
): Promise<number> {
  const runIds = to.map(({ runId }) => runId)
  const tokens = to.map(({ token }) => token)
  const { rows } = await sql<{ run_id: string }>`
    with left_there as (
      insert into app.workflow_signals (org_id, run_id, token, key, data)
      select ${tx.orgId}::uuid, l.run_id, t.token, ${id}, ${toText(data)}::jsonb
      from unnest(${runIds}::uuid[], ${tokens}::int[]) as t(run_id, token)
      join app.workflow_live l on l.org_id = ${tx.orgId} and l.run_id = t.run_id
      on conflict do nothing returning run_id
    )
    update app.workflow_live l set signalled = true, wake_at = ${platform.clock.now()}
    where l.org_id = ${tx.orgId} and l.run_id in (select run_id from left_there) returning l.run_id`.execute(tx)
  for (const { run_id: runId } of rows) await signal(tx, workflowRunChanged({ orgId: tx.orgId, runId, ready: true }))
  return rows.length
}
