import type { Json, WorkflowDefinition, WorkflowRunStatus, runTriggers } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { RecordedResult } from '../core/state.ts'
import type { StepWait } from '../steps/step-type.ts'

/** The API key that started a run, with its person. */
export interface StartingKey {
  id: string
  userId: string
}

/** What a run starts with. */
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
  triggeredByKey?: StartingKey | null
  /** Keys that bound the run that calls this one. */
  boundByKeys?: readonly string[]
  /** The same key starts one run per workflow, for 24 hours. */
  startKey?: string
  parent?: { runId: string; token: number; depth: number }
  /** Without a parent: how many agents and workflows called each other before it. */
  depth?: number
  retryOf?: string
  /** Results of an earlier run to reuse instead of running the step again, by `step@scope`. */
  recorded?: Record<string, RecordedResult>
  /** Uses recorded results only: a step with an effect fails when it has none. */
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
  /** null: timed out, or the run ended or parked without a response. */
  response: { status: number; headers: Record<string, string>; body: Json } | null
  status: WorkflowRunStatus
  output: Json
}

export interface Engine {
  /**
   * Creates a run in its own transaction, which many runs may share, and continues it in this process. Resolves after the commit.
   * @throws 404 without such a version, 409 when the concurrency limit refuses it or the organization is suspended.
   */
  start(orgId: string, request: StartRequest): Promise<StartedRun>
  /** Creates a run in the caller's transaction; a worker takes it after the commit. */
  startIn(tx: OrgTx, request: StartRequest): Promise<StartedRun>
  /** Resolves when the run responds, ends or parks, or after the time-out. Also receives signals of runs in other processes. */
  awaitResponse(orgId: string, runId: string, timeoutMs: number): Promise<RunResponse>
  /**
   * Wakes the runs that wait for this; returns their number. `id` makes a repeat harmless. For events `data` is also matched with the wait.
   */
  signal(tx: OrgTx, what: { kind: Exclude<StepWait['kind'], 'time'>; key: string; id: string; data: Json }): Promise<number>
  /** Requests the end of all runs of a workflow that was deleted. */
  cancelAll(tx: OrgTx, workflowId: string): Promise<void>
}
