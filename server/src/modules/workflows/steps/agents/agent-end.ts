import { z } from 'zod'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { MessageKey } from '@imperium/contract/kit/message-fields.ts'
import { keyOf, textOf } from '@imperium/contract/kit/message.ts'
import { deepestJson, depthOf } from '../../core/json-depth.ts'
import type { StepResult, WaitEnd } from '../step-type.ts'

/** Text inside a Markdown fence when the fence is the whole text. No regular expression: it takes minutes for a text of blank lines. */
function unfence(text: string): string {
  const trimmed = text.trim()
  const begin = trimmed.indexOf('\n')
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && begin > 0
  return isFenced && ['```', '```json'].includes(trimmed.slice(0, begin).trimEnd()) ? trimmed.slice(begin, -3) : trimmed
}

/** Parses a text that is a JSON object or list, also inside a Markdown fence; null for anything else. */
export function readJsonText(text: string): Json {
  const fenced = unfence(text)
  if (depthOf(fenced) > deepestJson) return null
  try {
    const value = JSON.parse(fenced) as Json
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const End = z.object({
  runId: z.string(),
  status: z.enum(['completed', 'failed', 'cancelled']),
  text: z.string(),
  error: z.string().nullable(),
  errorKey: MessageKey.nullable().default(null),
  costMicros: z.number(),
})

/** The signal for a waiting step when its agent run ended. */
export const agentEndOf = ({ id, status, output, error, costMicros }: Run): Json => ({
  runId: id,
  status,
  text: output ?? '',
  error: error?.message ?? null,
  errorKey: (error ? (keyOf(textOf(error)) ?? null) : null) as Json,
  costMicros,
})

/** The step result for an ended agent run. */
export function readAgentEnd(end: WaitEnd): StepResult {
  if (end.timedOut) return { kind: 'failed', code: 'TIMEOUT', message: 'The agent did not finish in time', retryable: true }
  const { runId, status, text, error, errorKey, costMicros } = End.parse(end.data)
  const output = { text, json: readJsonText(text), runId, costMicros }
  if (status === 'completed') return { kind: 'done', output, costMicros }
  const message = error ?? 'The run of the agent was cancelled'
  return {
    kind: 'failed',
    code: status === 'cancelled' ? 'AGENT_CANCELLED' : 'AGENT_FAILED',
    message,
    ...errorKey,
    retryable: status === 'failed',
    output,
  }
}
