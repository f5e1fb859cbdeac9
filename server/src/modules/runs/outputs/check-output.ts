import type { Agent } from '@imperium/contract/agents.ts'
import type { JsonValue, TranscriptMessage } from '../../../platform/llm/types.ts'
import { LongNumberError, mayLoseDigits, parseJson } from '../../../platform/text/exact-json.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import { unfence } from '../../../platform/text/unfence.ts'

/** `problem`: why the answer is not what the schema asks for; null if it is, or if there is no schema. */
export interface CheckedOutput {
  problem: string | null
  value?: JsonValue
}

export type CheckOutput = (text: string) => CheckedOutput

export interface OutputRequest {
  schema: NonNullable<Agent['outputSchema']>
  text: string
}

const askThread = createThreadReader<OutputRequest, CheckedOutput>(new URL('./output-thread.ts', import.meta.url), {
  mostMs: 5_000,
  threads: 2,
})

/** By a thread with limits of time and memory. An answer that exceeds them is as wrong as one that does not match. */
async function checkSafely(request: OutputRequest): Promise<CheckedOutput> {
  try {
    const checked = await askThread(request)
    // What a thread hands over are numbers of JavaScript: those with more digits are read from the text again.
    return checked.problem === null && mayLoseDigits(request.text)
      ? { ...checked, value: parseJson(unfence(request.text)) as JsonValue }
      : checked
  } catch (error) {
    if (error instanceof LongNumberError) return { problem: 'A number has too many digits.' }
    if (!(error instanceof ReaderFault || error instanceof ReaderLimitError)) throw error
    return { problem: `It is too large to be compared with the schema (${error.message}).` }
  }
}

interface OutputChecks {
  check: (text: string) => Promise<CheckedOutput>
  /** Of an answer that was checked. */
  known: CheckOutput
}

/** Checks answers against a schema, each once; without a schema every answer is right. */
export function outputChecks(schema: Agent['outputSchema']): OutputChecks {
  const checked = new Map<string, CheckedOutput>()
  const check = async (text: string) => {
    const found = checked.get(text) ?? (schema === null ? { problem: null } : await checkSafely({ schema, text }))
    checked.set(text, found)
    return found
  }
  const known = (text: string) => {
    const found = checked.get(text)
    if (!found) throw new TypeError('An answer was not checked.')
    return found
  }
  return { check, known }
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
