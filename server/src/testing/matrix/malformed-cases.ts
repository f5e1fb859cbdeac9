import { z } from 'zod'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Route } from './routes.ts'
import { urlOf } from './send.ts'
import type { Sample } from './sample.ts'

/** Built when it is sent: some hold 100 KB, and after a success all later ones are made anew. */
export type MakeCase = () => Case

/** One bad request: its difference from the sample, and the accepted statuses. Empty `expected`: any valid response. */
export interface Case {
  name: string
  sample: Sample
  raw?: { url?: string; payload?: string; method?: string }
  headers?: Record<string, string>
  expected: readonly number[]
}

interface ObjectSchema {
  type?: string
  properties?: Record<string, ObjectSchema>
  additionalProperties?: unknown
}

export const jsonSchemaOf = (schema: z.ZodType): ObjectSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema

const nul = 'a\u0000b'
const loneSurrogate = 'a\ud800b'
const values: [string, unknown][] = [
  ...([
    ['null', null],
    ['a number', 42],
    ['a fraction', 0.5],
    ['a negative', -1],
    ['beyond integers', 1e300],
    ['true', true],
  ] as [string, unknown][]),
  ...([
    ['an empty string', ''],
    ['a word', 'word'],
    ['spaces', '   '],
    ['an empty list', []],
    ['an empty object', {}],
    ['a list of null', [null]],
  ] as [string, unknown][]),
  ['a list of 5000', Array.from({ length: 5000 }, () => 'x')],
  ['100 KB of text', 'x'.repeat(100_000)],
  ['an operator', { $ne: null, $gt: '' }],
  ['SQL', `'; drop table app.agents; --`],
  ['a template', '{{7*7}}${7*7}<script>alert(1)</script>'],
  ['emoji and right-to-left', '🦊\u202e\u200bعربى'],
]
const unwritable: [string, string][] = [
  ['NUL', nul],
  ['a lone surrogate', loneSurrogate],
]

/** Fields that only the server sets (SEC-21, R13). */
const serverOwned =
  'id org_id orgId organizationId tenantId userId ownerId createdBy createdAt role plan planType status isAdmin price maxAgents usageCount costMicros version permissions constructor toString hasOwnProperty'.split(
    ' ',
  )

/** Paths of all declared fields of the body, those of objects within it too. */
function fieldPaths(schema: ObjectSchema, base: string[] = []): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => [[...base, key], ...fieldPaths(inner, [...base, key])])
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/** A copy with one field set, or removed when `value` is undefined. */
function withField(body: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): Record<string, unknown> {
  if (rest.length) return { ...body, [key]: withField(isObject(body[key]) ? body[key] : {}, rest, value) }
  const { [key]: _old, ...others } = body
  return value === undefined ? others : { ...others, [key]: value }
}

const refusedUnlessValid = (schema: z.ZodType, value: unknown): number[] => (schema.safeParse(value).success ? [] : [422])

export function bodyCases(endpoint: Endpoint, sample: Sample): MakeCase[] {
  const schema = endpoint.body
  if (!schema) return []
  const body = sample.body ?? {}
  const change =
    (name: string, changed: unknown, expected?: number[]): MakeCase =>
    () => {
      const payload = JSON.stringify(changed)
      const isTooLarge = payload.length > (endpoint.bodyLimit ?? 256 * 1024)
      return { name, sample, raw: { payload }, expected: isTooLarge ? [413] : (expected ?? refusedUnlessValid(schema, changed)) }
    }
  const paths = fieldPaths(jsonSchemaOf(schema))
  const known = new Set(paths.filter((path) => path.length === 1).map((path) => path[0]))
  return [
    ...paths.flatMap((path) => [
      change(`without ${path.join('.')}`, withField(body, path, undefined)),
      ...values.map(([word, value]) => change(`${path.join('.')} is ${word}`, withField(body, path, value))),
      ...unwritable.map(([word, value]) => change(`${path.join('.')} holds ${word}`, withField(body, path, value), [422])),
      ...(isObject(valueAt(body, path))
        ? [change(`${path.join('.')} has an unknown field`, withField(body, [...path, 'surprise'], 1))]
        : []),
    ]),
    ...[...serverOwned, 'surprise'].filter((key) => !known.has(key)).map((key) => change(`sets ${key}`, { ...body, [key]: 'x' }, [422])),
    ...values.filter(([, value]) => !isObject(value)).map(([word, value]) => change(`the body is ${word}`, value, [422])),
    () => ({
      name: 'no body',
      sample: { ...sample, body: undefined as never },
      headers: { 'content-type': 'application/json' },
      expected: refusedUnlessValid(schema, undefined),
    }),
  ]
}

const valueAt = (body: unknown, path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body)

