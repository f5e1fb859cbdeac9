import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepRun, WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { isMark } from '../core/state.ts'
import type { RunState } from '../core/state.ts'
import { definitionOf, findContents, findLive, findRun, listRetries, listSteps, readPayloads, toRun } from './store.ts'
import type { StepRow } from './store.ts'
import { withholdAddresses } from './withhold-addresses.ts'

const mostSteps = 1_000
/** Limit of large values in one response; the rest is shown by its size. */
const mostBytes = 8 * 1024 * 1024

/** A run with its whole history. @throws 404 */
export async function showRun(tx: OrgTx, id: string, now: Date): Promise<WorkflowRunDetail> {
  const run = await findRun(tx, id)
  if (!run) throw notFound()
  const contents = await findContents(tx, id)
  const definition = await definitionOf(tx, run, contents.definition)
  const rows = await listSteps(tx, id, mostSteps + 1)
  const steps = rows.slice(0, mostSteps)
  const values = [contents.input, contents.output, ...steps.flatMap((row) => [row.input as Json, row.output as Json])]
  const payloads = await readPayloads(tx, id, values, mostBytes)
  const state = (await findLive(tx, id))?.state ?? null
  const names = new Map(definition.steps.map((step) => [step.id, step.name]))
  const open = (value: Json): Json => (isMark(value) ? (payloads.get(value.$payload) ?? null) : value)
  return {
    ...toRun(run, now),
    definition,
    input: open(contents.input),
    output: open(contents.output),
    steps: steps.map((row) => toStep(row, names, payloads, state)),
    moreSteps: rows.length > mostSteps,
    retries: await listRetries(tx, run),
  }
}

/** The same for roles that may only read. */
export const forViewers = (run: WorkflowRunDetail): WorkflowRunDetail => ({
  ...run,
  input: withholdAddresses(run.input),
  output: withholdAddresses(run.output),
  steps: run.steps.map((step) => ({
    ...step,
    input: withholdAddresses(step.input),
    output: withholdAddresses(step.output),
    waitingFor: step.waitingFor && { ...step.waitingFor, resumeUrl: null },
  })),
})

function toStep(row: StepRow, names: ReadonlyMap<string, string>, payloads: ReadonlyMap<number, Json>, state: RunState | null): StepRun {
  const [input, output] = [row.input as Json, row.output as Json]
  const open = (value: Json): Json => (isMark(value) ? (payloads.get(value.$payload) ?? null) : value)
  const isExpired = [input, output].some((value) => isMark(value) && !payloads.has(value.$payload))
  const token = Object.values(state?.tokens ?? {}).find((each) => each.seq === row.seq)
  const known = open(output)
  return {
    seq: row.seq,
    stepId: row.step_id,
    stepName: names.get(row.step_id) ?? row.step_id,
    type: row.type,
    scope: row.scope,
    attempt: row.attempt,
    status: row.status as StepRun['status'],
    port: row.port,
    input: open(input),
    output: known,
    isExpired,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    error: row.error as StepRun['error'],
    repeats: row.repeats,
    costMicros: row.cost_micros,
    link: row.link as StepRun['link'],
    waitingFor:
      row.status === 'waiting' && token?.wait
        ? {
            kind: token.wait.kind,
            until: token.until === null ? null : new Date(token.until).toISOString(),
            resumeUrl: resumeUrlOf(known),
          }
        : null,
  }
}

const resumeUrlOf = (output: Json): string | null =>
  typeof output === 'object' && output !== null && !Array.isArray(output) && typeof output['resumeUrl'] === 'string'
    ? output['resumeUrl']
    : null
