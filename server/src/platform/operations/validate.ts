import type { z } from 'zod'
import type { Endpoint, Parsed } from '@imperium/contract/kit/endpoint.ts'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { hasExactNumbers, replaceExactNumbers } from '../text/exact-json.ts'
import { AppError, invalid } from '../errors.ts'
import type { FieldError } from '../errors.ts'
import { wrongType } from './problem.ts'
import { Upload } from './upload.ts'

const maxErrors = 50
const maxDepth = 40

/** Parses params, query and body by the contract. @throws 422 with every wrong field; 400 for absurdly deep JSON (SEC-34). */
export function validate(endpoint: Endpoint, raw: { params: unknown; query: unknown; body: unknown }): Parsed<Endpoint> {
  if (endpoint.body && isTooDeep(raw.body, 0)) throw new AppError('BAD_REQUEST', 400, 'The request body is nested too deeply.')
  const errors: FieldError[] = unstorable(raw.params, [], unstorable(raw.query, [], endpoint.body ? unstorable(raw.body, []) : []))
  if (errors.length) throw invalid(errors.slice(0, maxErrors), 'Validation failed.')
  const parsed = {
    params: check(endpoint.params, raw.params ?? {}, errors),
    query: check(endpoint.query, raw.query ?? {}, errors),
    body: endpoint.upload ? readUpload(raw.body, errors, endpoint) : check(endpoint.body, raw.body, errors),
  }
  if (errors.length) throw invalid(errors.slice(0, maxErrors), 'Validation failed.')
  return parsed
}

/** For values without a schema, which an operation is to keep as they are. @throws 400, 422. */
export function refuseUnstorable(value: unknown, path: string): void {
  if (isTooDeep(value, 0)) throw new AppError('BAD_REQUEST', 400, 'The request body is nested too deeply.')
  const errors = unstorable(value, [path])
  if (errors.length) throw invalid(errors.slice(0, maxErrors), 'Validation failed.')
}

/** An empty file is an error; a `raw` operation may have an empty body. */
function readUpload(value: unknown, errors: FieldError[], { upload, raw: mayBeEmpty = false }: Endpoint): unknown {
  if (mayBeEmpty && (value === undefined || value === null)) return new Upload('', new Uint8Array())
  if (!(value instanceof Upload)) throw wrongType(upload)
  if (value.bytes.length === 0 && !mayBeEmpty) errors.push({ path: 'file', message: 'The file is empty' })
  return value
}

function check(schema: z.ZodType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (!schema) return undefined
  const exact = schema.safeParse(value)
  // Fields that are numbers of JavaScript take a longer one as JavaScript reads it.
  const isRounded = !exact.success && hasExactNumbers(value)
  const result = isRounded ? schema.safeParse(replaceExactNumbers(value, ({ digits }) => Number(digits))) : exact
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    if (errors.length >= maxErrors) break
    errors.push(...fieldErrors(issue))
  }
  return undefined
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, maxErrors)
      .map((key) => ({ path: [...path, key].join('.').slice(0, 200), message: 'This field is not known' }))
  return [{ path: path.join('.').slice(0, 200), ...wordedIssue(issue) }]
}

/**
 * Text that PostgreSQL cannot store: NUL in any column, half a surrogate pair in JSON. Checked here instead of in each schema.
 * Keys count too, when an operation accepts free JSON.
 */
function unstorable(value: unknown, path: readonly string[], errors: FieldError[] = []): FieldError[] {
  if (typeof value === 'string') {
    if (isUnstorable(value)) errors.push({ path: path.join('.').slice(0, 200), message: 'Contains characters that are not allowed' })
  } else if (Array.isArray(value)) {
    value.forEach((inner: unknown, at) => mayHold(inner) && unstorable(inner, [...path, String(at)], errors))
  } else if (value !== null && typeof value === 'object') {
    const fields = value as Record<string, unknown>
    for (const key in fields) {
      const inner = fields[key]
      if (isUnstorable(key)) errors.push({ path: path.join('.').slice(0, 200), message: 'A key contains characters that are not allowed' })
      if (mayHold(inner)) unstorable(inner, [...path, key], errors)
    }
  }
  return errors
}

/** Of most values no path is written: half a million numbers fit into one request. */
const mayHold = (value: unknown): boolean => (typeof value === 'string' ? isUnstorable(value) : typeof value === 'object' && value !== null)

const isUnstorable = (text: string) => text.includes('\u0000') || !text.isWellFormed()

function isTooDeep(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (depth >= maxDepth) return true
  if (Array.isArray(value)) return value.some((inner) => isTooDeep(inner, depth + 1))
  const fields = value as Record<string, unknown>
  for (const key in fields) if (isTooDeep(fields[key], depth + 1)) return true
  return false
}
