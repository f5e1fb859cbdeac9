import { z } from 'zod'
import { action } from '../kit/action.ts'
import type { Action } from '../kit/action.ts'
import { pathSegment } from '../kit/request.ts'
import type { ApiRequest, QueryValue } from '../kit/request.ts'
import type { StoredField, StoredOperation } from './stored-document.ts'

type Input = Readonly<Record<string, unknown>>

/** An operation of a stored document as an action. */
export const operationAction = (operation: StoredOperation): Action =>
  action({
    title: operation.title,
    description: operation.description,
    input: inputOf(operation.fields),
    sample: {},
    method: operation.method,
    request: (input) => requestOf(operation, input),
  })

export const inputOf = (fields: readonly StoredField[]): z.ZodObject =>
  z.object(Object.fromEntries(fields.map((field) => [field.key, typeOf(field)])))

function typeOf(field: StoredField): z.ZodType {
  const about = {
    title: [...field.within, field.name].join(' › '),
    ...(field.description === '' ? {} : { description: field.description }),
  }
  const type = valueOf(field)
  return (field.isRequired ? type : type.optional()).meta(about)
}

function valueOf({ type, options }: StoredField): z.ZodType {
  if (options.length > 0) return z.enum(options)
  if (type === 'integer') return z.int()
  if (type === 'number') return z.number()
  if (type === 'boolean') return z.boolean()
  return type === 'json' ? z.union([z.record(z.string(), z.json()), z.array(z.json())]) : z.string()
}

function requestOf({ path, fields, body }: StoredOperation, input: Input): Omit<ApiRequest, 'method'> {
  const at = (place: StoredField['at']): [string, unknown][] =>
    fields.flatMap(({ at: own, name, key }) => (own === place && input[key] !== undefined ? [[name, input[key]]] : []))
  const inPath = new Map(at('path'))
  const given = bodyOf(fields, input)
  return {
    path: path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => pathSegment(String(inPath.get(name) ?? ''))),
    query: Object.fromEntries(at('query').map(([name, value]) => [name, plain(value)])),
    headers: Object.fromEntries(at('header').map(([name, value]) => [name, String(plain(value))])),
    ...(body === 'fields' ? { json: given } : {}),
    ...(body === 'whole' && given['body'] !== undefined ? { json: given['body'] } : {}),
    ...(body === 'form' ? { form: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plain(value)])) } : {}),
  }
}

/** The fields of the body, in the objects that they are inside of. */
function bodyOf(fields: readonly StoredField[], input: Input): Record<string, unknown> {
  // Without a prototype: a document may name a field `__proto__`.
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const { at, key, name, within } of fields) {
    if (at !== 'body' || input[key] === undefined) continue
    let around = body
    for (const outer of within) around = (around[outer] ??= Object.create(null)) as Record<string, unknown>
    around[name] = input[key]
  }
  return body
}

/** Lists repeat their name; other structures go as JSON. */
function plain(value: unknown): QueryValue | readonly QueryValue[] {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => scalar(each))
  return scalar(value)
}

const scalar = (value: unknown): QueryValue => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as QueryValue))
