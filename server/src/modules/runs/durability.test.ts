import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import { claimOne } from '../../platform/leases/lease-store.ts'
import { reap } from '../../platform/leases/reap-tick.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { createExecutor } from './executor.ts'
import { runLeases } from './store.ts'
import { pause, registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
beforeAll(async () => {
  t = await createTestApp()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
})
beforeEach(async () => {
  agentId = await runs.agent({ capabilities: ['database_query', 'email_send'] })
})
afterAll(() => t.close())

const task = 'How many agents do we have? Then send an email with the answer to someone@example.com'

/** A worker's platform with observed transactions: `gate` is called before the n-th one (from 1) begins and after it has committed. */
function watched(gate: (at: 'before' | 'after', n: number) => Promise<void> | undefined): Platform {
  let count = 0
  const withOrg: Platform['db']['withOrg'] = async (orgId, work) => {
    const n = ++count
    await gate('before', n)
    const result = await t.platform.db.withOrg(orgId, work)
    await gate('after', n)
    return result
  }
  return { ...t.platform, db: { ...t.platform.db, withOrg } }
}
/** Claims a run as a worker would, and does no work on it. */
const take = (id: string, owner: string, leaseMs: number) =>
  t.platform.db.withSystem((tx) => claimOne(tx, { ...runLeases, leaseMs }, { orgId: user.orgId, key: { id }, owner }))
const forever = () => new Promise<never>(() => undefined)

const expireLease = (runId: string) => t.owner.query("update app.runs set lease_until = now() - interval '1 second' where id = $1", [runId])
const mails = async () =>
  (await t.owner.query<{ message_id: string; copies: number }>('select message_id, copies from app.sandbox_mail')).rows
const effects = async (runId: string) =>
  (
    await t.owner.query<{ status: string; attempts: number; identity: string }>('select * from app.effects where source = $1', [
      `run:${runId}`,
    ])
  ).rows

/** Starts a run in a worker that halts at a point; returns whether it reached that point. */
async function dieAt(point: 'before' | 'after', n: number): Promise<{ runId: string; died: boolean }> {
  let died = false
  const worker = createExecutor(
    watched((at, count) => {
      if (at !== point || count !== n) return undefined
      died = true
      return forever()
    }),
    { owner: `elsewhere:1:${point}${n}` },
  )
  const runId = await runs.start(agentId, task)
  void worker.take(user.orgId, runId)
  await until(async () => died || (await runs.read(runId)).status === 'completed')
  return { runId, died }
}

// Wherever a worker dies, another finishes the run: same steps, one email (a counted duplicate only after death between send and record),
// each model call metered once, events without a gap.
test.each(['before', 'after'] as const)('a worker that dies %s each commit leaves a run that another finishes', async (point) => {
  let points = 0
  for (let n = 1; ; n++) {
    await t.owner.query('delete from app.sandbox_mail')
    agentId = await runs.agent({ capabilities: ['database_query', 'email_send'] })
    const { runId, died } = await dieAt(point, n)
    if (!died) break
    points += 1
    await expireLease(runId)
    const second = createExecutor(t.platform, { owner: 'elsewhere:2:second' })
    await second.take(user.orgId, runId)
    const run = await runs.ended(runId)
    expect(run, `died ${point} commit ${n}`).toMatchObject({ status: 'completed', error: null })
    expect(run.steps.map((step) => [step.seq, step.kind, step.status])).toEqual([
      [1, 'model_call', 'completed'],
      [2, 'tool_call', 'completed'],
      [3, 'model_call', 'completed'],
      [4, 'tool_call', 'completed'],
      [5, 'model_call', 'completed'],
      [6, 'result', 'completed'],
    ])
    const [effect, ...others] = await effects(runId)
    expect(others).toEqual([])
    expect(effect).toMatchObject({ status: 'done' })
    const kept = await mails()
    expect(kept).toHaveLength(1)
    expect(kept[0]?.message_id).toBe(effect?.identity)
    expect(kept[0]?.copies).toBeLessThanOrEqual(effect?.attempts ?? 0)
    expect(await runs.metered(agentId)).toMatchObject({ modelCalls: 3, toolCalls: 2, mails: 1, runs: 1, completed: 1 })
    const { rows } = await t.owner.query<{ seq: number }>('select seq from app.run_events where run_id = $1 order by seq', [runId])
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1))
    const tokens = run.steps.reduce((sum, step) => sum + step.inputTokens, 0)
    expect(run.inputTokens).toBe(tokens)
    await second.stop(0)
  }
  expect(points).toBeGreaterThanOrEqual(8)
})

