import { withExactMultiples } from './exact-multiples.ts'
import type { Node } from './exact-multiples.ts'

type Schema = Node | boolean

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** No key of an answer that a model writes. */
const mark = '\u0000list'

/**
 * A copy with one key more in each list. The validator compares an object with a list by their keys alone, as if they were the same
 * (findings/list-equals-object-in-cfworker.sh).
 */
export function markLists(value: unknown): unknown {
  if (Array.isArray(value)) return Object.assign((value as unknown[]).map(markLists), { [mark]: true })
  return isNode(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, markLists(each)])) : value
}

/** Keywords that hold schemas by name, in a list, or one; `items` holds a list before 2020-12. */
const byName = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const ofItems = ['items', 'additionalItems', 'unevaluatedItems', 'contains']
const ofProperties = ['additionalProperties', 'unevaluatedProperties', 'propertyNames']
const single = [...ofItems, ...ofProperties, 'not', 'if', 'then', 'else']

/** A schema with which marked answers with these numbers are compared: the same lists in its values, and what the validator errs in written otherwise. */
export function markSchema(schema: unknown, numbers: readonly number[]): Schema {
  if (!isNode(schema)) return schema as boolean
  const made = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, inKeyword(keyword, value, numbers)]))
  // The validator does not ask for one where only the most are named.
  if (made['contains'] !== undefined) made['minContains'] ??= 1
  return withExactMultiples(made, numbers)
}

function inKeyword(keyword: string, value: unknown, numbers: readonly number[]): unknown {
  const inner = (each: unknown) => markSchema(each, numbers)
  if (keyword === 'const') return markLists(value)
  if (keyword === 'enum' && Array.isArray(value)) return (value as unknown[]).map(markLists)
  if (byName.includes(keyword) && isNode(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]))
  if (inList.includes(keyword) && Array.isArray(value)) return (value as unknown[]).map(inner)
  return single.includes(keyword) ? inner(value) : value
}
