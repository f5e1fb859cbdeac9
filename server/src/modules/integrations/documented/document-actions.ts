import { z } from 'zod'
import { action } from '../kit/action.ts'
import type { Action } from '../kit/action.ts'
import { pathSegment } from '../kit/request.ts'
import type { ApiRequest, QueryValue } from '../kit/request.ts'
import { StoredDocument } from './stored-document.ts'
import type { StoredField, StoredOperation } from './stored-document.ts'

type Input = Readonly<Record<string, unknown>>

/** The operations of a stored document as actions, by id. */
export function documentActions(document: unknown): Readonly<Record<string, Action>> {
  const stored = StoredDocument.safeParse(document).data
  return Object.fromEntries((stored?.operations ?? []).map((operation) => [operation.id, actionOf(operation)]))
}

const actionOf = (operation: StoredOperation): Action =>
  action({
    title: operation.title,
    description: operation.description,
    input: z.object(Object.fromEntries(operation.fields.map((field) => [field.key, typeOf(field)]))),
    sample: {},
    method: operation.method,
    request: (input) => requestOf(operation, input),
  })

function typeOf(field: StoredField): z.ZodType {
  const about = { title: field.name, ...(field.description === '' ? {} : { description: field.description }) }
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
  const given = Object.fromEntries(at('body'))
  return {
    path: path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => pathSegment(String(inPath.get(name) ?? ''))),
    query: Object.fromEntries(at('query').map(([name, value]) => [name, plain(value)])),
    headers: Object.fromEntries(at('header').map(([name, value]) => [name, String(plain(value))])),
    ...(body === 'fields' ? { json: given } : {}),
    ...(body === 'whole' && given['body'] !== undefined ? { json: given['body'] } : {}),
    ...(body === 'form' ? { form: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plain(value)])) } : {}),
  }
}

/** Lists repeat their name; other structures go as JSON. */
function plain(value: unknown): QueryValue | readonly QueryValue[] {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => scalar(each))
  return scalar(value)
}

const scalar = (value: unknown): QueryValue => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as QueryValue))
