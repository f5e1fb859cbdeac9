import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isWorkerDead } from '../../../platform/jobs/worker-name.ts'
import { isInUse } from '../../organizations/index.ts'
import type { TokenSignal } from './run-session.ts'
import type { StoredRun } from './stored-run.ts'
import { leaseMs } from './write-runs.ts'

export interface ClaimedRun {
  orgId: string
  runId: string
  workflowId: string
  stored: StoredRun
  epoch: number
  concurrencyKey: string | null
  wakeAt: Date
  isCancelled: boolean
  isPaused: boolean
  signals: TokenSignal[]
  payloads: Map<number, Json>
}

interface ClaimRow {
  org_id: string
  run_id: string
  workflow_id: string
  state: StoredRun
  epoch: number
  concurrency_key: string | null
  wake_at: Date
  cancel_requested: boolean
  pause_requested: boolean
  was_signalled: boolean
  is_suspended: boolean
}

/** Of each organization while there is more than one takes at once. */
const shareOfBacklog = 50
const organizationsAtOnce = 40

/**
 * Which runs are due: the oldest, or, with a backlog, some of every organization. With what their rows say once they are held, not as this
 * statement found them: a signal may have come in between.
 */
const oldest = (now: Date, most: number) => sql`
  select org_id, run_id, signalled, cancel_requested from app.workflow_live where status in ('ready', 'waiting') and wake_at <= ${now}
  order by wake_at limit ${most}
  for update skip locked`

const ofEach = (now: Date, most: number, after: string | null) => sql`
  select l.org_id, l.run_id, l.signalled, l.cancel_requested from (
    with recursive org (id) as (
      (select org_id from app.workflow_live where status in ('ready', 'waiting') and wake_at is not null and org_id > ${after}::uuid order by org_id limit 1)
      union all
      select (select w.org_id from app.workflow_live w where w.status in ('ready', 'waiting') and w.wake_at is not null and w.org_id > org.id
        order by w.org_id limit 1) from org where org.id is not null
    ), chosen as (select id from org where id is not null limit ${organizationsAtOnce})
    select due.org_id, due.run_id from chosen cross join lateral (
      select w.org_id, w.run_id from app.workflow_live w where w.org_id = chosen.id and w.status in ('ready', 'waiting') and w.wake_at <= ${now}
      order by w.wake_at limit ${shareOfBacklog}) due limit ${most}
  ) due join app.workflow_live l using (org_id, run_id)
  where l.status in ('ready', 'waiting') and l.wake_at <= ${now} for update of l skip locked`

/** Runs of an organization that is suspended are looked at again after this time. */
const suspendedForMs = 5 * 60_000

/** Takes runs that are due, of all organizations that are not suspended, for this worker. */
export async function claimRuns(
  tx: SystemTx,
  { owner, now, most, fairAfter }: { owner: string; now: Date; most: number; fairAfter: string | null },
): Promise<ClaimedRun[]> {
  const wanted = fairAfter === null ? oldest(now, most) : ofEach(now, most, fairAfter)
  const { rows: due } = await sql<ClaimRow>`
    with due as materialized (${wanted}), before as (
      select d.org_id, d.run_id, d.signalled, not d.cancel_requested and not ${isInUse(sql`d.org_id`)} as is_suspended from due d
    )
    update app.workflow_live l set epoch = l.epoch + 1, status = case when b.is_suspended then l.status else 'leased' end,
      lease_owner = case when not b.is_suspended then ${owner} end, signalled = l.signalled and b.is_suspended,
      lease_until = case when not b.is_suspended then now() + ${leaseMs} * interval '1 millisecond' end,
      wake_at = case when b.is_suspended then ${now}::timestamptz + ${suspendedForMs} * interval '1 millisecond' else l.wake_at end
    from before b where l.org_id = b.org_id and l.run_id = b.run_id
    returning l.org_id, l.run_id, l.workflow_id, l.state, l.epoch, l.concurrency_key, l.wake_at, l.cancel_requested, l.pause_requested,
      b.signalled as was_signalled, b.is_suspended`.execute(tx)
  const rows = due.filter((row) => !row.is_suspended)
  const signals = await readSignals(
    tx,
    rows.filter((row) => row.was_signalled),
  )
  const payloads = await readPayloads(tx, rows)
  return rows.map((row) => ({
    orgId: row.org_id,
    runId: row.run_id,
    workflowId: row.workflow_id,
    stored: row.state,
    epoch: row.epoch,
    wakeAt: row.wake_at,
    concurrencyKey: row.concurrency_key,
    isCancelled: row.cancel_requested,
    isPaused: row.pause_requested,
    signals: signals.get(row.run_id) ?? [],
    payloads: payloads.get(row.run_id) ?? new Map<number, Json>(),
  }))
}

async function readSignals(tx: SystemTx, rows: readonly ClaimRow[]): Promise<Map<string, TokenSignal[]>> {
  const found = new Map<string, TokenSignal[]>()
  if (rows.length === 0) return found
  const { rows: signals } = await sql<TokenSignal & { run_id: string }>`
    select s.run_id, s.token, s.key, s.data from app.workflow_signals s
    join unnest(${rows.map((row) => row.org_id)}::uuid[], ${rows.map((row) => row.run_id)}::uuid[]) as r(org_id, run_id)
      on s.org_id = r.org_id and s.run_id = r.run_id order by s.at, s.key`.execute(tx)
  for (const signal of signals) found.set(signal.run_id, [...(found.get(signal.run_id) ?? []), signal])
  return found
}

