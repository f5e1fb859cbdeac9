import type { z } from 'zod'
import type { Capability } from '@imperium/contract/agents.ts'
import type { JsonValue } from '../../../platform/llm/types.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { RunContext } from '../run-context.ts'

export interface ToolCall {
  context: RunContext
  seq: number
}

/** What a tool gives back to the model, as data: it can change nothing about the platform or the agent (SEC-42). */
export type ToolOutcome = { ok: true; output: JsonValue } | { ok: false; error: string; unknown?: boolean }

export interface Tool<I = unknown, P = unknown> {
  name: Capability
  description: string
  input: z.ZodType<I>
  /** In the transaction that writes the step as begun: an effect's intention, committed before the effect. Its answer is given to `run`. */
  prepare?: (tx: OrgTx, input: I, call: ToolCall) => Promise<P>
  run: (input: I, call: ToolCall, prepared: P) => Promise<ToolOutcome>
  /** In the transaction that writes the step as ended: what became of the effect. */
  settle?: (tx: OrgTx, outcome: ToolOutcome, call: ToolCall) => Promise<void>
}

/** Keeps the input type of a tool while the list holds tools of all inputs. */
export const defineTool = <I, P = undefined>(tool: Tool<I, P>): Tool => tool as unknown as Tool
