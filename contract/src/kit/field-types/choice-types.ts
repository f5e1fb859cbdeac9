import { message } from '../message.ts'
import { compareTexts, existence, isBlank, textual } from './field-type.ts'
import type { FieldFacts, FieldType, FieldValue, Parsed } from './field-type.ts'

export const choiceLimits = { options: 200, chosen: 50, related: 100 } as const

/** An option by its value, or by its label in any case. */
const optionOf = (text: string, { options }: FieldFacts) =>
  options.find(({ value }) => value === text) ?? options.find(({ label }) => label.toLowerCase() === text.toLowerCase())

const labelOf = (value: string, { options }: FieldFacts): string => options.find((option) => option.value === value)?.label ?? value

const choose = (text: string, field: FieldFacts): Parsed => {
  const option = optionOf(text, field)
  return option ? { value: option.value } : { refused: message('There is no choice "{value}"', { value: text.slice(0, 100) }) }
}

export const choice: FieldType = {
  ...textual(choose),
  label: 'Choice',
  sql: 'text',
  input: 'choice',
  operators: ['is', 'isNot', 'anyOf', ...existence],
  canSort: true,
  canBeUnique: false,
  isText: false,
  write: (value, field) => (value === null ? '' : labelOf(String(value), field)),
  format: (value, field) => (value === null ? '' : labelOf(String(value), field)),
  compare: compareTexts,
}

const listOf = (value: FieldValue): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])

/** Each value once, in the given order. @returns the first refusal. */
function eachOnce(values: readonly unknown[], most: number, toValue: (text: string) => Parsed): Parsed {
  if (values.length > most) return { refused: message('Must have at most {max} entries', { max: most }) }
  const found: string[] = []
  for (const value of values) {
    const parsed = typeof value === 'string' ? toValue(value) : { refused: 'Must be a text' }
    if ('refused' in parsed) return parsed
    if (parsed.value !== null && !found.includes(String(parsed.value))) found.push(String(parsed.value))
  }
  return { value: found.length === 0 ? null : found }
}

const many = (most: number, toValue: (text: string, field: FieldFacts) => Parsed): Pick<FieldType, 'parse' | 'read'> => ({
  parse: (value, field) => {
    if (isBlank(value)) return { value: null }
    return Array.isArray(value) ? eachOnce(value, most, (text) => toValue(text, field)) : { refused: 'Must be a list' }
  },
  read: (text, field) =>
    eachOnce(
      text
        .split(/[;\n]/)
        .map((part) => part.trim())
        .filter(Boolean),
      most,
      (part) => toValue(part, field),
    ),
})

const compareLists = (a: FieldValue, b: FieldValue): number => compareTexts(listOf(a).join('\n'), listOf(b).join('\n'))

export const choices: FieldType = {
  ...many(choiceLimits.chosen, choose),
  label: 'Choices',
  sql: 'text[]',
  input: 'choices',
  operators: ['anyOf', ...existence],
  canSort: false,
  canBeUnique: false,
  isText: false,
  write: (value, field) =>
    listOf(value)
      .map((chosen) => labelOf(chosen, field))
      .join('; '),
  format: (value, field) =>
    listOf(value)
      .map((chosen) => labelOf(chosen, field))
      .join(', '),
  compare: compareLists,
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const toId = (text: string): Parsed => {
  const id = text.trim().toLowerCase()
  return uuid.test(id) ? { value: id } : { refused: 'Invalid UUID' }
}

/** The id of another record. Whether it exists is asked where it is written. */
export const relation: FieldType = {
  ...textual(toId),
  label: 'Relation to one',
  sql: 'uuid',
  input: 'relation',
  operators: ['is', 'anyOf', ...existence],
  canSort: false,
  canBeUnique: true,
  isText: false,
  write: (value) => (value === null ? '' : String(value)),
  format: (value) => (value === null ? '' : String(value)),
  compare: compareTexts,
}

export const relations: FieldType = {
  ...many(choiceLimits.related, toId),
  label: 'Relation to many',
  sql: 'uuid[]',
  input: 'relations',
  operators: ['anyOf', ...existence],
  canSort: false,
  canBeUnique: false,
  isText: false,
  write: (value) => listOf(value).join('; '),
  format: (value) => listOf(value).join(', '),
  compare: compareLists,
}
