import { z } from 'zod'
import { fieldOperators } from '@imperium/contract/kit/field-types/field-type.ts'
import type { FieldOperator, FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'

/** A condition on the records of an entity. */
export interface RecordCondition {
  field: LiveField
  operator: FieldOperator
  /** Null: the operator takes none. */
  value: FieldValue
}

const Conditions = z
  .array(z.strictObject({ field: z.string().max(40), operator: z.enum(fieldOperators), value: RecordValue.default(null) }))
  .max(20)

const refuse = (text: Text) => invalid([{ path: 'filter', ...worded(text) }])

/** The conditions of a request. @throws 422 that says which part does not fit the entity. */
export function readFilter(entity: LiveEntity, text: string | undefined): RecordCondition[] {
  if (text === undefined) return []
  const parsed = Conditions.safeParse(readJson(text))
  if (!parsed.success) throw refuse('The filter is not a list of conditions')
  return parsed.data.map(({ field: name, operator, value }) => {
    const field = entity.fields.find((each) => each.name === name)
    if (!field) throw refuse(message('There is no field "{field}"', { field: name }))
    if (!fieldTypes[field.type].operators.includes(operator))
      throw refuse(message('The field "{field}" cannot be compared this way', { field: name }))
    return { field, operator, value: readOperand(field, operator, value) }
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const takesNone = (operator: FieldOperator): boolean => operator === 'isEmpty' || operator === 'isNotEmpty'

function readOperand(field: LiveField, operator: FieldOperator, value: z.infer<typeof RecordValue>): FieldValue {
  if (takesNone(operator)) return null
  const type = fieldTypes[field.type]
  if (operator === 'contains' || operator === 'startsWith') {
    if (typeof value !== 'string' || value === '')
      throw refuse(message('The field "{field}" is compared with a text', { field: field.name }))
    return value
  }
  if (operator === 'anyOf') {
    const list = Array.isArray(value) ? value : []
    if (list.length === 0) throw refuse(message('The field "{field}" is compared with a list', { field: field.name }))
    return list.map((each) => String(single(field, type.sql.endsWith('[]') ? [each] : each)))
  }
  return single(field, value)
}

function single(field: LiveField, value: unknown): FieldValue {
  // A choice that was taken away is still the value of some records.
  const facts = field.type.startsWith('choice') ? { ...field, options: [...field.options, ...asOptions(value)] } : field
  const parsed = fieldTypes[field.type].parse(value, facts)
  if ('refused' in parsed) throw refuse(parsed.refused)
  if (parsed.value === null) throw refuse(message('The field "{field}" is compared with a value', { field: field.name }))
  return parsed.value
}

const asOptions = (value: unknown) => (Array.isArray(value) ? value : [value]).map((each) => ({ value: String(each), label: String(each) }))
