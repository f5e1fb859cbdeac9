import type { UsageEntry } from '../../../platform/metering/metering.ts'
import type { ModelUsage } from '../../../platform/llm/types.ts'

export type CallPurpose = 'run' | 'image' | 'question' | 'embedding' | 'test'

/** The most that a call may use. */
export interface MostUsed {
  micros: number
  inputTokens: number
  outputTokens: number
}

/** The step of a run that makes the call, and the agents that asked for that run. */
export interface CallingStep {
  runId: string
  seq: number
  askedBy: readonly string[]
}

/** A call of a model that is reserved: the only thing that opens the way to a provider. */
export interface ModelCall {
  readonly id: string
  readonly orgId: string
  readonly purpose: CallPurpose
  /** It leaves this process: a provider may bill it. */
  readonly isBilled: boolean
  readonly isOperatorPaid: boolean
  readonly most: MostUsed
  /** What it is metered to. */
  readonly entry: UsageEntry
  readonly step: CallingStep | null
}

/** What is known of a call that has ended: what it used, that it used nothing, or neither. */
export type CallOutcome =
  | { kind: 'used'; usage: Pick<ModelUsage, 'inputTokens' | 'outputTokens'>; costMicros: number }
  | { kind: 'unused' }
  | { kind: 'unknown' }
