import type { z } from 'zod'
import type { FormField, StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'

/** The result of a step. `isSkipped`: it did not do what it is for, and its output says why. */
export type StepResult =
  | { kind: 'done'; output: Json; port?: string; link?: StepLink; costMicros?: number; isSkipped?: true }
  /** The run parks; `settle` turns the signal into the step's result. */
  | { kind: 'wait'; wait: StepWait; link?: StepLink }
  /** `retryable`: the step's own attempts go on; `unknown`: the outside may or may not have acted. */
  | (Worded & { kind: 'failed'; code: string; retryable: boolean; unknown?: boolean; retryAfterMs?: number; output?: Json })

export interface StepWait {
  kind: 'time' | 'event' | 'webhook' | 'approval' | 'run' | 'workflow' | 'message'
  key: string
  /** Output that is known while the step waits (an address to call): the step's output until then. */
  output?: Json
  match?: Record<string, Json>
  /** When the wait times out; null: never (the run's own time-out applies). */
  until: Date | null
}

export interface StepLink {
  kind: 'run' | 'message' | 'contact' | 'workflow-run' | 'approval' | 'campaign' | 'segment'
  id: string
  /** The contact, when the link does not name it. Stored beside it for the contact's timeline. */
  contactId?: string
}

/** What ends a wait. */
export type WaitEnd = { timedOut: false; data: Json } | { timedOut: true }

/** Default without `settle`: the received data is the output on port `next`; a time-out leaves by `timeout`, a pure time wait by `next`. */
export const settleByDefault = (end: WaitEnd, wait: Pick<StepWait, 'kind'>): StepResult => {
  if (!end.timedOut) return { kind: 'done', output: end.data }
  return { kind: 'done', output: { timedOut: true }, port: wait.kind === 'time' ? 'next' : 'timeout' }
}

/** Organization, run and caller, for every step. */
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
  /** Number of workflows that called each other; 0 for a run that no workflow called. */
  depth: number
  now: Date
  isTest: boolean
  /** The user who started the run; null when no user did. */
  startedByUser: string | null
  /** The API key that started the run, with its person; null when none did. */
  startedByKey: { id: string; userId: string } | null
  startedBy: string
}

interface Common<C extends z.ZodType> {
  /** What the palette, the editor and the documentation show; texts are English keys (ADR 10). */
  about: Omit<StepType, 'isTrigger' | 'hasEffect' | 'defaults' | 'form' | 'portsFrom' | 'connectorId'> & {
    isTrigger?: boolean
    form: readonly z.input<typeof FormField>[]
    portsFrom?: StepType['portsFrom']
    connectorId?: string
  }
  /** Configuration as stored: templates as text. */
  config: C
  /** What publishing it needs besides the right to publish. */
  permission?: Permission
  /** Fields that are no templates although they may look like one (the source of a code step). */
  verbatim?: readonly string[]
  /** Configuration problems that only the database can show when publishing (a deleted agent). */
  check?: (platform: Platform, tx: OrgTx, config: z.output<C>) => Promise<(Worded & { path: string })[]>
  /** For types that park: turns the end of the wait into a port, a failure or a cost. Never another wait. Default: `settleByDefault`. */
  settle?: (end: WaitEnd) => StepResult
}

/** Runs in memory from its configuration alone, without waiting: recomputed after a crash, committed with the next write. */
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

/** Called by one file per step type: schema, form and implementation. */
export function defineStep<C extends z.ZodType>(definition: StepDefinition<C>): StepDefinition
export function defineStep(definition: StepDefinition): StepDefinition {
  return definition
}
