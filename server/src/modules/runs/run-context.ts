import type { Capability } from '@imperium/contract/agents.ts'
import type { RunEvent } from '@imperium/contract/runs.ts'
import type { ModelSpec } from '../../platform/llm/types.ts'
import type { ResolvedModel } from '../ai-models/index.ts'
import type { RunSession } from './run-session.ts'

/** Why a run is told to stop while it works, as the reason of its signal; a time-out says `timeout`. */
export type StopReason = 'cancel' | 'hand-back'

/** Everything one run works with while it is in this worker's hands. */
export interface RunContext {
  session: RunSession
  model: ResolvedModel
  /** Holds the key in clear: never log or store it. */
  spec: ModelSpec
  version: {
    systemPrompt: string
    temperature: number
    maxTokens: number
    capabilities: Capability[]
    monthlyBudgetMicros: number | null
  }
  /** Aborts on cancel, time-out and hand-back. */
  signal: AbortSignal
  remainingMs(): number
  /** Waits, or rejects as soon as the run is told to stop. */
  sleep(ms: number): Promise<void>
  /** The events of the take-over, told together with the first step; empty afterwards. */
  takeFirstEvents(): RunEvent[]
}
