import { isNode, listOf, nodeOf, textOf } from './read-references.ts'
import type { Node } from './read-references.ts'
import { isNullable, kindsOf, merged, spend, valuesOf } from './read-schema.ts'
import type { Schemas } from './read-schema.ts'

const mostCharacters = 4_000
const mostSteps = 600
/** Objects and lists inside of each other; fewer where the whole becomes too long. */
const depths = [5, 3, 2, 1] as const
const longestDescription = 200

/** What a list or an object is made of, as JSON Schema without references: what a model needs for it. Undefined where nothing short says it. */
export function shapeOf(document: Node, schema: Node, { shapes }: Schemas): Record<string, unknown> | undefined {
  for (const depth of depths) {
    if (shapes.steps <= 0 || shapes.characters <= 0) return undefined
    const steps = Math.min(mostSteps, shapes.steps)
    const reading = { left: steps, missing: 0, shapes }
    const { description: _own, ...shape } = partOf(document, schema, reading, depth)
    shapes.steps -= steps - reading.left
    const { length } = JSON.stringify(shape)
    if (reading.left < 0 || length > Math.min(mostCharacters, shapes.characters)) continue
    shapes.characters -= length
    return shape
  }
  return undefined
}

function partOf(document: Node, given: unknown, schemas: Schemas, depth: number): Record<string, unknown> {
  const schema = merged(document, given, schemas)
  const choices = listOf(schema['anyOf'] ?? schema['oneOf'])
  const kinds = [...kindsOf(schema), ...(isNullable(schema) ? ['null'] : [])]
  const isAny = kinds.length > 5
  const types = isAny || choices.length > 0 ? [] : kinds
  // OpenAI refuses a list without its items.
  const about = { ...typesOf(types), ...(types.includes('array') ? { items: {} } : {}), ...valuesIn(schema) }
  if (depth === 0) return about
  const inner = (each: unknown) => partOf(document, each, schemas, depth - 1)
  if (choices.length > 0) return { ...about, anyOf: [...choices.map(inner), ...(isNullable(schema) ? [{ type: 'null' }] : [])] }
  const properties = Object.entries(nodeOf(schema['properties']))
  if (!spend(schemas, properties.length)) return about
  const sent = properties.filter(([, each]) => merged(document, each, schemas)['readOnly'] !== true)
  const names = new Set(sent.map(([name]) => name))
  const required = listOf(schema['required']).filter((name) => names.has(name as string))
  const { items, additionalProperties: others } = schema
  return {
    ...about,
    ...(sent.length > 0 ? { properties: Object.fromEntries(sent.map(([name, each]) => [name, inner(each)])) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(types.includes('array') && isNode(items) ? { items: inner(items) } : {}),
    ...(others === false
      ? { additionalProperties: false }
      : isNode(others) && sent.length === 0
        ? { additionalProperties: inner(others) }
        : {}),
  }
}

const typesOf = (kinds: readonly string[]) => (kinds.length === 0 ? {} : { type: kinds.length === 1 ? kinds[0] : kinds })

/** Values other than texts are told in words: Gemini refuses requests whose schemas name them, and empty texts. */
function valuesIn(schema: Node): Record<string, unknown> {
  const description = textOf(schema['description']).slice(0, longestDescription)
  const values = valuesOf(schema).filter((each) => each !== null)
  const isOfTexts = kindsOf(schema).join() === 'string' && values.every((each) => typeof each === 'string' && each !== '')
  if (values.length > 0 && values.length <= 100 && isOfTexts && !isNullable(schema))
    return { ...(description ? { description } : {}), enum: values }
  const words = [description, ...(values.length > 0 ? [wordsOf(values)] : [])].filter((each) => each !== '').join(' ')
  return words === '' ? {} : { description: words }
}

export const wordsOf = (values: readonly unknown[]): string =>
  `One of: ${values
    .slice(0, 50)
    .map((each) => JSON.stringify(each))
    .join(', ')}.`
