import { z } from 'zod'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { JsonObject, JsonValue } from '../../../platform/llm/types.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { RunContext } from '../run-context.ts'
import { plainSchema } from '../../../platform/operations/plain-schema.ts'

export interface ToolCall {
  context: RunContext
  seq: number
}

/** The result of a tool for the model, as data: it cannot change the platform or the agent (SEC-42). */
export type ToolOutcome =
  /** `needs`: permissions that a reader of the output needs, besides the tool's own. */
  { ok: true; output: JsonValue; needs?: readonly string[]; used?: ToolUse } | { ok: false; error: Text; unknown?: boolean }

/** What a call of a model inside a tool cost, which the guard has metered. */
export interface ToolUse {
  costMicros: number
}

export interface Tool<I = unknown, P = unknown> {
  name: string
  description: string
  input: z.ZodType<I>
  /**
   * Runs in the transaction that writes the step as started: the effect's ledger row, committed before the effect. `run` gets its result.
   */
  prepare?: (tx: OrgTx, input: I, call: ToolCall) => Promise<P>
  /** The permission that a reader of its result needs. */
  needs?: (input: I) => Permission | undefined
  run: (input: I, call: ToolCall, prepared: P) => Promise<ToolOutcome>
  /** Runs in the transaction that writes the step as ended: the outcome of the effect. */
  settle?: (tx: OrgTx, outcome: ToolOutcome, call: ToolCall) => Promise<void>
}

/** Keeps the input type of a tool while the list holds tools of all inputs. */
export const defineTool = <I, P = undefined>(tool: Tool<I, P>): Tool => tool as unknown as Tool

/** A tool with what the model is told of its input. */
export interface OfferedTool extends Tool {
  inputSchema: JsonObject
}

export function toInputSchema(input: z.ZodType): JsonObject {
  const { $schema: _schema, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-7',
    override: plainSchema,
    unrepresentable: 'any',
  })
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}

/** A tool that exists for one run only: its description or its input names what was granted. */
export const offerTool = <I, P = undefined>(tool: Tool<I, P>): OfferedTool => ({
  ...defineTool(tool),
  inputSchema: toInputSchema(tool.input),
})