/** Faults that every write must refuse before it parses fields. */
export function transportCases(endpoint: Endpoint, sample: Sample): MakeCase[] {
  if (endpoint.method === 'GET') return []
  const valid = JSON.stringify(sample.body ?? {})
  const within = (text: string) => valid.replace(/^\{/, `{${text}${valid === '{}' ? '' : ','}`)
  const bad =
    (name: string, payload: string | (() => string), expected: number[]): MakeCase =>
    () => ({ name, sample, raw: { payload: typeof payload === 'string' ? payload : payload() }, expected })
  const deep = (depth: number) => () => within(`"surprise":${'['.repeat(depth)}${']'.repeat(depth)}`)
  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'nonsense',
  ]
  const limit = endpoint.bodyLimit ?? 256 * 1024
  return [
    ...['{', '{"a":', valid.slice(0, -1), `${valid}x`, "{'a':1}", '{"a":undefined}', '\u0000', '{"a":1}{"b":2}', 'NaN'].map((text, index) =>
      bad(`malformed JSON ${index + 1}`, text, [400]),
    ),
    bad('__proto__', within('"__proto__":{"polluted":true}'), [400]),
    bad('__proto__ within', within('"surprise":{"__proto__":{"polluted":true}}'), [400]),
    bad('constructor.prototype', within('"constructor":{"prototype":{"polluted":true}}'), [400]),
    bad('41 levels', deep(41), endpoint.body ? [400] : []),
    bad('50000 levels', deep(50_000), endpoint.body ? [400] : []),
    bad('an oversized body', () => within(`"surprise":"${'x'.repeat(limit)}"`), [413]),
    ...types
      .filter((type) => !endpoint.upload?.some((taken) => type.startsWith(taken)))
      .map((type): MakeCase => () => ({
        name: `content type ${type}`,
        sample,
        raw: { payload: valid },
        headers: { 'content-type': type },
        expected: [415],
      })),
  ]
}

export function queryCases(route: Route, sample: Sample): MakeCase[] {
  const schema = route.endpoint.query
  if (!schema) return [() => ({ name: 'an unknown query', sample: { ...sample, query: { surprise: '1' } }, expected: [] })]
  const url = urlOf(route, { ...sample, query: {} }).replace(/\?$/, '')
  const query = sample.query ?? {}
  const change =
    (name: string, changed: Record<string, string>, expected?: number[]): MakeCase =>
    () => ({ name, sample: { ...sample, query: changed }, expected: expected ?? refusedUnlessValid(schema, changed) })
  const raw =
    (name: string, text: string, expected: number[] = []): MakeCase =>
    () => ({ name, sample, raw: { url: `${url}?${text}` }, expected })
  const texts = [
    '',
    'word',
    '-1',
    '0',
    '1.5',
    '1e3',
    '99999999999999999999',
    'null',
    'true',
    '[]',
    "' or 1=1 --",
    'x'.repeat(5_000),
    '%',
    '🦊',
  ]
  // A page opened by a link ignores what others added to the link.
  const ofUnknown = route.endpoint.page ? [] : [422]
  return [
    ...Object.keys(schema.shape).flatMap((key) => [
      ...texts.map((word) => change(`${key} is ${word.slice(0, 20)}`, { ...query, [key]: word })),
      ...unwritable.map(([word, value]) => change(`${key} holds ${word}`, { ...query, [key]: value }, word === 'NUL' ? [422] : [])),
      raw(`${key} twice`, `${key}=1&${key}=2`, [422]),
      raw(`${key} in half a character`, `${key}=%ED%A0%80`),
      raw(`${key} half escaped`, `${key}=%E0%A4%A`),
    ]),
    ...['surprise', 'tenant', 'org_id', 'organizationId', '__proto__', 'constructor'].map((key) =>
      raw(`unknown ${key}`, `${key}=1`, ofUnknown),
    ),
    raw('__proto__ as path', '__proto__[polluted]=1', ofUnknown),
  ]
}

export function paramCases(route: Route, sample: Sample): MakeCase[] {
  const { params, path } = route.endpoint
  if (!params) return []
  const segments = [
    'not-a-uuid',
    '0',
    '-1',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    '%E0%A4%A',
    "'%20or%201=1--",
    'x'.repeat(190),
    'x'.repeat(3_000),
    '%F0%9F%A6%8A',
    '__proto__',
    '{}',
  ]
  return Object.keys(params.shape).flatMap((name) =>
    segments.map((segment): MakeCase => () => {
      const address = path.replaceAll(/:(\w+)/g, (_all, each: string) =>
        each === name ? segment : encodeURIComponent(sample.params?.[each] ?? ''),
      )
      return { name: `${name} is ${segment.slice(0, 30)}`, sample, raw: { url: route.prefix + address }, expected: [400, 404, 414, 422] }
    }),
  )
}
