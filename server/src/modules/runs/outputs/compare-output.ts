import { Validator } from '@cfworker/json-schema'
import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema'
import type { Agent } from '@imperium/contract/agents.ts'
import type { JsonValue } from '../../../platform/llm/types.ts'
import type { CheckedOutput } from './check-output.ts'
import { numbersIn } from './exact-multiples.ts'
import { markLists, markSchema } from './mark-lists.ts'
import { unfence } from '../../../platform/text/unfence.ts'

/** Drafts of JSON Schema that are told apart by `$schema`; all others are read as 2020-12. */
const draftOf = (schema: NonNullable<Agent['outputSchema']>): SchemaDraft => {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : ''
  if (named.includes('draft-04')) return '4'
  if (named.includes('draft-07') || named.includes('draft-06')) return '7'
  return named.includes('2019-09') ? '2019-09' : '2020-12'
}

/** Compares an answer with a schema. Every keyword counts (`@cfworker/json-schema`, no code generation). */
export function compareOutput(schema: NonNullable<Agent['outputSchema']>, text: string): CheckedOutput {
  let value: JsonValue
  try {
    value = JSON.parse(unfence(text)) as JsonValue
  } catch {
    return { problem: 'It is not JSON.' }
  }
  const draft = draftOf(schema)
  const { valid, errors } = new Validator(markSchema(schema, [...numbersIn(value)]), draft, false).validate(markLists(value))
  return valid ? { problem: null, value } : { problem: problemOf(errors) }
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
