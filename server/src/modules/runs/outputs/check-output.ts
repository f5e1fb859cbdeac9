import { z } from 'zod'
import type { Agent } from '@imperium/contract/agents.ts'
import type { JsonValue, TranscriptMessage } from '../../../platform/llm/types.ts'

/** `problem`: why the answer is not what the schema asks for; null if it is, or if there is no schema. */
export interface CheckedOutput {
  problem: string | null
  value?: JsonValue
}

export type CheckOutput = (text: string) => CheckedOutput

/** Text inside a Markdown fence when the fence is the whole text. */
function unfence(text: string): string {
  const trimmed = text.trim()
  const begin = trimmed.indexOf('\n')
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && begin > 0
  return isFenced ? trimmed.slice(begin, -3) : trimmed
}

const readAs = (schema: NonNullable<Agent['outputSchema']>) => {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    // Keywords that cannot be checked: then the answer must be an object, and the model was told the rest.
    return z.record(z.string(), z.json())
  }
}

/** Checks answers against a schema; without one every answer is right. */
export function outputCheck(schema: Agent['outputSchema']): CheckOutput {
  if (schema === null) return () => ({ problem: null })
  const form = readAs(schema)
  return (text) => {
    let value: JsonValue
    try {
      value = JSON.parse(unfence(text)) as JsonValue
    } catch {
      return { problem: 'It is not JSON.' }
    }
    const checked = form.safeParse(value)
    if (checked.success) return { problem: null, value }
    const problems = checked.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`)
    return { problem: problems.join('; ').slice(0, 600) }
  }
}

const repairing = 'Your answer does not match the required JSON schema: '

/** What asks the model for a better answer. */
export const repairMessage = (problem: string): TranscriptMessage => ({
  role: 'user',
  text: `${repairing}${problem}\nAnswer again with the whole JSON object only.`,
})

/** Whether the model was asked for a better answer already. */
export function isRepair(messages: readonly TranscriptMessage[]): boolean {
  const last = messages.at(-1)
  return last?.role === 'user' && last.text.startsWith(repairing)
}
