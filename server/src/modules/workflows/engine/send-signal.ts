import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toText } from '../core/machine.ts'
import { matchesPayload } from '../core/match-payload.ts'
import type { Engine } from './engine.ts'

type What = Parameters<Engine['signal']>[1]

interface Wait {
  run_id: string
  token: number
  match: Record<string, Json> | null
}

/** Leaves what came for every run that waits for it, and has it looked at; how many runs. The same id counts once. */
export async function sendSignal(platform: Platform, tx: OrgTx, { kind, key, id, data }: What): Promise<number> {
  const { rows } = await sql<Wait>`
    select run_id, token, match from app.workflow_waits where org_id = ${tx.orgId} and kind = ${kind} and key = ${key} order by run_id`.execute(
    tx,
  )
  const waits = rows.filter(({ match }) => matchesPayload(match ?? {}, data))
  if (waits.length === 0) return 0
  return leaveSignals(
    platform,
    tx,
    waits.map(({ run_id: runId, token }) => ({ runId, token })),
    id,
    data,
  )
}

/** The same for tokens that are known. */
export async function leaveSignals(
  platform: Platform,
  tx: OrgTx,
  to: readonly { runId: string; token: number }[],
  id: string,
  data: Json,
): Promise<number> {
  const runIds = to.map(({ runId }) => runId)
  const tokens = to.map(({ token }) => token)
  const now = platform.clock.now()
  // The runs are held first, in one order: two signals for the same runs wait for each other.
  const { rows } = await sql<{ run_id: string }>`
    with held as (
      select run_id from app.workflow_live where org_id = ${tx.orgId} and run_id = any(${runIds}::uuid[]) order by run_id for update
    ), left_there as (
      insert into app.workflow_signals (org_id, run_id, token, key, data)
      select ${tx.orgId}::uuid, h.run_id, t.token, ${id}, ${toText(data)}::jsonb
      from held h join unnest(${runIds}::uuid[], ${tokens}::int[]) as t(run_id, token) on t.run_id = h.run_id
      on conflict do nothing returning run_id
    )
    update app.workflow_live l set signalled = true, wake_at = ${now}
    where l.org_id = ${tx.orgId} and l.run_id in (select run_id from left_there) returning l.run_id`.execute(tx)
  for (const { run_id: runId } of rows) await signal(tx, { kind: 'workflow-run', orgId: tx.orgId, runId, ready: true })
  return rows.length
}