/** Numbers of the payloads that a state has marks of. */
export function marksIn(value: unknown, found: Set<number> = new Set()): Set<number> {
  if (typeof value !== 'object' || value === null) return found
  const mark = (value as { $payload?: unknown }).$payload
  if (typeof mark === 'number') return found.add(mark)
  for (const each of Object.values(value)) marksIn(each, found)
  return found
}

async function readPayloads(tx: SystemTx, rows: readonly ClaimRow[]): Promise<Map<string, Map<number, Json>>> {
  const wanted = rows
    .filter((row) => (row.state.state?.nextPayload ?? 1) > 1)
    .flatMap((row) => [...marksIn(row.state.state)].map((id) => ({ ...row, id })))
  const found = new Map<string, Map<number, Json>>()
  if (wanted.length === 0) return found
  const { rows: payloads } = await sql<{ run_id: string; id: number; data: Json }>`
    select p.run_id, p.id, p.data from app.workflow_payloads p
    join unnest(${wanted.map((row) => row.org_id)}::uuid[], ${wanted.map((row) => row.run_id)}::uuid[], ${wanted.map((row) => row.id)}::int[])
      as r(org_id, run_id, id) on p.org_id = r.org_id and p.run_id = r.run_id and p.id = r.id`.execute(tx)
  for (const { run_id: runId, id, data } of payloads) {
    const of = found.get(runId) ?? new Map<number, Json>()
    found.set(runId, of.set(id, data))
  }
  return found
}

export interface LeaseNews {
  run_id: string
  epoch: number
  cancel_requested: boolean
  pause_requested: boolean
  signalled: boolean
  is_suspended: boolean
}

/**
 * Says that this worker lives, and that it works no more on those that it dropped (run id and epoch); what its runs were told meanwhile. A run
 * that is not among them is another's.
 */
export async function extendLeases(tx: SystemTx, owner: string, dropped: ReadonlyMap<string, number>): Promise<LeaseNews[]> {
  const isDropped = sql`(l.run_id, l.epoch) in (select * from unnest(${[...dropped.keys()]}::uuid[], ${[...dropped.values()]}::int[]))`
  const { rows } = await sql<LeaseNews>`
    update app.workflow_live l set lease_until = now() + case when ${isDropped} then 0 else ${leaseMs} end * interval '1 millisecond'
    where status = 'leased' and lease_owner = ${owner}
    returning run_id, epoch, cancel_requested, pause_requested, signalled, not ${isInUse(sql`l.org_id`)} as is_suspended`.execute(tx)
  return rows
}

/** When the next run is due that nobody has; null where none is. */
export async function nextDue(tx: SystemTx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select wake_at as at from app.workflow_live where status in ('ready', 'waiting') and wake_at is not null order by wake_at limit 1`.execute(
    tx,
  )
  return rows[0]?.at ?? null
}

/** Whether something came for a run that no write of it has taken in. */
const hasSignals = (live: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from app.workflow_signals s where s.org_id = ${sql.ref(`${live}.org_id`)} and s.run_id = ${sql.ref(`${live}.run_id`)})`

/** Leaves to others what this worker still has. */
export async function handBack({ db, clock }: Platform, owner: string): Promise<void> {
  await db.withSystem((tx) =>
    tx
      .updateTable('workflow_live')
      .set({ status: 'ready', lease_owner: null, lease_until: null, wake_at: clock.now(), signalled: hasSignals('workflow_live') })
      .where('status', '=', 'leased')
      .where('lease_owner', '=', owner)
      .execute(),
  )
}

/** A run whose worker dies over it more often than this is looked at by a person first. */
const mostCrashes = 3
const quarantineError = { code: 'QUARANTINED', message: 'The worker of this run crashed repeatedly' }

/**
 * Frees runs whose worker is gone; those over which workers die again and again are set aside. What came for one was taken by that worker and
 * perhaps written by nobody: whoever has the run next takes it again.
 */
export async function reapLeases(tx: SystemTx, now: Date): Promise<{ orgId: string; runId: string; isQuarantined: boolean }[]> {
  const { rows: owners } = await sql<{ owner: string }>`
    select distinct lease_owner as owner from app.workflow_live where status = 'leased'`.execute(tx)
  const dead = owners.map(({ owner }) => owner).filter(isWorkerDead)
  const { rows } = await sql<{ org_id: string; run_id: string; status: string }>`
    with orphans as materialized (
      select org_id, run_id from app.workflow_live where status = 'leased' and (lease_until < now() or lease_owner = any(${dead}::text[]))
      order by run_id for update skip locked limit 5000
    )
    update app.workflow_live l set crashes = l.crashes + 1, lease_owner = null, lease_until = null, wake_at = ${now},
      signalled = l.signalled or ${hasSignals('l')},
      status = case when l.crashes >= ${mostCrashes} and not l.cancel_requested then 'quarantined' else 'ready' end
    from orphans o where l.org_id = o.org_id and l.run_id = o.run_id returning l.org_id, l.run_id, l.status`.execute(tx)
  const quarantined = rows.filter((row) => row.status === 'quarantined')
  if (quarantined.length > 0)
    await sql`
      update app.workflow_runs r set status = 'quarantined', error = ${JSON.stringify(quarantineError)}::jsonb
      from unnest(${quarantined.map((row) => row.org_id)}::uuid[], ${quarantined.map((row) => row.run_id)}::uuid[]) as q(org_id, run_id)
      where r.org_id = q.org_id and r.id = q.run_id`.execute(tx)
  return rows.map((row) => ({ orgId: row.org_id, runId: row.run_id, isQuarantined: row.status === 'quarantined' }))
}
