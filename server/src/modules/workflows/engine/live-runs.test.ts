import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { stepTypes } from '../steps/index.ts'
import { byHand, claimLive, flow, publish, runsIn } from './test-flows.ts'
import { expireLeases, extendLeases, nextDueMs, releaseLeases } from '../../../platform/leases/lease-store.ts'
import { reap } from '../../../platform/leases/reap-tick.ts'
import { liveRuns, settleReaped } from './live-runs-store.ts'
import { createCommitter } from './committer.ts'
import { engineOf } from './engine-of.ts'
import { createPrograms } from './programs.ts'
import { createWorker } from './worker.ts'

let t: TestApp
const ids = new Map<string, string[]>()

// Without workers: the runs wait until this test claims them.
beforeAll(async () => {
  t = await createTestApp()
  for (const runs of [120, 3]) {
    const { orgId } = await t.register()
    const id = await publish(t, orgId, flow([], ''))
    const engine = engineOf(t.platform)
    const started = await t.platform.db.withOrg(orgId, async (tx) => {
      const all: string[] = []
      for (let run = 0; run < runs; run++) all.push((await engine.startIn(tx, byHand(id))).runId)
      return all
    })
    ids.set(orgId, started)
  }
})
afterAll(() => t.close())

const claim = (fairAfter: string | null, owner = 'one:1:a') => claimLive(t, { owner, most: 60, fairAfter })
const reapRuns = () => reap(t.platform, liveRuns, { byClock: true, also: settleReaped })
const orgsOf = (runs: { orgId: string }[]) => [...ids.keys()].map((orgId) => runs.filter((run) => run.orgId === orgId).length)

test('the oldest are taken first; with a backlog every organization has its share; and a lease that runs out is another’s', async () => {
  const oldest = await claim(null)
  expect(orgsOf(oldest)).toEqual([60, 0])
  const fair = await claim(zeroId)
  expect(orgsOf(fair)).toEqual([50, 3])
  const last = await claim(zeroId)
  expect(orgsOf(last)).toEqual([10, 0])
  expect(await claim(zeroId)).toEqual([])
  expect(await t.platform.db.withSystem((tx) => nextDueMs(tx, liveRuns, []))).toBeNull()
  expect(new Set([...oldest, ...fair, ...last].map((run) => run.key.run_id)).size).toBe(123)

  const held = await t.platform.db.withSystem((tx) => extendLeases(tx, liveRuns, 'one:1:a', [...oldest, ...fair, ...last]))
  expect(held).toHaveLength(123)
  expect(await reapRuns()).toBe(0)
  const [poisoned] = last
  await t.owner.query(
    "update app.workflow_live set lease_until = now() - interval '1 second', crashes = case when run_id = $1 then 3 else 0 end",
    [poisoned?.key.run_id],
  )
  expect(await reapRuns()).toBe(123)
  const { rows } = await t.owner.query("select run_id from app.workflow_live where status = 'quarantined'")
  expect(rows).toEqual([{ run_id: poisoned?.key.run_id }])
  const again = await claim(null, 'two:1:b')
  expect(again.every((run) => run.epoch === 3)).toBe(true)
  expect((await runsIn(t, { orgId: poisoned?.orgId ?? '' }).read(poisoned?.key.run_id ?? '')).status).toBe('quarantined')
})

test('keeps the signals of a run when its worker dies', async () => {
  const [orgId = '', [runId = ''] = []] = [...ids][1] ?? []
  await t.owner.query("update app.workflow_live set status = 'paused', lease_owner = null")
  await t.owner.query("insert into app.workflow_signals (org_id, run_id, token, key, data) values ($1, $2, 7, 'once', '1')", [orgId, runId])
  await t.owner.query(
    "update app.workflow_live set status = 'ready', wake_at = now() - interval '1 second', signalled = true where run_id = $1",
    [runId],
  )
  const take = async (owner: string) => (await claim(null, owner)).find((run) => run.key.run_id === runId)?.row.signals
  const came = [{ run_id: runId, token: 7, key: 'once', data: 1 }]
  expect(await take('three:1:c')).toEqual(came)

  await t.owner.query("update app.workflow_live set lease_until = now() - interval '1 second' where run_id = $1", [runId])
  await reapRuns()
  expect(await take('four:1:d')).toEqual(came)

  const read = async () =>
    (await t.owner.query('select lease_until > now() as held, epoch from app.workflow_live where run_id = $1', [runId])).rows[0] as {
      held: boolean
      epoch: number
    }
  const { epoch } = await read()
  const lease = (of: number) => [{ orgId, key: { run_id: runId }, epoch: of }]
  await t.platform.db.withSystem((tx) => expireLeases(tx, liveRuns, lease(epoch - 1)))
  expect((await read()).held).toBe(true)
  await t.platform.db.withSystem((tx) => expireLeases(tx, liveRuns, lease(epoch)))
  expect((await read()).held).toBe(false)
  await t.platform.db.withSystem((tx) => releaseLeases(tx, liveRuns, lease(epoch), 0, new Date()))
  expect(await take('five:1:e')).toEqual(came)
})

test('a run that its worker could not write is taken up again while that worker lives', async () => {
  const [, [, runId = ''] = []] = [...ids][1] ?? []
  await t.owner.query("update app.workflow_live set status = 'paused', lease_owner = null")
  await t.owner.query("update app.workflow_live set status = 'ready', crashes = 0, wake_at = now() where run_id = $1", [runId])
  const { platform } = t
  const committer = createCommitter(platform)
  let writes = 0
  const cut: typeof committer = {
    write: (write) => (writes++ === 0 ? Promise.reject(new Error('the connection was cut')) : committer.write(write)),
  }
  const worker = createWorker({ platform, programs: await createPrograms(platform, stepTypes), committer: cut, onWritten: () => undefined })
  await until(async () => {
    await reapRuns()
    return (await t.owner.query('select 1 from app.workflow_live where run_id = $1', [runId])).rowCount === 0
  }, 15_000)
  await worker.stop(1_000)
  expect(writes).toBe(2)
})

test('works off a backlog with few slots', async () => {
  await t.owner.query("update app.workflow_live set status = 'ready', lease_owner = null, crashes = 0, wake_at = now()")
  const { platform } = t
  const needs = { platform, programs: await createPrograms(platform, stepTypes), committer: createCommitter(platform) }
  const worker = createWorker({ ...needs, onWritten: () => undefined, capacity: 7 })
  await until(async () => (await t.owner.query('select 1 from app.workflow_live')).rowCount === 0)
  await worker.stop(1_000)
  const { rows } = await t.owner.query("select count(*)::int as runs from app.workflow_runs where status = 'success'")
  expect(rows).toEqual([{ runs: 123 }])
})
