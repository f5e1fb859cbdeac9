import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { isMark } from '../core/state.ts'
import { findWorkflow } from '../definitions/store.ts'
import { stepTypes } from '../steps/index.ts'
import { sampleInput } from './start-manually.ts'
import { readPayloads } from './store.ts'

const sampledRuns = 10
const mostBytes = 512 * 1024

/** The newest output of each step of the draft, or the sample of its type when there is none. @throws 404 */
export async function readSamples(tx: OrgTx, workflowId: string): Promise<{ trigger: Json; steps: Record<string, Json> }> {
  const workflow = await findWorkflow(tx, workflowId)
  if (!workflow) throw notFound()
  const runs = await tx
    .selectFrom('workflow_runs')
    .select(['id', 'input'])
    .where('workflow_id', '=', workflowId)
    .orderBy('id', 'desc')
    .limit(sampledRuns)
    .execute()
  const steps: Record<string, Json> = {}
  for (const step of workflow.draft.steps) steps[step.id] = stepTypes.get(step.type)?.about.sample ?? {}
  const found = new Set<string>()
  for (const run of runs) {
    const rows = await tx
      .selectFrom('workflow_steps')
      .select(['step_id', 'output'])
      .where('run_id', '=', run.id)
      .where('status', 'in', ['success', 'reused'])
      .where('output', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(200)
      .execute()
    const fresh = rows.filter((row) => row.step_id in steps && !found.has(row.step_id))
    const payloads = await readPayloads(
      tx,
      run.id,
      fresh.map((row) => row.output as Json),
      mostBytes,
    )
    for (const row of fresh) {
      const value = row.output as Json
      const opened = isMark(value) ? payloads.get(value.$payload) : value
      if (opened === undefined || found.has(row.step_id)) continue
      steps[row.step_id] = opened
      found.add(row.step_id)
    }
    if (found.size === Object.keys(steps).length) break
  }
  const [newest] = runs
  const input = newest?.input as Json | undefined
  return { trigger: input === undefined || input === null || isMark(input) ? sampleInput(workflow.draft) : input, steps }
}
