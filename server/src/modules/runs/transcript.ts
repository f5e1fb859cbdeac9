import type { RunStep } from '@imperium/contract/runs.ts'
import { isRepair, repairMessage } from './outputs/check-output.ts'
import type { CheckOutput } from './outputs/check-output.ts'
import type { JsonValue, ModelToolCall, TranscriptMessage } from '../../platform/llm/types.ts'

/** The stored output of a completed model call. */
export interface ModelOutput {
  text: string
  /** What the model thought: shown in the details of the run, and sent again only where the provider asks it back. */
  reasoning?: string
  toolCalls: ModelToolCall[]
  reason: string
}

/** The stored input of a tool call: the arguments with the model's own id of the call. */
export interface ToolInput {
  toolCallId: string
  arguments: JsonValue
}

export type NextAct =
  | { act: 'call-model'; messages: TranscriptMessage[] }
  | { act: 'call-tool'; call: ModelToolCall; seq: number }
  | { act: 'finish'; text: string; reason: string }

/** A completed turn of a chat: what was asked, and the final answer. Its tool calls are not shown again. */
export interface Turn {
  input: unknown
  /** Ids of attached images. */
  images?: readonly string[]
  output: string
}

const turnsMaxBytes = 128 * 1024
const inputText = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input, null, 2))

const userMessage = (input: unknown, images: readonly string[] = []): TranscriptMessage => ({
  role: 'user',
  text: inputText(input),
  ...(images.length > 0 ? { images: [...images] } : {}),
})

/** The newest turns that fit, oldest first. */
export function recentTurns(turns: readonly Turn[]): Turn[] {
  let left = turnsMaxBytes
  const first = turns.findLastIndex(({ input, output }) => (left -= Buffer.byteLength(inputText(input)) + Buffer.byteLength(output)) < 0)
  return turns.slice(first + 1)
}

/** Texts of the finished model calls without tool calls, which `nextAct` has checked. */
export const answersIn = (steps: readonly RunStep[]): string[] =>
  steps
    .filter(({ kind, status }) => kind === 'model_call' && status === 'completed')
    .map(({ output }) => output as unknown as ModelOutput)
    .flatMap(({ text, toolCalls }) => (toolCalls.length === 0 ? text : []))

/**
 * The next act of a run, derived only from its input and finished steps, so that a worker continues exactly after a crash. Steps still
 * `running` are calls with a lost outcome; they are repeated under the same number.
 */
export function nextAct(
  { input, images }: { input: unknown; images?: readonly string[] },
  steps: readonly RunStep[],
  turns: readonly Turn[] = [],
  check: CheckOutput = () => ({ problem: null }),
): NextAct {
  const messages: TranscriptMessage[] = [
    ...turns.flatMap((turn): TranscriptMessage[] => [
      userMessage(turn.input, turn.images),
      { role: 'assistant', text: turn.output, toolCalls: [] },
    ]),
    userMessage(input, images),
  ]
  const finished = steps.filter((step) => step.status !== 'running')
  let pending: ModelToolCall[] = []
  let last: ModelOutput | null = null
  for (const step of finished) {
    if (step.kind === 'model_call' && step.status === 'completed') {
      last = step.output as unknown as ModelOutput
      pending = [...last.toolCalls]
      const wasRepair = isRepair(messages)
      const { text, reasoning, toolCalls } = last
      messages.push({ role: 'assistant', text, ...(reasoning ? { reasoning } : {}), toolCalls })
      if (last.toolCalls.length > 0) continue
      const { problem } = check(last.text)
      if (problem === null || wasRepair) continue
      messages.push(repairMessage(problem))
      last = null
    } else if (step.kind === 'tool_call') {
      const { toolCallId } = step.input as unknown as ToolInput
      // By position and not by id alone: some gateways give two calls of one response the same id.
      const answered = pending.findIndex((call) => call.id === toolCallId)
      if (answered >= 0) pending.splice(answered, 1)
      const isError = step.status !== 'completed'
      messages.push({
        role: 'tool',
        toolCallId,
        toolName: step.name,
        output: isError ? { error: step.error } : step.output,
        ...(isError ? { isError } : {}),
      })
    }
  }
  const next = pending[0]
  if (next) return { act: 'call-tool', call: next, seq: finished.length + 1 }
  if (last && last.toolCalls.length === 0) return { act: 'finish', text: last.text, reason: last.reason }
  return { act: 'call-model', messages }
}
