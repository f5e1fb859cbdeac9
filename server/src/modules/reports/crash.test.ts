import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../testing/deep.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import type { Platform } from '../../platform/platform.ts'
import { freeStuckRuns, runDueReports, runJob } from './run-report.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
  owner = await t.register()
})
afterAll(() => t.close())

class Crash extends Error {}

/** The platform of a process that dies at its n-th transaction: before it begins, or behind its commit with nothing after it. */
function dyingAt(platform: Platform, place: number, isBehindCommit: boolean): Platform {
  let count = 0
  let isDead = false
  const db: Platform['db'] = Object.assign(Object.create(platform.db) as Platform['db'], {
    withOrg: async <T>(orgId: string, work: Parameters<Platform['db']['withOrg']>[1]): Promise<T> => {
      if (isDead) throw new Crash()
      const isLast = ++count === place
      if (isLast && !isBehindCommit) {
        isDead = true
        throw new Crash()
      }
      const found = (await platform.db.withOrg(orgId, work)) as T
      if (isLast) {
        isDead = true
        throw new Crash()
      }
      return found
    },
  })
  return { ...platform, db }
}

const perform = (platform: Platform, job: { orgId: string; runId: string }) =>
  runJob(platform).run(job, { id: job.runId, signal: new AbortController().signal })

const runsOf = async (reportId: string) =>
  (
    await t.owner.query<{ id: string; slot: Date; state: string }>(
      'select id, slot, state from app.report_runs where report_id = $1 order by id',
      [reportId],
    )
  ).rows

test('wherever a process dies, each slot has one run, it ends, and each recipient is mailed once', async () => {
  const member = await t.addMember(owner.orgId, 'MEMBER')
  const schedule = { every: 'Weekly', weekday: 1, day: 1, hour: 9, timeZone: 'America/New_York' }
  const body = { name: 'Dies', metrics: ['agent_runs'], groupBy: 'organization', schedule, recipients: [owner.userId, member.userId] }
  const { data } = (await t.call<{ id: string }>('POST', '/api/reports', { token: owner.token, body })).body
  const letters: string[] = []
  const alive: Platform = {
    ...t.platform,
    jobs: Object.assign(Object.create(t.platform.jobs) as Platform['jobs'], {
      send: async (_tx: unknown, name: string) => void (name === 'platform.deliverLetter' && letters.push(name)),
    }),
  }
  const slots = rounds(9)
  for (let slot = 0; slot < slots; slot++) {
    await t.owner.query('update app.reports set next_at = now() - make_interval(days => 1) where id = $1', [data.id])
    await t.owner.query('delete from app.report_runs where report_id = $1', [data.id])
    const place = 1 + Math.floor(slot / 2)
    const isBehindCommit = slot % 2 === 0
    // The process that finds the slot dies, and the next one looks again.
    await runDueReports(dyingAt(alive, place, isBehindCommit)).catch(() => null)
    await runDueReports(alive)
    const runs = await runsOf(data.id)
    expect(runs, `${place}`).toHaveLength(1)
    const job = { orgId: owner.orgId, runId: runs[0]?.id ?? '' }
    await perform(dyingAt(alive, place, isBehindCommit), job).catch(() => null)
    await perform(alive, job)
    // The queue hands a job of a dead process to another one, sometimes twice.
    await perform(alive, job)
    expect((await runsOf(data.id)).map(({ state }) => state)).toEqual(['done'])
    const { rows } = await t.owner.query('select user_id from app.report_mails where run_id = $1', [job.runId])
    expect(rows).toHaveLength(2)
    expect(letters.splice(0)).toHaveLength(2)
  }
})

test('a run that nothing finished is queued again', async () => {
  const body = { name: 'Stuck', metrics: ['agent_runs'] }
  const { id } = (await t.call<{ id: string }>('POST', '/api/reports', { token: owner.token, body })).body.data
  await t.call('POST', `/api/reports/${id}/run`, { token: owner.token })
  await t.owner.query(
    `update app.report_runs set state = 'running', started_at = now() - interval '11 minutes', attempts = 2 where report_id = $1`,
    [id],
  )
  const sent: unknown[] = []
  const jobs = Object.assign(Object.create(t.platform.jobs) as Platform['jobs'], {
    send: async (_tx: unknown, name: string, data: unknown) => void sent.push([name, data]),
  })
  await freeStuckRuns({ ...t.platform, jobs })
  const [run] = await runsOf(id)
  expect(sent).toEqual([['reports.run', { orgId: owner.orgId, runId: run?.id }]])
  await perform(t.platform, { orgId: owner.orgId, runId: run?.id ?? '' })
  expect((await runsOf(id))[0]?.state).toBe('done')
})
