import { z } from 'zod'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { asValue, englishOf, message, textOf } from '@imperium/contract/kit/message.ts'
import { parseJson } from '../../../platform/text/exact-json.ts'
import { ExactNumber, isNumberText, numberOf } from '../../../platform/text/exact-number.ts'
import type { Text } from '@imperium/contract/kit/message.ts'

/** The input does not fit the action. `path` is that of the field; '' for the whole. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly path: string
  /** Without the field. */
  readonly problem: Text
  /** With it. */
  readonly text: Text

  constructor(path: string, problem: Text) {
    const text = path === '' ? problem : message('{field}: {problem}', { field: path, problem: asValue(problem) })
    super(englishOf(text))
    this.path = path
    this.problem = problem
    this.text = text
  }
}

/** Checked by the schema. Forms and templates give text: where a field takes none, its number, its JSON, or nothing is read from it. */
export function readInput<S extends z.ZodObject>(schema: S, given: unknown, keptEmpty?: ReadonlySet<string>): z.output<S> {
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {}
  const read = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      const type = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined
      const made = type ? readField(type, value, keptEmpty?.has(name)) : value
      return made === undefined ? [] : [[name, made]]
    }),
  )
  const parsed = schema.safeParse(read)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new InputError(issue?.path.join('.') ?? '', issue ? textOf(wordedIssue(issue)) : 'The input does not fit')
}

function readField(type: z.ZodType, value: unknown, keepsEmpty = false): unknown {
  const fits = (candidate: unknown) => type.safeParse(candidate).success
  // Null where it may be is meant: it removes what stands there.
  if (value === null && fits(null)) return null
  if (value === '' && keepsEmpty && fits('')) return ''
  // An empty field of a form: absent, wherever it may be.
  if ((value === '' || value === null) && fits(undefined)) return undefined
  if (Array.isArray(value)) return readList(type, value)
  if (typeof value !== 'string' || fits(value))
    return (typeof value === 'number' || value instanceof ExactNumber) && !fits(value) && fits(String(value)) ? String(value) : value
  const json = asJson(value)
  const structure = Array.isArray(json) ? readList(type, json) : json
  const candidates = [asNumber(value), asBoolean(value), structure, value.trim() === 'null' ? null : undefined]
  return candidates.find((each) => each !== undefined && fits(each)) ?? structure ?? value
}

/** Templates inside of a list give text as well. */
function readList(type: z.ZodType, values: readonly unknown[]): unknown[] {
  const list = type instanceof z.ZodOptional || type instanceof z.ZodNullable ? (type.unwrap() as z.ZodType) : type
  if (list !== type) return readList(list, values)
  return list instanceof z.ZodArray ? values.map((each) => readField(list.element as z.ZodType, each)) : [...values]
}

/** With all its digits where it is written in digits; `0x10` as JavaScript reads them. */
function asNumber(text: string): number | ExactNumber | undefined {
  const digits = text.trim()
  if (digits === '' || !Number.isFinite(Number(digits))) return undefined
  return isNumberText(digits) ? numberOf(digits) : Number(digits)
}
const asBoolean = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined)

function asJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
