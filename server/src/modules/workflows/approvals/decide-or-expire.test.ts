import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import type { Platform } from '../../../platform/platform.ts'
import { blockedStatements } from '../../../testing/blocked-statements.ts'
import { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { claimLive } from '../engine/test-flows.ts'
import { createCommitter } from '../engine/committer.ts'
import { Drive } from '../engine/drive-run.ts'
import { engineOf, provideEngine } from '../engine/engine-of.ts'
import { createPrograms } from '../engine/programs.ts'
import type { Programs } from '../engine/programs.ts'
import { loadClaimedRun } from '../engine/load-claimed-run.ts'
import { byHand, flow, publish } from '../engine/test-flows.ts'
import { stepTypes } from '../steps/index.ts'
import { decideApproval } from './decide-approval.ts'

// A decision and the end of the time for it, at the same moment: one of them holds, and everybody says the same. There are no workers: this
// test takes the run when it likes, by a clock two hours ahead.

let t: TestApp
let owner: TestUser
let programs: Programs
let late: Platform
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  programs = await createPrograms(t.platform, stepTypes)
  late = { ...t.platform, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } }
})
afterAll(() => t.close())

/** A run that waits for an hour, and then for a day. */
async function ask(): Promise<{ runId: string; approval: Approval }> {
  const nap = (id: string) => ({ id, type: 'delay', config: { mode: 'for', for: { amount: 1, unit: 'days' } } })
  const steps = [{ id: 'ask', type: 'approval', config: { title: 'Go?', timeout: { amount: 1, unit: 'hours' } } }, nap('yes'), nap('late')]
  const id = await publish(t, owner.orgId, flow(steps, 'start>ask ask:approved>yes ask:timeout>late'))
  const { runId } = await engineOf(t.platform).start(owner.orgId, byHand(id))
  return { runId, approval: await until(async () => (await read(`?runId=${runId}`))[0]) }
}
const read = async <T = Approval[]>(path: string): Promise<T> =>
  (await t.call<T>('GET', `/api/workflow-approvals${path}`, { token: owner.token })).body.data
const decide = (id: string) =>
  t.call('POST', `/api/workflow-approvals/${id}/decide`, { token: owner.token, body: { decision: 'approved' } })

/** Takes the run whose time is over; the result goes on with it until it is left. */
async function claim(runId: string): Promise<() => Promise<void>> {
  const now = late.clock.now()
  const claimed = await claimLive(t, { owner: 'one:1:a', now, most: 10 })
  const run = claimed.find((each) => each.key.run_id === runId)
  if (!run) throw new Error('the run is not due')
  const drive = new Drive(
    {
      platform: late,
      committer: createCommitter(late),
      owner: 'one:1:a',
      onWritten: () => undefined,
    },
    await loadClaimedRun(late, programs, run),
    run.row.signals,
  )
  return async () => void (await drive.run(new LeaseHandle(performance.now(), 60_000)))
}
const wayOf = async (runId: string) =>
  (
    await t.owner.query<{ port: string }>(
      "select port from app.workflow_steps where run_id = $1 and step_id = 'ask' and status = 'success'",
      [runId],
    )
  ).rows[0]?.port
const blocked = () => blockedStatements(t.owner)

test('keeps an accepted decision when a worker had already claimed the run to expire it', async () => {
  const { runId, approval } = await ask()
  const goOn = await claim(runId)
  expect((await decide(approval.id)).status).toBe(200)
  await goOn()
  expect(await wayOf(runId)).toBe('approved')
  expect(await read(`/${approval.id}`)).toMatchObject({ status: 'approved' })
})

test('rejects a decision while the approval expires, and stores nothing of it', async () => {
  const { runId, approval } = await ask()
  const goOn = await claim(runId)
  const engine = engineOf(t.platform)
  const holder = await t.owner.connect()
  let isLate = false
  const inTime: Platform = { ...t.platform, clock: { now: () => (isLate ? late : t.platform).clock.now() } }
  // It was judged in time; the run writes that the time is over before it hears of it.
  provideEngine(inTime, {
    ...engine,
    signal: async (tx, what) => {
      await holder.query('begin')
      await holder.query('lock table app.workflow_steps in exclusive mode')
      const gone = goOn()
      await until(async () => (await blocked()) === 1)
      const reported = engine.signal(tx, what)
      isLate = true
      await until(async () => (await blocked()) === 2)
      await holder.query('commit')
      await gone
      return reported
    },
  })
  const by = { userId: owner.userId, mayApprove: true, name: 'Ada', decision: 'approved', comment: '' } as const
  const decided = t.platform.db.withOrg(owner.orgId, (tx) => decideApproval(inTime, tx, approval.id, by))
  const refusal = await decided.then(
    () => null,
    (error: unknown) => error,
  )
  holder.release()
  expect(refusal).toMatchObject({ status: 409, code: 'ALREADY_DECIDED', message: 'The time to decide this is over.' })
  expect(await wayOf(runId)).toBe('timeout')
  // By the clock of this process the hour is not over.
  await t.owner.query('update app.workflow_approvals set expires_at = now() where id = $1', [approval.id])
  expect(await read(`/${approval.id}`)).toMatchObject({ status: 'expired', comment: '', decidedBy: null })
})
