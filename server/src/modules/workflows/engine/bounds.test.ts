import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { stepTypes } from '../steps/index.ts'
import { defineStep } from '../steps/step-type.ts'
import { byHand, isEnded, publish, runsIn } from './test-flows.ts'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { createEngine } from './create-engine.ts'
import type { EngineProcess } from './create-engine.ts'
import { admitOrphaned } from './ticks-store.ts'

let t: TestApp
let user: TestUser
let engine: EngineProcess
let worker: Awaited<ReturnType<EngineProcess['startWorker']>>
let runs: ReturnType<typeof runsIn>

/** Writes, breaks its transaction, and reports a failure. */
const fussy = defineStep({
  kind: 'commit',
  config: z.strictObject({}),
  about: {
    type: 'fussy',
    label: '',
    description: '',
    category: 'data',
    icon: 'code',
    form: [],
    sample: null,
    ports: [{ port: 'next', label: '' }],
  },
  run: async (_platform, tx, _config, { workflowId }) => {
    await tx.updateTable('workflows').set({ description: 'half done' }).where('id', '=', workflowId).execute()
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    return { kind: 'failed', code: 'TAKEN', message: 'Somebody has it', retryable: false }
  },
})

beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  engine = createEngine(t.platform, new Map([...stepTypes, ['fussy', fussy]]))
  worker = await engine.startWorker()
  runs = runsIn(t, user)
})
afterAll(async () => {
  await worker.stop(1_000)
  await t.close()
})

const flow = (steps: object[], edges: object[]) =>
  WorkflowDefinition.parse({ steps: [{ id: 'start', type: 'trigger_manual', name: 'Start' }, ...steps], edges })
const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))

test('rolls back what a failed step wrote and continues the run', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'fussy', type: 'fussy', name: 'Fussy', onError: 'branch' },
        { id: 'after', type: 'stop', name: 'After', config: { output: '{{ steps.fussy.error.code }}' } },
      ],
      [
        { from: 'start', to: 'fussy' },
        { from: 'fussy', port: 'error', to: 'after' },
      ],
    ),
  )
  const { runId } = await engine.start(user.orgId, byHand(id))
  expect(await ended(runId)).toMatchObject({ status: 'success', output: 'TAKEN' })
  const { rows } = await t.owner.query('select description from app.workflows where id = $1', [id])
  expect(rows).toEqual([{ description: '' }])
})

test('keeps the process responsive while a run computes for long', async () => {
  const ids = Array.from({ length: 8 }, (_, index) => `set_${index}`)
  const sets = ids.map((step) => ({ id: step, type: 'set', name: step, config: { values: [{ name: 'n', value: '{{ loop.index }}' }] } }))
  const id = await publish(
    t,
    user.orgId,
    flow(
      [{ id: 'all', type: 'loop', name: 'All', config: { items: Array.from({ length: 400 }, (_, index) => index) } }, ...sets],
      [
        { from: 'start', to: 'all' },
        { from: 'all', port: 'each', to: 'set_0' },
        ...ids.slice(1).map((to, index) => ({ from: `set_${index}`, to })),
      ],
    ),
  )
  let turns = 0
  const beating = setInterval(() => (turns += 1), 5)
  const { runId } = await engine.start(user.orgId, byHand(id))
  clearInterval(beating)
  expect(await ended(runId)).toMatchObject({ status: 'success', error: null })
  expect(turns).toBeGreaterThan(5)
})

test('runs of an organization that is suspended rest until it is not', async () => {
  const other = await t.register()
  const id = await publish(t, other.orgId, flow([], []))
  const of = runsIn(t, other)
  const runId = await t.platform.db.withOrg(other.orgId, async (tx) => {
    const started = await engine.startIn(tx, byHand(id))
    // Suspends before a worker can take the run.
    await t.owner.query("update auth.organizations set status = 'SUSPENDED' where id = $1", [other.orgId])
    return started.runId
  })
  const wakeAt = async () =>
    (await t.owner.query<{ wake_at: Date }>('select wake_at from app.workflow_live where run_id = $1', [runId])).rows[0]?.wake_at
  await until(async () => ((await wakeAt()) ?? new Date(0)).getTime() > Date.now())
  expect(isEnded(await of.read(runId))).toBe(false)
  await t.owner.query("update auth.organizations set status = 'ACTIVE' where id = $1", [other.orgId])
  await t.owner.query('update app.workflow_live set wake_at = now() where run_id = $1', [runId])
  await until(async () => isEnded(await of.read(runId)))
})

test('continues a queue after the run ahead of it was erased', async () => {
  const rest = { id: 'rest', type: 'delay', name: 'Rest', config: { mode: 'for', for: { amount: 1, unit: 'days' } } }
  const definition = flow([rest], [{ from: 'start', to: 'rest' }])
  const concurrency = { key: '{{ trigger.who }}', limit: 1, onLimit: 'queue' as const }
  const id = await publish(t, user.orgId, { ...definition, settings: { ...definition.settings, concurrency } })
  const begin = async () => (await engine.start(user.orgId, byHand(id, { who: 'Ada' }))).runId
  const [first, second] = [await begin(), await begin()]
  const statusOf = async (run: string) => (await runs.live(run))?.status
  await until(async () => (await statusOf(first)) === 'waiting')
  await admitOrphaned(t.platform)
  expect(await statusOf(second)).toBe('queued')
  await t.owner.query('delete from app.workflow_live where run_id = $1', [first])
  await admitOrphaned(t.platform)
  await until(async () => (await statusOf(second)) === 'waiting')
})
