import type { Agent, GrantedTool } from '@imperium/contract/agents.ts'
import type { RunEvent } from '@imperium/contract/runs.ts'
import type { ResolvedModel } from '../ai-models/index.ts'
import type { RunSession } from './run-session.ts'

/** Why a working run must stop, as the reason of its signal; a time limit gives `timeout`. */
export type StopReason = 'cancel' | 'hand-back'

/** Everything that a run uses while this worker holds its lease. */
export interface RunContext {
  session: RunSession
  model: ResolvedModel
  version: {
    systemPrompt: string
    /** Null: the temperature of the model's configuration. */
    temperature: number | null
    maxTokens: number
    capabilities: GrantedTool[]
    /** JSON schema of the answer; null: plain text. */
    outputSchema: Agent['outputSchema']
    monthlyBudgetMicros: number | null
  }
  /** Aborts on cancel, time-out and hand-back. */
  signal: AbortSignal
  remainingMs(): number
  /** Waits, or rejects as soon as the run must stop. */
  sleep(ms: number): Promise<void>
  /** The events of the takeover, published together with the first step; empty afterwards. */
  drainFirstEvents(): RunEvent[]
}
