import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Micros, Timestamp, idParams, pageQuery, text } from '../kit/fields.ts'
import { Json, StepId, WorkflowDefinition, runStatuses, runTriggers, stepStatuses } from './workflow-definition.ts'

const RunError = z.object({ code: z.string(), message: z.string() })

/** A run as the execution history shows it. */
export const WorkflowRun = z
  .object({
    id: Id,
    workflowId: Id,
    workflowName: z.string(),
    version: z.int(),
    status: z.enum(runStatuses),
    trigger: z.enum(runTriggers),
    triggeredBy: z.string(),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable(),
    /** Milliseconds; until now where it has not ended. */
    durationMs: z.int(),
    errorStep: z.string().nullable(),
    error: RunError.nullable(),
    costMicros: Micros,
    isTest: z.boolean(),
    retryOf: Id.nullable(),
    parentRun: Id.nullable(),
  })
  .meta({ id: 'WorkflowRun' })
export type WorkflowRun = z.infer<typeof WorkflowRun>

/** One execution of one step. */
export const StepRun = z
  .object({
    seq: z.int(),
    stepId: z.string(),
    stepName: z.string(),
    type: z.string(),
    /** Which turn of which loop, which branch: 'each_lead[2]', '' outside of any. */
    scope: z.string(),
    attempt: z.int(),
    status: z.enum(stepStatuses),
    /** The way it went out. */
    port: z.string().nullable(),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable(),
    input: Json.nullable(),
    output: Json.nullable(),
    /** Its input or output stood apart from the row, and its time to live has passed. */
    isExpired: z.boolean(),
    error: RunError.nullable(),
    /** Copies that a crash may have caused. */
    repeats: z.int(),
    costMicros: Micros,
    link: z.object({ kind: z.string(), id: Id }).nullable(),
    /** Waiting: for what and until when. */
    waitingFor: z.object({ kind: z.string(), until: Timestamp.nullable(), resumeUrl: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'WorkflowStepRun' })
export type StepRun = z.infer<typeof StepRun>

export const WorkflowRunDetail = WorkflowRun.extend({
  definition: WorkflowDefinition,
  input: Json.nullable(),
  output: Json.nullable(),
  steps: z.array(StepRun).max(1000),
  /** More executions than are shown. */
  moreSteps: z.boolean(),
  retries: z.array(Id).max(50),
}).meta({ id: 'WorkflowRunDetail' })
export type WorkflowRunDetail = z.infer<typeof WorkflowRunDetail>

export const RetryBody = z.strictObject({
  /** failed: everything that succeeded is reused. start: everything is done again. step: what ended before `stepId` began is reused. replay: every recorded result, nothing touches the world. */
  from: z.enum(['failed', 'start', 'step', 'replay']).default('failed'),
  stepId: StepId.optional(),
  /** The version the run had, or the published one. */
  version: z.enum(['same', 'current']).default('same'),
  /** For single steps with an effect, against what `from` says. */
  effects: z.record(StepId, z.enum(['reuse', 'redo'])).default({}),
})

export const workflowRuns = {
  start: endpoint({
    id: 'workflow-runs.start',
    method: 'POST',
    path: '/workflows/:id/run',
    summary: 'Start the published version manually',
    access: 'workflows:run',
    params: idParams,
    body: z.strictObject({ input: Json.default({}) }),
    reply: z.object({ runId: Id, status: z.enum(runStatuses) }),
    status: 202,
    idempotent: true,
    v1: true,
  }),
  /** Steps with an effect are really done only where `effects` is `real`; otherwise they put out their sample. */
  test: endpoint({
    id: 'workflow-runs.test',
    method: 'POST',
    path: '/workflows/:id/test',
    summary: 'Run the draft on sample data',
    access: 'workflows:run',
    idempotent: true,
    params: idParams,
    body: z.strictObject({
      definition: WorkflowDefinition.optional(),
      input: Json.default({}),
      effects: z.enum(['sample', 'real']).default('sample'),
      /** Ends after this step. */
      until: StepId.optional(),
    }),
    reply: z.object({ runId: Id, status: z.enum(runStatuses) }),
    status: 202,
    bodyLimit: 1024 * 1024,
  }),
  list: endpoint({
    id: 'workflow-runs.list',
    method: 'GET',
    path: '/workflow-runs',
    summary: 'List runs of workflows, newest first',
    access: 'workflows:read',
    query: z.strictObject({
      workflowId: Id.optional(),
      status: z.enum([...runStatuses, 'open', 'ended']).optional(),
      trigger: z.enum(runTriggers).optional(),
      q: text(200).optional(),
      from: Timestamp.optional(),
      to: Timestamp.optional(),
      ...pageQuery,
    }),
    reply: z.array(WorkflowRun).max(200),
    paged: true,
    v1: true,
  }),
  read: endpoint({
    id: 'workflow-runs.read',
    method: 'GET',
    path: '/workflow-runs/:id',
    summary: 'Read a run with its steps',
    access: 'workflows:read',
    params: idParams,
    reply: WorkflowRunDetail,
    v1: true,
  }),
  cancel: endpoint({
    id: 'workflow-runs.cancel',
    method: 'POST',
    path: '/workflow-runs/:id/cancel',
    summary: 'Cancel a run; what is in hand is finished or left unknown',
    access: 'workflows:run',
    params: idParams,
    reply: WorkflowRun,
    v1: true,
    errors: [409],
  }),
  pause: endpoint({
    id: 'workflow-runs.pause',
    method: 'POST',
    path: '/workflow-runs/:id/pause',
    summary: 'Pause a run after its current steps',
    access: 'workflows:run',
    params: idParams,
    reply: WorkflowRun,
    v1: true,
    errors: [409],
  }),
  resume: endpoint({
    id: 'workflow-runs.resume',
    method: 'POST',
    path: '/workflow-runs/:id/resume',
    summary: 'Resume a paused or quarantined run',
    access: 'workflows:run',
    params: idParams,
    reply: WorkflowRun,
    v1: true,
    errors: [409],
  }),
  retry: endpoint({
    id: 'workflow-runs.retry',
    method: 'POST',
    path: '/workflow-runs/:id/retry',
    summary: 'Run again: from the failed step, from the start, from any step, or as a replay of what was recorded',
    access: 'workflows:run',
    idempotent: true,
    params: idParams,
    body: RetryBody,
    reply: z.object({ runId: Id, status: z.enum(runStatuses) }),
    status: 202,
    v1: true,
  }),
  /** For an effect whose outcome a crash hid. */
  decide: endpoint({
    id: 'workflow-runs.decide',
    method: 'POST',
    path: '/workflow-runs/:id/steps/:seq/decide',
    summary: 'Resolve a step with an unknown outcome: it was done, or it is done again',
    access: 'workflows:run',
    params: z.strictObject({ id: Id, seq: z.coerce.number().int().min(1) }),
    body: z.strictObject({ decision: z.enum(['done', 'again', 'failed']), output: Json.default({}) }),
    reply: WorkflowRun,
    v1: true,
    errors: [409],
  }),
  samples: endpoint({
    id: 'workflow-runs.samples',
    method: 'GET',
    path: '/workflows/:id/samples',
    summary: 'Read the newest output of each step, for the data picker',
    access: 'workflows:read',
    params: idParams,
    reply: z.object({ trigger: Json, steps: z.record(z.string(), Json) }),
  }),
  events: endpoint({
    id: 'workflow-runs.events',
    method: 'GET',
    path: '/workflow-runs/:id/events',
    summary: 'Follow a run as it goes on',
    access: 'workflows:read',
    params: idParams,
    event: z.object({ type: z.literal('changed'), status: z.enum(runStatuses) }),
  }),
}
