import { newId } from '../../../platform/ids.ts'
import { publishedWorkflow } from './samples.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const run = async (setting: Setting): Promise<Sample> => ({ params: { id: String((await setting.create('workflow-runs.start')).runId) } })

/** A run in a given state as the engine stores it, with a step with an unknown outcome. */
const inState =
  (status: string) =>
  async (setting: Setting): Promise<Sample> => {
    const { params = {} } = await publishedWorkflow(setting)
    const { t, org } = setting
    const runId = newId()
    const token = {
      step: 'keep',
      scope: null,
      phase: 'held',
      attempt: 1,
      failures: 0,
      repeats: 0,
      seq: 2,
      began: 0,
      until: null,
      wait: null,
    }
    const isOver = ['success', 'failed', 'cancelled'].includes(status)
    await t.owner.query(
      `insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by, input, ended_at)
       values ($1, $2, $3, 'Sample', 1, $4, 'manual', 'Sample', '{}', case when $5 then now() end)`,
      [org.id, runId, params['id'], status, isOver],
    )
    await t.owner.query(
      `insert into app.workflow_steps (org_id, run_id, seq, step_id, type, status, started_at) values ($1, $2, 2, 'keep', 'set', $3, now())`,
      [org.id, runId, isOver ? 'failed' : 'unknown'],
    )
    if (!isOver)
      await t.owner.query(
        `insert into app.workflow_live (org_id, run_id, workflow_id, version, status, state) values ($1, $2, $3, 1, $4, $5)`,
        [org.id, runId, params['id'], status, JSON.stringify({ state: { tokens: { 1: token } }, status })],
      )
    return { params: { id: runId } }
  }

const two = async (setting: Setting): Promise<Sample> => {
  await run(setting)
  await run(setting)
  return {}
}

export const pagedSamples: PagedSamples = { 'workflow-runs.list': two }

export const samples: Samples<'workflow-runs'> = {
  'workflow-runs.start': async (setting: Setting) => ({
    ...(await publishedWorkflow(setting)),
    body: { input: { name: setting.word('Lead') } },
  }),
  'workflow-runs.test': async (setting: Setting) => ({ ...(await publishedWorkflow(setting)), body: { input: {}, effects: 'sample' } }),
  'workflow-runs.list': async () => ({ query: { status: 'open', trigger: 'manual', q: 'Sample' } }),
  'workflow-runs.read': run,
  'workflow-runs.cancel': inState('waiting'),
  'workflow-runs.pause': inState('waiting'),
  'workflow-runs.resume': inState('paused'),
  'workflow-runs.retry': async (setting: Setting) => ({ ...(await inState('failed')(setting)), body: { from: 'failed' } }),
  'workflow-runs.decide': async (setting: Setting) => {
    const { params = {} } = await inState('waiting')(setting)
    return { params: { ...params, seq: '2' }, body: { decision: 'done', output: { ok: true } } }
  },
  'workflow-runs.samples': publishedWorkflow,
  'workflow-runs.events': inState('success'),
}
