import { followReferences, listOf, nodeOf } from './read-references.ts'
import type { Missing, Node } from './read-references.ts'
import { kinds } from './stored-document.ts'
import type { StoredField } from './stored-document.ts'

/** What the shapes of one source may come to; see `shapeOf`. */
interface ShapeBudget {
  steps: number
  characters: number
}

/** What one operation or tool may cost: references lead each part to many places, so what may be put together is bounded. */
export interface Schemas extends Missing {
  left: number
  shapes: ShapeBudget
}
/** Schemas and properties of one; what is beyond is a field of JSON. */
const mostSteps = 10_000
/** Of one document or list of tools. Beyond it each has a little all the same, so that heavy ones take nothing from those after them. */
const mostOfAll = 600_000
const leastSteps = 500
/** Of one source: what models are told of its lists and objects. */
const mostShapeSteps = 300_000
const mostShapeCharacters = 1_000_000

/** Budgets of the operations or tools of one source, each for itself. */
export function newBudgets(): () => Schemas {
  const shapes = { steps: mostShapeSteps, characters: mostShapeCharacters }
  let [left, last] = [mostOfAll, { left: 0, missing: 0, shapes }]
  let given = 0
  return () => {
    left -= given - Math.max(0, last.left)
    given = Math.min(mostSteps, Math.max(leastSteps, left))
    last = { left: given, missing: 0, shapes }
    return last
  }
}

/** Whether as many steps are left; they are taken. */
export function spend(schemas: Schemas, steps: number): boolean {
  schemas.left -= steps
  return schemas.left >= 0
}

/** Of which nothing more is known. */
const unread: Node = { type: ['object', 'array'] }

/** By OpenAPI 3.0, or by the extension that generators of Swagger 2.0 write. */
const isMarkedNullable = (schema: Node): boolean => schema['nullable'] === true || schema['x-nullable'] === true

/** A schema with the parts of its `allOf` put together, as far as `schemas` lasts. */
export function merged(document: Node, given: unknown, schemas: Schemas, depth = 0): Node {
  if (!spend(schemas, 1)) return unread
  const schema = followReferences(document, given, schemas)
  const parts: Node[] = []
  if (depth < 5)
    for (const part of listOf(schema['allOf'])) {
      if (schemas.left <= 0) break
      parts.push(merged(document, part, schemas, depth + 1))
    }
  if (parts.length === 0) return withoutNull(document, schema, schemas, depth)
  const { allOf: _joined, ...own } = schema
  const all = [...parts, own]
  const [properties, required] = [all.map((part) => nodeOf(part['properties'])), all.map((part) => listOf(part['required']))]
  // Parts that name each other hold the same names again and again.
  const size = properties.reduce((sum, each) => sum + Object.keys(each).length, 0) + required.reduce((sum, each) => sum + each.length, 0)
  if (!spend(schemas, size)) return unread
  const joined: Node = {
    ...Object.assign({}, ...all),
    ...(properties.some((each) => Object.keys(each).length > 0) ? { properties: Object.assign({}, ...properties) } : {}),
    required: [...new Set(required.flat())],
  }
  return withoutNull(document, joined, schemas, depth)
}

const isNullSchema = (schema: Node): boolean =>
  schema['type'] === 'null' ||
  ('const' in schema && schema['const'] === null) ||
  (Array.isArray(schema['enum']) && schema['enum'].every((each) => each === null))

/**
 * "Optional or null", as FastAPI, Pydantic and zod write it: a choice (`anyOf`, `oneOf`) of one schema and null is that schema, which may be
 * null. A choice of several keeps its parts, with their references followed.
 */
function withoutNull(document: Node, schema: Node, schemas: Schemas, depth: number): Node {
  const word = isChoice(schema['anyOf']) ? 'anyOf' : isChoice(schema['oneOf']) ? 'oneOf' : undefined
  if (word === undefined || depth >= 5) return schema
  const parts: Node[] = []
  for (const part of listOf(schema[word])) {
    if (schemas.left <= 0) break
    parts.push(merged(document, part, schemas, depth + 1))
  }
  const real = parts.filter((part) => !isNullSchema(part))
  const { [word]: _choice, ...around } = schema
  const isNullable = real.length < parts.length || real.some(isMarkedNullable)
  const own = { ...around, ...(isNullable ? { nullable: true } : {}) }
  const [only] = real
  if (real.length !== 1 || !only) return { ...own, [word]: real }
  const properties = { ...nodeOf(only['properties']), ...nodeOf(around['properties']) }
  return { ...only, ...own, ...(Object.keys(properties).length > 0 ? { properties } : {}) }
}

const isChoice = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The only values that it may have; empty where any of its type. */
export const valuesOf = (schema: Node): readonly unknown[] => ('const' in schema ? [schema['const']] : listOf(schema['enum']))

export const isNullable = (schema: Node): boolean =>
  isMarkedNullable(schema) || listOf(schema['type']).includes('null') || valuesOf(schema).includes(null) || saysNothing(schema)

const ofValues = ['type', 'const', 'enum', 'anyOf', 'oneOf', 'properties', 'additionalProperties', 'items', 'prefixItems', 'nullable']
/** Such a schema takes anything. */
const saysNothing = (schema: Node): boolean => ofValues.every((keyword) => schema[keyword] === undefined)

export const anyKind = ['string', 'number', 'boolean', 'object', 'array'] as const
export type Kind = StoredField['kinds'][number]

/** The kinds of values that a schema takes, null apart: by its type, else by its values, its parts, or what it says of them. */
export function kindsOf(schema: Node): Kind[] {
  const types = (Array.isArray(schema['type']) ? listOf(schema['type']) : [schema['type']]).filter((type) => type !== 'null')
  const named = kinds.filter((kind) => types.includes(kind))
  if (named.length > 0) return named
  const values = valuesOf(schema).filter((each) => each !== null)
  if (values.length > 0) return kinds.filter((kind) => values.some((each) => kindOfValue(each) === kind))
  const choices = listOf(schema['anyOf'] ?? schema['oneOf']).flatMap((part) => kindsOf(nodeOf(part)))
  if (choices.length > 0) return kinds.filter((kind) => choices.includes(kind) && !(kind === 'integer' && choices.includes('number')))
  if (schema['properties'] || schema['additionalProperties']) return ['object']
  return schema['items'] || schema['prefixItems'] ? ['array'] : [...anyKind]
}

/** Whether such a value is of one of the kinds. */
export function isOfKind(value: unknown, among: readonly Kind[]): boolean {
  const kind = kindOfValue(value)
  return among.includes(kind) || (kind === 'integer' && among.includes('number'))
}

function kindOfValue(value: unknown): Kind {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as 'string' | 'boolean') : 'object'
}
