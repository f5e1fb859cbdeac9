import { z } from 'zod'
import { hasValues } from '../../../platform/text/exact-json.ts'
import { exactInteger, exactJson, exactNumber } from '../../../platform/text/exact-json-fields.ts'
import { action } from '../kit/action.ts'
import type { Action } from '../kit/action.ts'
import type { ApiRequest, QueryValue } from '../kit/request.ts'
import { writeMultipart } from '../kit/write-multipart.ts'
import type { MultipartPart } from '../kit/write-multipart.ts'
import { isFormType } from './stored-document.ts'
import type { StoredField, StoredOperation } from './stored-document.ts'
import { wordsOf } from './shape-of.ts'
import { writeInHeader, writeInPath, writeInQuery } from './write-parameter.ts'

type Input = Readonly<Record<string, unknown>>

const mostFiles = 20

/** An operation of a stored document as an action. */
export const operationAction = (operation: StoredOperation): Action =>
  action({
    title: operation.title,
    description: operation.description,
    input: inputOf(operation.fields),
    sample: {},
    keptEmpty: keptEmptyOf(operation.fields),
    method: operation.method,
    request: (input) => requestOf(operation, input),
  })

/** An empty text of a body says something: it clears what stands there. In an address it is the absence of a value. */
export const keptEmptyOf = (fields: readonly StoredField[]): ReadonlySet<string> =>
  new Set(fields.filter(({ at }) => at === 'body').map(({ key }) => key))

export const inputOf = (fields: readonly StoredField[]): z.ZodObject =>
  // A name that the operation does not know is a mistake, and not left out without a word.
  z.strictObject(Object.fromEntries(fields.map((field) => [field.key, typeOf(field)])))

/** As a webhook of a workflow gives the file of a form. */
const GivenFile = z.object({
  filename: z.string().min(1).max(255).default('file'),
  contentType: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+$/)
    .optional(),
  content: z.base64(),
})
type GivenFile = z.output<typeof GivenFile>
const fileHint = 'A file: an object with filename, contentType and content (base64), as the file of a webhook.'

function typeOf(field: StoredField): z.ZodType {
  const hints = [...(field.part?.isFile ? [fileHint] : []), ...(field.values ? [wordsOf(field.values)] : [])]
  const description = [field.description, ...hints].filter((text) => text !== '').join(' ')
  const about = {
    title: [...field.within, field.name].join(' › '),
    ...(description === '' ? {} : { description }),
  }
  const type = valueOf(field)
  return (field.isRequired ? type : type.optional()).meta(about)
}

const oneOfKind = {
  string: () => z.string(),
  integer: () => exactInteger(),
  number: () => exactNumber(),
  boolean: () => z.boolean(),
  object: () => z.record(z.string(), exactJson()),
  array: () => z.array(exactJson()),
} as const

/** Of a list, each value as far as the document says what it is. */
function listOf({ kinds, options, isNullable }: NonNullable<StoredField['items']>): z.ZodType {
  const item = options.length > 0 && kinds.join() === 'string' ? z.enum(options) : unionOf(kinds)
  return z.array(isNullable ? item.nullable() : item)
}

const unionOf = (kinds: StoredField['kinds']): z.ZodType =>
  kinds.length === 1 && kinds[0] ? oneOfKind[kinds[0]]() : z.union(kinds.map((kind) => oneOfKind[kind]()))

/** One of some values that are not all texts. */
const oneOfValues = (values: NonNullable<StoredField['values']>, type: string | undefined): z.ZodType =>
  z
    .any()
    .superRefine((value, context) => {
      if (!values.includes(value as string)) context.addIssue({ code: 'invalid_value', values: [...values], input: value as unknown })
    })
    .meta(type === undefined ? {} : { type })

function valueOf(field: StoredField): z.ZodType {
  const { type, kinds, options, values, items, shape, isNullable, part } = field
  if (part?.isFile) {
    const file = kinds.includes('array') ? z.array(GivenFile).max(mostFiles) : GivenFile
    return isNullable ? file.nullable() : file
  }
  const taken = type === 'json' || type === 'any' ? (kinds.length > 0 ? kinds : (['object', 'array'] as const)) : [type]
  const value =
    options.length > 0
      ? z.enum(options)
      : values
        ? oneOfValues(values, type === 'any' ? undefined : type)
        : items && taken.join() === 'array'
          ? listOf(items)
          : unionOf([...taken])
  const told = shape ? value.meta(shape) : value
  return isNullable ? told.nullable() : told
}

