import { Validator } from '@cfworker/json-schema'
import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema'
import type { Agent } from '@imperium/contract/agents.ts'
import type { JsonValue, TranscriptMessage } from '../../../platform/llm/types.ts'
import { spellOutValues } from './spell-out-values.ts'

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

/** Drafts of JSON Schema that are told apart by `$schema`; all others are read as 2020-12. */
const draftOf = (schema: NonNullable<Agent['outputSchema']>): SchemaDraft => {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : ''
  if (named.includes('draft-04')) return '4'
  if (named.includes('draft-07') || named.includes('draft-06')) return '7'
  return named.includes('2019-09') ? '2019-09' : '2020-12'
}

/** Checks answers against a schema; without one every answer is right. Every keyword counts (`@cfworker/json-schema`, no code generation). */
export function outputCheck(schema: Agent['outputSchema']): CheckOutput {
  if (schema === null) return () => ({ problem: null })
  const draft = draftOf(schema)
  const validator = new Validator(spellOutValues(schema, draft), draft, false)
  return (text) => {
    let value: JsonValue
    try {
      value = JSON.parse(unfence(text)) as JsonValue
    } catch {
      return { problem: 'It is not JSON.' }
    }
    const { valid, errors } = validator.validate(value)
    return valid ? { problem: null, value } : { problem: problemOf(errors) }
  }
}

/** The innermost reasons: those around them only say that something inside does not fit. */
function problemOf(errors: readonly OutputUnit[]): string {
  const inner = errors.filter(
    ({ instanceLocation }, at) => !errors.some((other, index) => index !== at && other.instanceLocation.startsWith(`${instanceLocation}/`)),
  )
  const problems = (inner.length > 0 ? inner : errors).slice(0, 5).map(({ instanceLocation, error }) => {
    const place = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
    return `${place || 'answer'}: ${error}`
  })
  return [...new Set(problems)].join('; ').slice(0, 600)
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
