import type { z } from 'zod'
import type { FormField, StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'

/** What a step came to. */
export type StepResult =
  | { kind: 'done'; output: Json; port?: string; link?: StepLink; costMicros?: number }
  /** The run parks; `settle` says what the signal makes of the step. */
  | { kind: 'wait'; wait: StepWait; link?: StepLink }
  /** `retryable`: the step's own attempts go on; `unknown`: the outside may or may not have acted. */
  | { kind: 'failed'; code: string; message: string; retryable: boolean; unknown?: boolean; retryAfterMs?: number; output?: Json }

export interface StepWait {
  kind: 'time' | 'event' | 'webhook' | 'approval' | 'run' | 'workflow' | 'message'
  key: string
  /** What is known already while it waits (an address to be called): the step's output until then. */
  output?: Json
  match?: Record<string, Json>
  /** When the wait ends by itself; null: never (the run's own time-out holds). */
  until: Date | null
}

export interface StepLink {
  kind: 'run' | 'message' | 'contact' | 'workflow-run' | 'approval' | 'campaign' | 'segment'
  id: string
  /** Whom it concerns, where the link does not say so itself. Kept beside it, for the person's timeline. */
  contactId?: string
}

/** What ends a wait. */
export type WaitEnd = { timedOut: false; data: Json } | { timedOut: true }

/** Where a type does not say otherwise: what came is the output, on the port `next`; a time-out goes by `timeout`, a wait for a time alone by `next`. */
export const settleByDefault = (end: WaitEnd, wait: Pick<StepWait, 'kind'>): StepResult => {
  if (!end.timedOut) return { kind: 'done', output: end.data }
  return { kind: 'done', output: { timedOut: true }, port: wait.kind === 'time' ? 'next' : 'timeout' }
}

/** Who and where, for every step. */
export interface StepContext {
  orgId: string
  runId: string
  workflowId: string
  workflowName: string
  stepId: string
  stepName: string
  /** Same for every try of the same execution, also after a crash; another for the next attempt of a step that surely failed. */
  identity: string
  attempt: number
  token: number
  /** How many workflows called each other to get here; 0 for a run that nobody called. */
  depth: number
  now: Date
  isTest: boolean
  /** The caller who started the run, where a person did. */
  startedByUser: string | null
  startedBy: string
}

interface Common<C extends z.ZodType> {
  /** Everything the palette, the editor and the documentation show; texts are English keys (ADR 10). */
  about: Omit<StepType, 'isTrigger' | 'hasEffect' | 'defaults' | 'form' | 'portsFrom'> & {
    isTrigger?: boolean
    form: readonly z.input<typeof FormField>[]
    portsFrom?: StepType['portsFrom']
  }
  /** Configuration as stored: templates as text. */
  config: C
  /** Fields whose text is not a template although it may look like one (the source of a code step). */
  verbatim?: readonly string[]
  /** What only the database knows to be wrong with a configuration when it is published (an agent that is gone). */
  check?: (platform: Platform, tx: OrgTx, config: z.output<C>) => Promise<{ path: string; message: string }[]>
  /** For types that park: what the end of the wait makes of the step (a port, a failure, a cost). Never another wait. Missing: `settleByDefault`. */
  settle?: (end: WaitEnd) => StepResult
}

/** Runs in memory, at once, from its configuration alone: recomputed after a crash, committed with what follows. */
interface PureStep<C extends z.ZodType> extends Common<C> {
  kind: 'pure'
  run: (config: z.output<C>, context: StepContext) => StepResult
}
/** Takes time or memory, but does not touch the world: recomputed after a crash. */
interface ComputeStep<C extends z.ZodType> extends Common<C> {
  kind: 'compute'
  run: (config: z.output<C>, context: StepContext, signal: AbortSignal) => Promise<StepResult>
}
/** Its whole effect is in our database, in the transaction that commits the step: exactly once. */
interface CommitStep<C extends z.ZodType> extends Common<C> {
  kind: 'commit'
  run: (platform: Platform, tx: OrgTx, config: z.output<C>, context: StepContext) => Promise<StepResult>
}
/** Touches the world: its row is committed before and settled after; `whenUnknown` decides after a crash in between. */
interface EffectStep<C extends z.ZodType> extends Common<C> {
  kind: 'effect'
  whenUnknown: (config: z.output<C>) => 'repeat' | 'hold'
  run: (platform: Platform, config: z.output<C>, context: StepContext, signal: AbortSignal) => Promise<StepResult>
}
/** Understood by the core itself: trigger, loop, parallel, join, stop. */
interface ControlStep<C extends z.ZodType> extends Common<C> {
  kind: 'control'
}

export type StepDefinition<C extends z.ZodType = z.ZodType> = PureStep<C> | ComputeStep<C> | CommitStep<C> | EffectStep<C> | ControlStep<C>

/** One file per step type calls this: its schema, its form, and what it does. */
export function defineStep<C extends z.ZodType>(definition: StepDefinition<C>): StepDefinition
export function defineStep(definition: StepDefinition): StepDefinition {
  return definition
}
