import { z } from 'zod'

const mostBytes = 16 * 1024
/** Keywords and names from the whole schema to its innermost part. */
const deepest = 48

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const isType = (value: unknown): boolean => isText(value) && types.includes(value)

/** What cannot be checked in bounded time, or leads elsewhere. */
const refused = new Set(['pattern', 'patternProperties', '$ref', '$dynamicRef', '$recursiveRef'])

/** A part of a schema that cannot be used. `isForm`: its keyword takes no such value; else it cannot be checked in bounded time, or leads elsewhere. */
interface Fault {
  path: (string | number)[]
  isForm: boolean
}
type Find = (value: unknown, path: Fault['path']) => Fault | null

const fault = (path: Fault['path'], isForm: boolean): Fault => ({ path, isForm })
const firstOf = (entries: readonly (readonly [string | number, unknown])[], path: Fault['path'], find: Find): Fault | null => {
  for (const [key, value] of entries) {
    const found = find(value, [...path, key])
    if (found) return found
  }
  return null
}

/** By a rule for its value alone. */
const plain =
  (isRight: (value: unknown) => boolean): Find =>
  (value, path) =>
    isRight(value) ? null : fault(path, true)
const one: Find = (value, path) => (isNode(value) ? faultOf(value, path) : plain(isFlag)(value, path))
const listed: Find = (value, path) =>
  Array.isArray(value) && value.length > 0 ? firstOf([...value.entries()], path, one) : fault(path, true)
const named =
  (find: Find): Find =>
  (value, path) =>
    isNode(value) ? firstOf(Object.entries(value), path, find) : fault(path, true)
const all = (keywords: readonly string[], find: Find): Record<string, Find> =>
  Object.fromEntries(keywords.map((keyword) => [keyword, find]))

/** What each keyword that is checked takes. All others say something about the schema and hold anything. */
const keywords: Readonly<Record<string, Find>> = {
  ...all(['additionalItems', 'unevaluatedItems', 'contains', 'not', 'if', 'then', 'else'], one),
  ...all(['additionalProperties', 'unevaluatedProperties', 'propertyNames'], one),
  ...all(['allOf', 'anyOf', 'oneOf', 'prefixItems'], listed),
  ...all(['properties', 'dependentSchemas', '$defs', 'definitions'], named(one)),
  ...all(
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
    plain(isCount),
  ),
  ...all(['minimum', 'maximum'], plain(isNumber)),
  // Whether the limit itself is in, in the fourth draft.
  ...all(
    ['exclusiveMinimum', 'exclusiveMaximum'],
    plain((value) => isNumber(value) || isFlag(value)),
  ),
  // A list in drafts before 2020-12.
  items: (value, path) => (Array.isArray(value) ? listed(value, path) : one(value, path)),
  dependencies: named((value, path) => (isTexts(value) ? null : one(value, path))),
  dependentRequired: named(plain(isTexts)),
  required: plain(isTexts),
  enum: plain((value) => Array.isArray(value)),
  multipleOf: plain((value) => isNumber(value) && value > 0),
  uniqueItems: plain(isFlag),
  format: plain(isText),
  type: plain((value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType))),
  $schema: plain(isText),
  $id: plain((value) => isText(value) && URL.canParse(value, 'https://schema.invalid/')),
}

/** The first part with which answers cannot be compared; null where all can. */
function faultOf(schema: Node, path: Fault['path'] = []): Fault | null {
  if (path.length > deepest) return fault(path, false)
  return firstOf(Object.entries(schema), path, (value, at) => {
    const keyword = String(at.at(-1))
    if (refused.has(keyword)) return fault(at, false)
    return Object.hasOwn(keywords, keyword) ? (keywords[keyword]?.(value, at) ?? null) : null
  })
}

/** A JSON schema of an object that every answer must match. */
export const OutputSchema = z
  .record(z.string(), z.json(), 'A JSON schema is an object')
  .refine((schema) => schema['type'] === 'object', 'The schema must be of "type": "object"')
  .refine((schema) => JSON.stringify(schema).length <= mostBytes, 'The schema must be at most 16 KB')
  .superRefine((schema, context) => {
    const found = faultOf(schema)
    if (!found) return
    const at = { code: 'custom', path: found.path, input: schema } as const
    if (found.isForm) context.addIssue({ ...at, message: 'JSON Schema does not allow this value here' })
    else context.addIssue({ ...at, message: 'Patterns, references and deep nesting cannot be used' })
  })
