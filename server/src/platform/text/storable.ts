import type { JsonValue } from '../llm/types.ts'
import { hasValues } from './exact-json.ts'

const maxDepth = 40

/** Text that PostgreSQL can store: NUL and half surrogate pairs, which a model may write, become U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/**
 * JSON of a model or a tool that PostgreSQL can store, keys included. Too deep nesting becomes a note: otherwise every
 * worker that takes the run would fail to store it.
 */
export function storableJson(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return storableText(value)
  if (!hasValues(value)) return value
  if (depth >= maxDepth) return '[nested too deeply]'
  if (Array.isArray(value)) return value.map((each) => storableJson(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storableText(key), storableJson(each, depth + 1)]))
}
