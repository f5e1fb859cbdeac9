import type { Json, WorkflowRunStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { TemplateError } from '../../../platform/text/liquid.ts'
import type { Platform } from '../../../platform/platform.ts'
import { begin, toText } from '../core/machine.ts'
import type { Program } from '../core/program.ts'
import { isMark } from '../core/state.ts'
import { compileConfig, viewOf } from '../core/resolve-config.ts'
import { admit } from './concurrency-store.ts'
import type { StartRequest, StartedRun } from './engine.ts'
import { requireWorkflowRuns } from './limit-runs.ts'
import type { Programs } from './programs.ts'
import { RunSession } from './run-session.ts'
import { writeRuns } from './write-runs-store.ts'

const longestMs = workflowLimits.sleepDays * 86_400_000

/** Runs `work` for the tenant: in an existing transaction or in a new one. */
export type InTx = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>

/** A run that is not written yet. @throws 404, 409, 422 as `Engine.start`. */
export async function makeSession(
  platform: Platform,
  programs: Programs,
  orgId: string,
  request: StartRequest,
  inTx: InTx,
): Promise<RunSession> {
  const { workflowId, version, trigger, triggeredBy, triggeredByUser, triggeredByKey = null, parent, isTest = false } = request
  // Runs inside another one belong to it, and a test is none of the month's.
  if (!parent && !isTest && version !== null) await requireWorkflowRuns(platform.clock, orgId, inTx)
  const head = await programs.head(orgId, workflowId, inTx)
  const program = await programOf(programs, orgId, request, inTx)
  const runId = newId()
  const now = platform.clock.now().getTime()
  const facts = {
    orgId,
    runId,
    workflowId,
    isTest,
    depth: parent?.depth ?? request.depth ?? 0,
    workflowName: head.workflowName,
    organizationName: head.organizationName,
    startedBy: triggeredBy,
    startedByUser: triggeredByUser,
    startedByKey: triggeredByKey,
  }
  const { timeoutSeconds } = program.settings
  const machine = begin(program, facts, {
    trigger: request.input ?? null,
    now,
    deadline: now + (timeoutSeconds === null ? longestMs : timeoutSeconds * 1e3),
    recorded: request.recorded ?? {},
    isReplay: request.isReplay ?? false,
    isSample: request.sampleEffects ?? false,
    endsAfter: request.until ?? null,
  })
  const input = machine.input ?? 'null'
  if (sizeOf(input, machine.state.trigger) > workflowLimits.inputBytes)
    throw invalid([{ path: 'input', ...message('At most {max} KB', { max: workflowLimits.inputBytes / 1024 }) }])
  const { concurrency } = program.settings
  return new RunSession({
    machine,
    version: version ?? 0,
    trigger,
    parent: parent ?? null,
    status: 'running',
    epoch: 1,
    concurrency:
      concurrency && !isTest
        ? {
            key: keyOf(programs, concurrency.key, request.input),
            limit: concurrency.limit,
          }
        : null,
    fresh: {
      startKey: request.startKey ?? null,
      retryOf: request.retryOf ?? null,
      boundByKeys: request.boundByKeys ?? [],
      definition: version === null ? toText(program.definition) : null,
      input,
    },
  })
}

const sizeOf = (text: string, stored: Json): number => (isMark(stored) ? stored.bytes : text.length)

async function programOf(
  programs: Programs,
  orgId: string,
  { workflowId, version, definition }: StartRequest,
  inTx: InTx,
): Promise<Program> {
  if (version !== null) return programs.known(orgId, workflowId, version) ?? inTx((tx) => programs.ofVersion(tx, workflowId, version))
  if (!definition) throw new TypeError('A run on a draft needs its definition')
  return programs.ofDraft(definition)
}

/** The key of the runs that share the limit; a template that fails for this input is a key of its own. */
function keyOf({ templates }: Programs, template: string, input: Json): string {
  try {
    const { resolve } = compileConfig(templates, { key: template })
    const { key } = resolve(viewOf({ trigger: input })) as { key: Json }
    return (typeof key === 'string' ? key : JSON.stringify(key)).slice(0, 300)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return ''
  }
}

/** Creates the run in the caller's transaction; a worker takes it. */
export async function startIn(platform: Platform, programs: Programs, tx: OrgTx, request: StartRequest): Promise<StartedRun> {
  const session = await makeSession(platform, programs, tx.orgId, request, (work) => work(tx))
  const status = await admitSession(platform, tx, session)
  return writeUnbegun(platform, tx, session, status)
}

export async function admitSession(platform: Platform, tx: OrgTx, { basis, machine }: RunSession): Promise<'ready' | 'queued'> {
  const { concurrency } = machine.program.settings
  if (!concurrency || !basis.concurrency) return 'ready'
  return admit(platform, tx, machine.facts.workflowId, concurrency, basis.concurrency.key)
}

/** Writes a run before its first step. */
export async function writeUnbegun(platform: Platform, tx: OrgTx, session: RunSession, dbStatus: 'ready' | 'queued'): Promise<StartedRun> {
  const { write } = session.toWrite(null)
  const status: WorkflowRunStatus = dbStatus === 'queued' ? 'queued' : 'running'
  const live = { status, dbStatus, owner: null, wakeAt: platform.clock.now() }
  const written = (await writeRuns(platform, tx, [{ ...write, live }])).get(session.runId)
  if (written?.repeatOf) return repeatedRun(tx, written.repeatOf)
  return { runId: session.runId, status, isRepeat: false }
}

/** The run that a known start key began. */
export async function repeatedRun(tx: OrgTx, runId: string): Promise<StartedRun> {
  const row = await tx.selectFrom('workflow_runs').select('status').where('id', '=', runId).executeTakeFirst()
  return { runId, status: (row?.status ?? 'success') as WorkflowRunStatus, isRepeat: true }
}
