import { InvalidArgumentError } from '@ai-sdk/provider'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Creates one valid value for a JSON schema, always the same for the same schema and text; `seed` fills texts, so that output depends on
 * the input. Covers our tools and output schemas; throws a clear error for the rest (an unusual `pattern`, `not`).
 */
export const sampleSchema = (schema: JsonValue, seed: string): JsonValue =>
  sampleNode(schema, { root: schema, seed: seed.trim() || 'sandbox', depth: 0 })

interface Context {
  root: JsonValue
  seed: string
  depth: number
}

const MAX_DEPTH = 8

const isObject = (value: JsonValue | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const numberOf = (value: JsonValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined)
const refuse = (what: string): never => {
  throw new InvalidArgumentError({ argument: 'schema', message: `The sandbox model cannot satisfy this schema: ${what}` })
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'sandbox@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}
const PATTERN_CANDIDATES = [
  'sandbox',
  'Sandbox',
  'SANDBOX',
  'a',
  'A',
  '0',
  '1',
  '10',
  '123',
  'abc',
  'a1',
  'en',
  'EN',
  'en-US',
  'USD',
  '00:00',
  '1.0.0',
  '0.0',
  '#000000',
  '+10000000000',
  'a-b',
  'a_b',
  'a.b',
  ...Object.values(FORMATS),
]

const sampleText = (schema: JsonObject, { seed }: Context): string => {
  const { format, pattern } = schema
  const min = numberOf(schema['minLength']) ?? 0
  const max = numberOf(schema['maxLength']) ?? Math.max(200, min)
  // Lengths count characters, not UTF-16 units.
  const fits = (text: string) => [...text].length >= min && [...text].length <= max
  if (typeof pattern === 'string') {
    const form = new RegExp(pattern, 'u')
    const repeated = ['a', 'A', '0'].map((letter) => letter.repeat(Math.max(1, min)))
    const found = [...(typeof format === 'string' ? [FORMATS[format] ?? ''] : []), seed, ...PATTERN_CANDIDATES, ...repeated, ''].find(
      (text) => form.test(text) && fits(text),
    )
    return found ?? refuse(`pattern ${pattern}`)
  }
  const fixed = typeof format === 'string' ? FORMATS[format] : undefined
  if (fixed !== undefined) return fits(fixed) ? fixed : refuse(`length of ${String(format)}`)
  if (min > max) refuse('minLength above maxLength')
  const letters = [...seed].slice(0, max)
  while (letters.length < min) letters.push('.')
  return letters.join('')
}

const sampleNumber = (schema: JsonObject, integer: boolean): number => {
  const over = numberOf(schema['exclusiveMinimum'])
  const under = numberOf(schema['exclusiveMaximum'])
  const least = numberOf(schema['minimum'])
  const most = numberOf(schema['maximum'])
  const low = Math.max(least ?? -Infinity, over ?? -Infinity)
  const high = Math.min(most ?? Infinity, under ?? Infinity)
  const fits = (value: number) =>
    value >= low &&
    value <= high &&
    (over === undefined || value > over) &&
    (under === undefined || value < under) &&
    (!integer || Number.isInteger(value))
  const step = numberOf(schema['multipleOf'])
  if (step !== undefined) {
    const first = Math.ceil((Number.isFinite(low) ? low : 0) / step)
    for (let index = 0; index < 100; index += 1) {
      const value = (Number.isFinite(low) || !Number.isFinite(high) ? first + index : Math.floor(high / step) - index) * step
      if (fits(value)) return value
    }
    return refuse(`multipleOf ${step}`)
  }
  const middle = (low + high) / 2
  return [1, 0, Math.ceil(low), Math.floor(low) + 1, Math.floor(high), Math.ceil(high) - 1, middle].find(fits) ?? refuse('number range')
}

const sampleArray = (schema: JsonObject, context: Context): JsonValue[] => {
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []
  const min = numberOf(schema['minItems']) ?? 0
  const max = numberOf(schema['maxItems']) ?? Infinity
  const values = first.slice(0, max).map((item) => sampleNode(item, context))
  // One item when items are allowed, so that a response is not empty.
  const wanted = Math.min(max, Math.max(min, context.depth < MAX_DEPTH - 2 ? 1 : 0, values.length))
  const items = schema['items'] ?? {}
  if (items === false && values.length < min) refuse('items')
  while (values.length < wanted && items !== false) {
    const seed = values.length === 0 ? context.seed : `${values.length + 1} ${context.seed}`
    values.push(sampleNode(items, { ...context, seed }))
  }
  if (schema['uniqueItems'] === true && new Set(values.map((value) => JSON.stringify(value))).size < values.length) {
    if (min > 1) refuse('uniqueItems')
    return values.slice(0, 1)
  }
  return values
}

const sampleObject = (schema: JsonObject, context: Context): JsonObject => {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  // At depth only required fields, so that a recursive schema ends.
  const names = new Set([...required, ...(context.depth < 3 ? Object.keys(properties) : [])])
  const entries = [...names]
    .filter((name) => properties[name] !== false)
    .map((name): [string, JsonValue] => [name, sampleNode(properties[name] ?? schema['additionalProperties'] ?? {}, context)])
  return Object.fromEntries(entries)
}

const resolveRef = (ref: string, root: JsonValue): JsonValue => {
  if (!ref.startsWith('#')) return refuse(`reference ${ref}`)
  const path = ref.slice(1).split('/').filter(Boolean)
  return path.reduce<JsonValue>((node, part) => {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const next = isObject(node) ? node[key] : Array.isArray(node) ? node[Number(key)] : undefined
    return next ?? refuse(`reference ${ref}`)
  }, root)
}

const mergeAll = (parts: JsonObject[]): JsonObject =>
  parts.reduce((merged, part) => ({
    ...merged,
    ...part,
    ...(isObject(merged['properties']) && isObject(part['properties'])
      ? { properties: { ...merged['properties'], ...part['properties'] } }
      : {}),
    ...(Array.isArray(merged['required']) && Array.isArray(part['required'])
      ? { required: [...merged['required'], ...part['required']] }
      : {}),
  }))

const typeOf = (schema: JsonObject): string => {
  const { type } = schema
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return String(type.find((name) => name !== 'null') ?? 'null')
  if ('properties' in schema || 'required' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  return 'minimum' in schema || 'maximum' in schema ? 'number' : 'string'
}

const sampleAlternatives = (choices: JsonValue[], rest: JsonObject, context: Context): JsonValue => {
  const plain = choices.filter((choice) => !(isObject(choice) && choice['type'] === 'null'))
  // Near the bottom a `null` or a leaf ends a recursion that the first alternative would go on with.
  const leaf = choices.find(
    (choice) => isObject(choice) && ['null', 'string', 'number', 'integer', 'boolean'].includes(String(choice['type'])),
  )
  const chosen = (context.depth > 3 ? leaf : undefined) ?? plain[0] ?? choices[0]
  if (chosen === undefined) return refuse('no alternative')
  return sampleNode(isObject(chosen) ? mergeAll([rest, chosen]) : chosen, context)
}

const sampleNode = (node: JsonValue, outer: Context): JsonValue => {
  const context = { ...outer, depth: outer.depth + 1 }
  if (node === false || context.depth > MAX_DEPTH * 2) return refuse(node === false ? 'nothing is allowed' : 'endless nesting')
  if (!isObject(node)) return context.seed
  const { $ref, allOf, anyOf, oneOf, ...rest } = node
  if (typeof $ref === 'string') {
    const target = resolveRef($ref, context.root)
    return sampleNode(isObject(target) ? mergeAll([rest, target]) : target, context)
  }
  if ('const' in node) return node['const'] ?? null
  if (Array.isArray(node['enum'])) return node['enum'][0] ?? null
  if ('not' in node) return refuse('not')
  if (Array.isArray(allOf)) {
    const parts = allOf
      .map((part) => (isObject(part) && typeof part['$ref'] === 'string' ? resolveRef(part['$ref'], context.root) : part))
      .filter(isObject)
    return sampleNode(mergeAll([{ ...rest, ...(anyOf ? { anyOf } : {}), ...(oneOf ? { oneOf } : {}) }, ...parts]), outer)
  }
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return sampleAlternatives(choices, rest, context)
  switch (typeOf(node)) {
    case 'object':
      return sampleObject(node, context)
    case 'array':
      return sampleArray(node, context)
    case 'integer':
      return sampleNumber(node, true)
    case 'number':
      return sampleNumber(node, false)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return sampleText(node, context)
  }
}
