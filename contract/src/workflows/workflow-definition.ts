import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'
import { line, required, text } from '../kit/fields.ts'

/** Any JSON value that a step puts out. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** Parsed JSON needs no check except that it is present. A recursive schema would also have no finite description. */
export const Json = z.unknown().refine((value) => value !== undefined, 'Required') as unknown as z.ZodType<Json, Json>

export const workflowLimits = {
  steps: 200,
  edges: 400,
  /** Of one definition, as JSON. */
  definitionBytes: 512 * 1024,
  /** Size of a trigger's input. */
  inputBytes: 256 * 1024,
  /** Of one step's output. */
  outputBytes: 1024 * 1024,
  /** Larger outputs are stored outside the rows. */
  inlineBytes: 8 * 1024,
  /** Steps of one run, each turn of a loop counted: an endless one ends in quarantine. */
  executions: 10_000,
  /** All data stored for one run: inputs and outputs of its steps, variables, items of loops. */
  runBytes: 64 * 1024 * 1024,
  loopItems: 1_000,
  loopParallel: 20,
  branches: 10,
  /** A called workflow that calls a workflow ... */
  depth: 10,
  attempts: 10,
  sleepDays: 366,
} as const

/** Names a step within its definition, in templates too: `{{ steps.qualify.score }}`. */
export const StepId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Must be a-z, 0-9 and _, starting with a letter')
export const Port = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

export const errorHandlings = ['stop', 'continue', 'branch'] as const

export const WorkflowStep = z
  .strictObject({
    id: StepId,
    /** A step type's name; `GET /api/workflows/step-types` lists them. */
    type: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
    name: required(100, 'Name is required'),
    /** Checked by the step type. */
    config: z.record(z.string().max(60), Json).default({}),
    /** After the last attempt: end the run as failed, go on by `next` with `{ error }`, or go on by the port `error`. */
    onError: z.enum(errorHandlings).default('stop'),
    retry: z
      .strictObject({
        /** The first one included. */
        attempts: z.int().min(1).max(workflowLimits.attempts).default(1),
        /** Before the second attempt; each further one waits twice as long, an hour at most. */
        delaySeconds: z.int().min(0).max(3600).default(10),
      })
      .prefault({}),
    note: text(2000).default(''),
    position: z
      .strictObject({ x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) })
      .prefault({ x: 0, y: 0 }),
  })
  .meta({ id: 'WorkflowStep' })
export type WorkflowStep = z.infer<typeof WorkflowStep>

/** From a port of one step to another step. A port leads to one step at most; several may lead to the same one. */
export const WorkflowEdge = z.strictObject({ from: StepId, port: Port.default('next'), to: StepId }).meta({ id: 'WorkflowEdge' })
export type WorkflowEdge = z.infer<typeof WorkflowEdge>

export const concurrencyModes = ['queue', 'skip', 'cancel'] as const

export const WorkflowSettings = z
  .strictObject({
    /** Runs with the same key (a template on the trigger's data; '' is one key for all) are bounded by `limit`; null: no bound. */
    concurrency: z
      .strictObject({
        key: line(300).default(''),
        limit: z.int().min(1).max(1000).default(1),
        /** A run above the limit waits, is not created, or replaces the oldest. */
        onLimit: z.enum(concurrencyModes).default('queue'),
      })
      .nullable()
      .default(null),
    /** A run that takes longer fails; null: 366 days. */
    timeoutSeconds: z
      .int()
      .min(1)
      .max(366 * 86_400)
      .nullable()
      .default(null),
  })
  .meta({ id: 'WorkflowSettings' })

export const WorkflowDefinition = z
  .strictObject({
    /** One of them is the trigger. */
    steps: z.array(WorkflowStep).max(workflowLimits.steps).default([]),
    edges: z.array(WorkflowEdge).max(workflowLimits.edges).default([]),
    settings: WorkflowSettings.prefault({}),
  })
  .meta({ id: 'WorkflowDefinition' })
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>

/** A problem that prevents publishing, with the step (null: the whole graph) and the path in its configuration. */
export const GraphProblem = z
  .object({ stepId: z.string().nullable(), path: z.string(), message: z.string(), ...messageKey })
  .meta({ id: 'GraphProblem' })
export type GraphProblem = z.infer<typeof GraphProblem>

export const workflowStatuses = ['draft', 'active', 'paused'] as const
export const triggerTypes = ['webhook', 'schedule', 'event', 'manual'] as const
export type TriggerType = (typeof triggerTypes)[number]
/** `queued`: by its concurrency key. `quarantined`: its worker died over it again and again. */
export const runStatuses = ['queued', 'running', 'waiting', 'paused', 'quarantined', 'success', 'failed', 'cancelled'] as const
export type WorkflowRunStatus = (typeof runStatuses)[number]
export const runTriggers = [...triggerTypes, 'workflow', 'retry', 'test'] as const
/** `unknown`: unknown outcome of an effect after a crash. `reused`: result of an earlier run. */
export const stepStatuses = ['running', 'waiting', 'success', 'failed', 'skipped', 'unknown', 'cancelled', 'reused'] as const
export type StepStatus = (typeof stepStatuses)[number]

export const emptyDefinition: WorkflowDefinition = WorkflowDefinition.parse({})
