import type { SchemaDraft } from '@cfworker/json-schema'

type Node = Readonly<Record<string, unknown>>
type Schema = Node | boolean

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that hold schemas by name, in a list, or one; `items` holds a list before 2020-12. */
const byName = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const single = [
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
]

/**
 * The schema with lists, objects and null in `const` and `enum` spelled out by other keywords: the validator compares a list and an object as if
 * they were the same (findings/list-equals-object-in-cfworker.sh).
 */
export function spellOutValues(schema: unknown, draft: SchemaDraft): Schema {
  if (!isNode(schema)) return schema as boolean
  const made = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inKeyword(key, value, draft)]))
  // Any list holds none of something, which the validator does not know.
  if (made['minContains'] === 0 && made['maxContains'] === undefined) {
    delete made['contains']
    delete made['minContains']
  }
  const values = 'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : []
  if (values.every((value) => typeof value !== 'object')) return made
  const { const: _const, enum: _enum, ...rest } = made
  const choice = { anyOf: values.map((value) => schemaOfValue(value, draft)) }
  return { ...rest, allOf: [...(Array.isArray(rest['allOf']) ? (rest['allOf'] as unknown[]) : []), choice] }
}

function inKeyword(key: string, value: unknown, draft: SchemaDraft): unknown {
  if (byName.includes(key) && isNode(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spellOutValues(each, draft)]))
  if (inList.includes(key) && Array.isArray(value)) return (value as unknown[]).map((each) => spellOutValues(each, draft))
  return single.includes(key) ? spellOutValues(value, draft) : value
}

/** A schema that takes this value alone. */
function schemaOfValue(value: unknown, draft: SchemaDraft): Node {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) {
    const parts = (value as unknown[]).map((each) => schemaOfValue(each, draft))
    const size = { type: 'array', minItems: parts.length, maxItems: parts.length }
    return parts.length === 0 ? size : draft === '2020-12' ? { ...size, prefixItems: parts } : { ...size, items: parts }
  }
  if (!isNode(value)) return { const: value }
  const names = Object.keys(value)
  const properties = Object.fromEntries(names.map((name) => [name, schemaOfValue(value[name], draft)]))
  return { type: 'object', properties, maxProperties: names.length, ...(names.length > 0 ? { required: names } : {}) }
}