function requestOf(operation: StoredOperation, input: Input): Omit<ApiRequest, 'method'> {
  const { path, root, fields } = operation
  const at = (place: StoredField['at']) => fields.filter((field) => field.at === place && input[field.key] !== undefined)
  const inPath = new Map(at('path').map((field) => [field.name, writeInPath(field, input[field.key])]))
  const query = at('query').map((field) => writeInQuery(field, input[field.key]))
  return {
    path: `${root === '/' ? '' : root}${path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => inPath.get(name) ?? '')}`,
    ...(root === '' ? {} : { isFromRoot: true }),
    encodedQuery: query.filter((each) => each !== '').join('&'),
    headers: Object.fromEntries(
      at('header').flatMap((field) => (input[field.key] === null ? [] : [[field.name, writeInHeader(field, input[field.key])]])),
    ),
    ...sentBody(operation, input),
  }
}

function sentBody(
  { body: kind, contentType, fields, objects }: StoredOperation,
  input: Input,
): Pick<ApiRequest, 'json' | 'form' | 'text' | 'bytes'> {
  if (kind === 'none') return {}
  if (kind === 'multipart') return multipartOf(fields, input)
  if (kind === 'form') return formOf(fields, input)
  if (kind === 'file') return fileOf(fields, contentType, input)
  const body = bodyOf(fields, input, objects)
  const json = kind === 'fields' ? body : body['body']
  if (json === undefined) return {}
  if (kind === 'whole' && isFormType(contentType)) return { form: mapOf(json as object) }
  if (kind === 'text') return { text: { body: String(json), contentType } }
  return contentType === '' ? { json } : { text: { body: JSON.stringify(json), contentType } }
}

const mapOf = (fields: object) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]))

function formOf(fields: readonly StoredField[], input: Input): Pick<ApiRequest, 'form' | 'text'> {
  const given = fields.filter(({ at, key }) => at === 'body' && input[key] !== undefined)
  if (given.every(({ style }) => style === undefined))
    return { form: Object.fromEntries(given.map(({ name, key }) => [name, plain(input[key])])) }
  const parts = given.map((field) => writeInQuery(field, input[field.key])).filter((each) => each !== '')
  return { text: { body: parts.join('&'), contentType: 'application/x-www-form-urlencoded' } }
}

function fileOf(fields: readonly StoredField[], asked: string, input: Input): Pick<ApiRequest, 'bytes'> {
  const field = fields.find(({ at }) => at === 'body')
  const file = field && (input[field.key] as GivenFile | undefined)
  return file ? { bytes: { body: Buffer.from(file.content, 'base64'), contentType: file.contentType ?? asked } } : {}
}

const delimiterOf = ({ style }: StoredField): string => (style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',')

/** A list is a part for each value, unless the document says that it is one; structures are JSON, unless the document names another type. */
function multipartOf(fields: readonly StoredField[], input: Input): Pick<ApiRequest, 'bytes'> {
  const parts = fields.flatMap((field) => {
    const value = input[field.key]
    if (field.at !== 'body' || value === undefined || value === null) return []
    if (!Array.isArray(value)) return [partOf(field, value)]
    const values = value as unknown[]
    return field.explode === false
      ? [partOf(field, values.map(scalar).join(delimiterOf(field)))]
      : values.map((each) => partOf(field, each))
  })
  return parts.length === 0 ? {} : { bytes: writeMultipart(parts) }
}

function partOf({ name, part }: StoredField, value: unknown): MultipartPart {
  const asked = part?.contentType ?? ''
  if (part?.isFile) {
    const { filename, contentType, content } = value as GivenFile
    return {
      name,
      fileName: filename,
      content: Buffer.from(content, 'base64'),
      contentType: contentType ?? (asked || 'application/octet-stream'),
    }
  }
  const type = asked || (hasValues(value) ? 'application/json' : '')
  return { name, content: String(scalar(value)), ...(type === '' ? {} : { contentType: type }) }
}

/** The fields of the body, in the objects that they are inside of. */
export function bodyOf(fields: readonly StoredField[], input: Input, objects: StoredOperation['objects'] = []): Record<string, unknown> {
  // Without a prototype: a document may name a field `__proto__`.
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const objectAt = (place: readonly string[]) => {
    let found = body
    for (const name of place) found = (found[name] ??= Object.create(null)) as Record<string, unknown>
    return found
  }
  for (const { at, key, name, within, isRest } of fields) {
    if (at !== 'body' || input[key] === undefined) continue
    if (isRest) {
      for (const [other, value] of Object.entries(input[key] as object)) body[other] ??= value as unknown
      continue
    }
    objectAt(within)[name] = input[key]
  }
  for (const place of objects) {
    const around = place.slice(0, -1).reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], body)
    if (around !== undefined) objectAt(place)
  }
  return body
}

/** Lists repeat their name; other structures go as JSON. */
function plain(value: unknown): QueryValue | readonly QueryValue[] {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => scalar(each))
  return scalar(value)
}

const scalar = (value: unknown): QueryValue => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as QueryValue))