// Its organization comes to rest between two steps: nothing more begins, and the run goes on later where it stood.
test.each([
  ['suspended', `status = 'SUSPENDED'`, `status = 'ACTIVE'`],
  ['waiting for its deletion', `deletes_at = now() + interval '30 days'`, 'deletes_at = null'],
])('a run of an organization that is %s stops between steps and goes on', async (_name, rest, wake) => {
  await t.owner.query('delete from app.sandbox_mail')
  const change = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [user.orgId])
  const leased = async (id: string) =>
    (await t.owner.query('select from app.runs where id = $1 and lease_owner is not null', [id])).rowCount === 1
  const runId = await runs.start(agentId, task)
  const worker = createExecutor(watched((at, n) => (at === 'after' && n === 3 ? change(rest).then(() => undefined) : undefined)))
  await worker.take(user.orgId, runId)
  await until(async () => !(await leased(runId)))
  const begun = (await runs.read(runId)).steps
  expect(begun.every(({ status }) => status === 'completed')).toBe(true)
  expect(begun.length).toBeLessThan(5)
  expect((await runs.read(runId)).status).toBe('running')
  expect(await worker.take(user.orgId, runId)).toBe(false)
  expect(await mails()).toEqual([])
  await change(wake)
  await t.platform.wakeRested(user.orgId)
  await worker.take(user.orgId, runId)
  expect((await runs.ended(runId)).status).toBe('completed')
  expect((await runs.read(runId)).steps.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await mails()).toMatchObject([{ copies: 1 }])
  await worker.stop(0)
})

// Fencing: a worker frozen beyond its lease, which resumes after another has finished the run, changes nothing.
test('writes nothing when a frozen worker resumes', async () => {
  for (const n of [3, 5, 7, 9]) {
    let isFrozen = false
    let wake = () => {}
    const frozen = createExecutor(
      watched((at, count) => {
        if (at !== 'before' || count !== n) return undefined
        isFrozen = true
        return new Promise<void>((resolve) => (wake = resolve))
      }),
      { owner: 'elsewhere:3:frozen', beatEveryMs: 20 },
    )
    const runId = await runs.start(agentId, task)
    void frozen.take(user.orgId, runId)
    await until(async () => isFrozen)
    await t.owner.query("update app.runs set lease_until = now() - interval '1 second', lease_owner = null where id = $1", [runId])
    const second = createExecutor(t.platform, { owner: 'elsewhere:4:second' })
    await second.take(user.orgId, runId)
    expect((await runs.ended(runId)).status).toBe('completed')
    const all = async () =>
      (
        await t.owner.query(
          `select (select to_jsonb(r) from app.runs r where id = $1) run, (select jsonb_agg(s order by seq) from app.run_steps s where run_id = $1) steps,
           (select jsonb_agg(e order by seq) from app.run_events e where run_id = $1) events, (select jsonb_agg(f) from app.effects f where source = 'run:' || $1) effects,
           (select count(*) from app.usage_pending where agent_id = $2) metered, (select count(*) from app.outbox) outbox`,
          [runId, agentId],
        )
      ).rows[0]
    const before = await all()
    wake()
    await frozen.stop(2_000)
    expect(await all(), `frozen before commit ${n}`).toEqual(before)
  }
})

// The same when the other worker has just claimed the run and written nothing yet, so that only the epoch differs.
test('writes nothing when a frozen worker resumes right after a takeover', async () => {
  let isFrozen = false
  let wake = () => {}
  const frozen = createExecutor(
    watched((at, count) => {
      if (at !== 'before' || count !== 5) return undefined
      isFrozen = true
      return new Promise<void>((resolve) => (wake = resolve))
    }),
    { owner: 'elsewhere:3:frozen', beatEveryMs: 20 },
  )
  const runId = await runs.start(agentId, task)
  void frozen.take(user.orgId, runId)
  await until(async () => isFrozen)
  await t.owner.query('update app.runs set lease_owner = null where id = $1', [runId])
  expect(await take(runId, 'elsewhere:4:second', 60_000)).not.toBeNull()
  const steps = await runs.read(runId)
  const events = await runs.events(runId)
  wake()
  await frozen.stop(2_000)
  expect(await runs.read(runId)).toEqual(steps)
  expect(await runs.events(runId)).toEqual(events)
})

// Two workers are offered every run in parallel: each run is processed by exactly one of them.
test('runs nothing twice with two parallel workers', async () => {
  const first = createExecutor(t.platform, { owner: 'elsewhere:5:a' })
  const second = createExecutor(t.platform, { owner: 'elsewhere:6:b' })
  const ids = await Promise.all(Array.from({ length: 20 }, () => runs.start(agentId, 'Hello')))
  await Promise.all(ids.flatMap((id) => [first.take(user.orgId, id), second.take(user.orgId, id)]))
  for (const id of ids) expect(await runs.ended(id)).toMatchObject({ status: 'completed', recoveries: 0 })
  expect(await runs.metered(agentId)).toMatchObject({ runs: 20, completed: 20, modelCalls: 20 })
  await Promise.all([first.stop(0), second.stop(0)])
})

// A run that crashes its workers fails with a message after eight recoveries.
test('a poison run ends as internal', async () => {
  const runId = await runs.start(agentId, 'Hello')
  for (let deaths = 0; deaths < 9; deaths++) {
    expect(await take(runId, `elsewhere:7:${deaths}`, -1)).not.toBeNull()
    await pause(2)
  }
  const worker = createExecutor(t.platform, { owner: 'elsewhere:8:last' })
  await worker.take(user.orgId, runId)
  expect(await runs.ended(runId)).toMatchObject({ status: 'failed', error: { code: 'internal' } })
  await worker.stop(0)
})

