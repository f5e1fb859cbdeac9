import type { z } from 'zod'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { RetryBody } from '@imperium/contract/workflows/workflow-runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { isMark } from '../core/state.ts'
import type { RecordedResult } from '../core/state.ts'
import type { Engine, StartRequest, StartedRun } from '../engine/engine.ts'
import { stepTypes } from '../steps/index.ts'
import { starterOf } from './starter-of.ts'
import { definitionOf, findContents, findRun, isEnded, listSteps, readPayloads } from './store.ts'
import type { StepRow } from './store.ts'

type Body = z.output<typeof RetryBody>

const mostRecorded = 10_000
const mostBytes = 64 * 1024 * 1024

/** Starts a new run with the input of an ended one, and with those of its results that are reused. */
export async function retryRun(engine: Engine, context: OrgContext, id: string, body: Body): Promise<StartedRun> {
  const { tx, audit } = context
  const run = await findRun(tx, id)
  if (!run) throw notFound()
  if (!isEnded(run.status)) throw conflict('This run is active: cancel it first, or wait until it ends.')
  if (body.from === 'step' && !body.stepId) throw invalid([{ path: 'stepId', message: 'Choose the step' }])
  const contents = await findContents(tx, id)
  const target = await targetOf(tx, run.workflow_id, body.version === 'current' ? null : run.version)
  const draft = target === 0 ? await definitionOf(tx, run, contents.definition) : undefined
  const rows = body.from === 'start' && Object.keys(body.effects).length === 0 ? [] : await listSteps(tx, id, mostRecorded)
  const chosen = chooseRows(rows, body)
  const payloads = await readPayloads(tx, id, [contents.input, ...chosen.map((row) => row.output as Json)], mostBytes)
  const read = (value: Json): Json => {
    if (!isMark(value)) return value
    const found = payloads.get(value.$payload)
    if (found === undefined)
      throw conflict('Large values of this run have expired. It can only be retried from the start, with a new input.')
    return found
  }
  const recorded: Record<string, RecordedResult> = {}
  for (const row of chosen) {
    const error = row.status === 'failed' ? { error: row.error as unknown as NonNullable<RecordedResult['error']> } : {}
    recorded[`${row.step_id}@${row.scope}`] = { output: read(row.output as Json), port: row.port ?? 'next', ...error }
  }
  audit({ targetId: id, targetName: run.workflow_name, after: { from: body.from, version: target } })
  const request: StartRequest = {
    workflowId: run.workflow_id,
    version: target === 0 ? null : target,
    trigger: 'retry',
    input: read(contents.input),
    ...starterOf(context),
    retryOf: id,
    recorded,
    isReplay: body.from === 'replay',
    isTest: run.is_test,
    ...(draft ? { definition: draft } : {}),
  }
  return engine.startIn(tx, request)
}

/** The version to run: the run's own (0: a draft), or the published one. @throws 404, 409 */
async function targetOf(tx: OrgTx, workflowId: string, version: number | null): Promise<number> {
  const workflow = await tx
    .selectFrom('workflows')
    .select('version')
    .where('id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!workflow) throw notFound()
  if (version !== null) return version
  if (workflow.version === null) throw conflict('This workflow has not been published yet.')
  return workflow.version
}

/** Rows with reused results; the last one of each execution. */
function chooseRows(rows: readonly StepRow[], { from, stepId, effects }: Body): StepRow[] {
  const first = from === 'step' ? (rows.find((row) => row.step_id === stepId)?.seq ?? 0) : Infinity
  const chosen = new Map<string, StepRow>()
  for (const row of rows) {
    const name = `${row.step_id}@${row.scope}`
    const wish = effects[row.step_id]
    const isWanted = wish === undefined ? from !== 'start' && row.seq < first : wish === 'reuse'
    // A replay fails at the same step as the original run.
    const isUsable = isReusable(row) || (from === 'replay' && row.status === 'failed' && stepTypes.get(row.type)?.kind !== 'pure')
    if (isWanted && isUsable) chosen.set(name, row)
  }
  return [...chosen.values()]
}

/** Whether the result is reused: pure steps are computed again, unless they waited. */
function isReusable({ status, type, started_at: began, ended_at: ended }: StepRow): boolean {
  if (status !== 'success' && status !== 'skipped' && status !== 'reused') return false
  const kind = stepTypes.get(type)?.kind
  if (kind === 'pure') return status === 'reused' || (ended !== null && ended > began)
  return kind !== undefined && kind !== 'control'
}
