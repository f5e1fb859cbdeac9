import type { Json, WorkflowDefinition, WorkflowRunStatus, runTriggers } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { RecordedResult } from '../core/state.ts'
import type { StepWait } from '../steps/step-type.ts'

/** What a run is to begin with. */
export interface StartRequest {
  workflowId: string
  /** A published version; null with `definition`: the draft, for a test. */
  version: number | null
  definition?: WorkflowDefinition
  trigger: (typeof runTriggers)[number]
  /** What templates read as `trigger`. */
  input: Json
  triggeredBy: string
  triggeredByUser: string | null
  /** The same key starts one run per workflow, for 24 hours. */
  startKey?: string
  parent?: { runId: string; token: number; depth: number }
  retryOf?: string
  /** Results of an earlier run to take instead of doing the step again, by `step@scope`. */
  recorded?: Record<string, RecordedResult>
  /** Nothing but what is recorded: a step with an effect that is not fails. */
  isReplay?: boolean
  isTest?: boolean
  /** Tests: steps with an effect put out their sample, and the run ends after `until`. */
  sampleEffects?: boolean
  until?: string
}

export interface StartedRun {
  runId: string
  status: WorkflowRunStatus
  /** The start key was known: this is the run of then. */
  isRepeat: boolean
}

export interface RunResponse {
  /** null: the time was up, or the run ended or parked without an answer. */
  response: { status: number; headers: Record<string, string>; body: Json } | null
  status: WorkflowRunStatus
  output: Json
}

export interface Engine {
  /**
   * Makes a run in a transaction of its own, which many runs may share, and goes on with it in this process at once. Resolves when it is
   * committed. @throws 404 without such a version, 409 where the concurrency limit refuses it or the organization is suspended.
   */
  start(orgId: string, request: StartRequest): Promise<StartedRun>
  /** Makes a run in the caller's transaction; a worker takes it after the commit. */
  startIn(tx: OrgTx, request: StartRequest): Promise<StartedRun>
  /** Resolves when the run responds, ends or parks, or after this time. Hears runs of other processes too. */
  awaitResponse(orgId: string, runId: string, timeoutMs: number): Promise<RunResponse>
  /** Wakes the runs that wait for this; how many. `id` makes a repeat harmless. For events `data` is also matched against what they wait for. */
  signal(tx: OrgTx, what: { kind: Exclude<StepWait['kind'], 'time'>; key: string; id: string; data: Json }): Promise<number>
  /** Asks every run of a workflow to end: it was deleted. */
  cancelAll(tx: OrgTx, workflowId: string): Promise<void>
}