// The reaper ignores live workers of this machine and remote workers with a valid lease; it queues runs with an expired lease again, once.
test('the reaper queues orphans again, and only those', async () => {
  const [held, lost] = [await runs.start(agentId, 'a'), await runs.start(agentId, 'b')]
  for (const id of [held, lost]) await take(id, 'elsewhere:9:x', 60_000)
  expect(await reap(t.platform, runLeases)).toBe(0)
  await expireLease(lost)
  expect(await reap(t.platform, runLeases)).toBe(1)
  expect(await reap(t.platform, runLeases)).toBe(0)
  const { rows } = await t.owner.query<{ id: string }>('select id from app.runs where due_at <= now() and id = any($1)', [[held, lost]])
  expect(rows).toEqual([{ id: lost }])
})

// A stop hands a run back immediately and another worker continues; the time in between does not count for the run.
test('hands back unfinished runs on a stop', async () => {
  const runId = await runs.start(agentId, '[[sandbox:slow=1500]] Hello')
  const first = createExecutor(t.platform, { owner: 'elsewhere:10:a' })
  await first.take(user.orgId, runId)
  await until(async () => (await runs.read(runId)).steps.length > 0)
  await first.stop(50)
  expect((await runs.read(runId)).steps, 'it did not wait for the model').not.toContainEqual(
    expect.objectContaining({ status: 'completed' }),
  )
  await t.owner.query("update app.runs set started_at = now() - interval '1 hour' where id = $1", [runId])
  const second = createExecutor(t.platform, { owner: 'elsewhere:11:b' })
  await second.take(user.orgId, runId)
  expect(await runs.ended(runId)).toMatchObject({ status: 'completed', recoveries: 1 })
  await second.stop(0)
})

// A cancel is seen without any signal, at the next beat of the lease: the listening connection may be away.
test('cancel works without the signal', async () => {
  const runId = await runs.start(agentId, '[[sandbox:slow=60000]] Hello')
  const worker = createExecutor(t.platform, { owner: 'elsewhere:12:a', beatEveryMs: 50 })
  await worker.take(user.orgId, runId)
  await t.owner.query('update app.runs set cancel_requested_at = now() where id = $1', [runId])
  expect(await runs.ended(runId, 3_000)).toMatchObject({ status: 'cancelled' })
  await worker.stop(0)
})

// A queued run ends immediately and no worker claims it. If its worker died, the next one ends it, and the tool call of the first has an
// unknown outcome, in the step and in the ledger.
test('cancels a queued run, and a run after its worker died in a tool', async () => {
  const queued = await runs.start(agentId, 'Hello')
  expect((await runs.cancel(queued)).body.data.status).toBe('cancelled')
  expect(await take(queued, 'elsewhere:13:a', 1_000)).toBeNull()
  expect((await runs.events(queued)).map((event) => event.type)).toEqual(['status', 'done'])

  let isInTool = false
  const dying = createExecutor(
    watched((at) => {
      if (at !== 'after' || isInTool) return undefined
      return effects(runId).then((rows) => {
        if (rows.length === 0) return undefined
        isInTool = true
        return forever()
      })
    }),
    { owner: 'elsewhere:14:a' },
  )
  const runId = await runs.start(agentId, task)
  void dying.take(user.orgId, runId)
  await until(async () => isInTool)
  expect((await runs.cancel(runId)).body.data.status).toBe('running')
  await expireLease(runId)
  const next = createExecutor(t.platform, { owner: 'elsewhere:15:b' })
  await next.take(user.orgId, runId)
  const run = await runs.ended(runId)
  expect(run.status).toBe('cancelled')
  expect(run.steps.find((step) => step.name === 'email_send')?.status).toBe('unknown')
  expect((await effects(runId)).map((effect) => effect.status)).toEqual(['unknown'])
  await next.stop(0)
})

test('a run that could not be handed back is free with the end of its lease, although its process works on others', async () => {
  let hangs = false
  const worker = createExecutor(
    watched((at, n) => {
      // The first run is taken and hangs; the second is taken, and then the database is away.
      hangs ||= n === 2
      if (at === 'before' && n === 2) return forever()
      return at === 'before' && n > 3 ? Promise.reject(new Error('The database is away.')) : undefined
    }),
    { owner: 'elsewhere:1:away', leaseMs: 1_000, beatEveryMs: 200 },
  )
  const [busy, left] = [await runs.start(agentId, task), await runs.start(agentId, task)]
  await worker.take(user.orgId, busy)
  await until(async () => hangs)
  await worker.take(user.orgId, left)
  const isLeased = async (runId: string) =>
    (await t.owner.query<{ live: boolean }>('select lease_until > now() as live from app.runs where id = $1', [runId])).rows[0]?.live
  expect(await isLeased(left)).toBe(true)
  await until(async () => !(await isLeased(left)), 5_000)
  expect(await isLeased(busy)).toBe(true)
  await expireLease(busy)
})
