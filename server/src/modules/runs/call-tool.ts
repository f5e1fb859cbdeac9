import type { RunStep } from '@imperium/contract/runs.ts'
import { englishOf, keyOf, message } from '@imperium/contract/kit/message.ts'
import type { ModelToolCall } from '../../platform/llm/types.ts'
import type { RunContext } from './run-context.ts'
import { storableJson, storableText } from '../../platform/text/storable.ts'
import { findTool } from './tools/index.ts'
import type { Tool, ToolOutcome } from './tools/tool.ts'

const outputMaxBytes = 200_000

/**
 * One tool call as a step: checked for grant and validity, written before the call, and updated with its outcome. The model gets tool
 * errors and may correct them; only our own faults end the run.
 */
export async function callTool(context: RunContext, call: ModelToolCall, seq: number): Promise<void> {
  const { session, version } = context
  const interrupted = session.steps.find((step) => step.seq === seq)
  const begun: RunStep = {
    seq,
    kind: 'tool_call',
    name: call.name,
    status: 'running',
    input: { toolCallId: call.id, arguments: call.input },
    output: null,
    error: null,
    attempt: (interrupted?.attempt ?? 0) + 1,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    startedAt: session.platform.clock.now().toISOString(),
    finishedAt: null,
  }
  const tool = await findTool(session, call.name, version.capabilities)
  if (!tool)
    return endStep(context, begun, { ok: false, error: message('This agent was not granted the tool "{tool}".', { tool: call.name }) })
  const parsed = call.malformed === undefined ? tool.input.safeParse(call.input) : null
  if (!parsed?.success) {
    const problem = parsed
      ? parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ')
      : `${call.malformed}. Call the tool again with one JSON object`
    return endStep(context, begun, { ok: false, error: `Wrong arguments: ${storableText(problem)}`.slice(0, 2_000) })
  }
  const about = { context, seq }
  let prepared: unknown
  await session.commit({
    steps: [{ step: begun }],
    also: async (tx) => {
      prepared = await tool.prepare?.(tx, parsed.data, about)
    },
  })
  const outcome = storable(await tool.run(parsed.data, about, prepared))
  // A tool may have repeated itself and counted that in its step.
  const current = session.steps.find((step) => step.seq === seq) ?? begun
  await endStep(context, current, bounded(outcome), tool, neededFor(tool, parsed.data, outcome))
}

function neededFor(tool: Tool, input: unknown, outcome: ToolOutcome): readonly string[] | undefined {
  if (!outcome.ok) return undefined
  const needed = tool.needs?.(input)
  return [...(needed ? [needed] : []), ...(outcome.needs ?? [])]
}

const storable = (outcome: ToolOutcome): ToolOutcome =>
  outcome.ok
    ? { ...outcome, output: storableJson(outcome.output) }
    : { ...outcome, error: typeof outcome.error === 'string' ? storableText(outcome.error) : outcome.error }

function bounded(outcome: ToolOutcome): ToolOutcome {
  if (!outcome.ok || Buffer.byteLength(JSON.stringify(outcome.output)) <= outputMaxBytes) return outcome
  return { ok: false, error: 'The result is too large. Request less data.' }
}

async function endStep(context: RunContext, begun: RunStep, outcome: ToolOutcome, tool?: Tool, needed?: readonly string[]): Promise<void> {
  const step: RunStep = {
    ...begun,
    status: outcome.ok ? 'completed' : outcome.unknown ? 'unknown' : 'failed',
    output: outcome.ok ? outcome.output : null,
    error: outcome.ok ? null : englishOf(outcome.error),
    errorKey: outcome.ok ? undefined : keyOf(outcome.error),
    finishedAt: context.session.platform.clock.now().toISOString(),
  }
  const { row } = context.session
  const used = outcome.ok ? outcome.used : undefined
  await context.session.commit({
    steps: [{ step: { ...step, costMicros: used?.costMicros ?? 0 } }],
    ...(used ? { progress: { costMicros: row.cost_micros + used.costMicros } } : {}),
    needed,
    usage: { agentId: row.agent_id, toolCalls: 1 },
    also: async (tx) => tool?.settle?.(tx, outcome, { context, seq: begun.seq }),
  })
}
