import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'
import { Id, Micros, Timestamp, text } from '../kit/fields.ts'
import { get, list, operations, post } from '../kit/operations.ts'
import { Json, StepId, WorkflowDefinition, runStatuses, runTriggers, stepStatuses } from './workflow-definition.ts'

const RunError = z.object({ code: z.string(), message: z.string(), ...messageKey })

/** A run as the history shows it. */
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
    /** Milliseconds; until now when it has not ended. */
    durationMs: z.int(),
    errorStep: z.string().nullable(),
    error: RunError.nullable(),
    costMicros: Micros,
    isTest: z.boolean(),
    retryOf: Id.nullable(),
    parentRun: Id.nullable(),
    /** Steps that sent no message, because the contact may not get it. */
    skippedSteps: z.int(),
  })
  .meta({ id: 'WorkflowRun' })
export type WorkflowRun = z.infer<typeof WorkflowRun>

/** One step of a run; in a loop, one of its turns. */
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
    /** The output port it took. */
    port: z.string().nullable(),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable(),
    input: Json.nullable(),
    output: Json.nullable(),
    /** Its input or output was stored outside the row and has expired. */
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
  /** More steps than are shown. */
  moreSteps: z.boolean(),
  retries: z.array(Id).max(50),
}).meta({ id: 'WorkflowRunDetail' })
export type WorkflowRunDetail = z.infer<typeof WorkflowRunDetail>

export const RetryBody = z.strictObject({
  /**
   * failed: reuses all successful steps. start: repeats all. step: reuses what ended before `stepId` began.
   * replay: uses recorded results, no effects.
   */
  from: z.enum(['failed', 'start', 'step', 'replay']).default('failed'),
  stepId: StepId.optional(),
  /** The version the run had, or the published one. */
  version: z.enum(['same', 'current']).default('same'),
  /** Overrides `from` for single steps with an effect. */
  effects: z.record(StepId, z.enum(['reuse', 'redo'])).default({}),
})

export const workflowRuns = operations(
  'workflow-runs',
  { read: 'workflows:read', write: 'workflows:run' },
  {
    start: post('/workflows/:id/run', 'Start the published version manually', {
      body: z.strictObject({ input: Json.default({}) }),
      reply: z.object({ runId: Id, status: z.enum(runStatuses) }),
      status: 202,
      idempotent: true,
      v1: true,
    }),
    /** Steps with an effect are executed only when `effects` is `real`; otherwise they return their sample. */
    test: post('/workflows/:id/test', 'Run the draft on sample data', {
      idempotent: true,
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
    list: list('/workflow-runs', 'List runs of workflows, newest first', {
      row: WorkflowRun,
      filter: {
        workflowId: Id.optional(),
        status: z.enum([...runStatuses, 'open', 'ended']).optional(),
        trigger: z.enum(runTriggers).optional(),
        q: text(200).optional(),
        from: Timestamp.optional(),
        to: Timestamp.optional(),
      },
      v1: true,
    }),
    read: get('/workflow-runs/:id', 'Read a run with its steps', {
      reply: WorkflowRunDetail,
      v1: true,
    }),
    cancel: post('/workflow-runs/:id/cancel', 'Cancel a run; what is in hand is finished or left unknown', {
      reply: WorkflowRun,
      whileSuspended: true,
      v1: true,
      errors: [409],
    }),
    pause: post('/workflow-runs/:id/pause', 'Pause a run after its current steps', {
      reply: WorkflowRun,
      whileSuspended: true,
      v1: true,
      errors: [409],
    }),
    resume: post('/workflow-runs/:id/resume', 'Resume a paused or quarantined run', {
      reply: WorkflowRun,
      v1: true,
      errors: [409],
    }),
    retry: post(
      '/workflow-runs/:id/retry',
      'Run again: from the failed step, from the start, from any step, or as a replay of what was recorded',
      {
        idempotent: true,
        body: RetryBody,
        reply: z.object({ runId: Id, status: z.enum(runStatuses) }),
        status: 202,
        v1: true,
      },
    ),
    /** For an effect with an unknown outcome after a crash. */
    decide: post('/workflow-runs/:id/steps/:seq/decide', 'Resolve a step with an unknown outcome: it was done, or it is done again', {
      params: z.strictObject({ id: Id, seq: z.coerce.number().int().min(1) }),
      body: z.strictObject({ decision: z.enum(['done', 'again', 'failed']), output: Json.default({}) }),
      reply: WorkflowRun,
      v1: true,
      errors: [409],
    }),
    samples: get('/workflows/:id/samples', 'Read the newest output of each step, for the data picker', {
      reply: z.object({ trigger: Json, steps: z.record(z.string(), Json) }),
    }),
    events: get('/workflow-runs/:id/events', 'Follow a run as it goes on', {
      event: z.object({ type: z.literal('changed'), status: z.enum(runStatuses) }),
    }),
  },
)
