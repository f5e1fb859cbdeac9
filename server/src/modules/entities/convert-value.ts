import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { FieldValue, Parsed } from '@imperium/contract/kit/field-types/field-type.ts'

/** A value of one field as one of another: through the text that the one writes and the other reads. */
export function convertValue(before: EntityField, after: EntityField, value: FieldValue): Parsed {
  if (value === null) return { value: null }
  if (before.type === after.type && before.entity === after.entity && before.currency === after.currency) return { value }
  // An id of one noun is no id of another.
  if (isRelation(before.type) && isRelation(after.type) && before.entity !== after.entity)
    return { refused: 'The relation leads elsewhere' }
  if (isRelation(after.type) && !isRelation(before.type)) return { refused: 'Must be a record' }
  if (Array.isArray(value) && after.type === 'relation') return toOne(value as readonly string[])
  if (before.type === 'relation' && after.type === 'relations') return { value: [String(value)] }
  const text = fieldTypes[before.type].write(value, withKept(before, value))
  return fieldTypes[after.type].read(text, after)
}

/** Choices that were removed while records had them are still written as they are. */
const withKept = (field: EntityField, value: FieldValue): EntityField => {
  if (!field.type.startsWith('choice')) return field
  const gone = [value].flat().filter((each) => !field.options.some((option) => option.value === each))
  return { ...field, options: [...field.options, ...gone.map((each) => ({ value: String(each), label: String(each) }))] }
}

const toOne = (ids: readonly string[]): Parsed => (ids.length === 1 ? { value: ids[0] ?? null } : { refused: 'Several records' })

/** Whether the new field holds all that the old one said: the value converts, and converts back to itself. */
export function isFaithful(before: EntityField, after: EntityField, value: FieldValue): boolean {
  const parsed = convertValue(before, after, value)
  if ('refused' in parsed) return false
  const back = convertValue(after, withKept(before, value), parsed.value)
  return 'value' in back && isSameValue(back.value, value)
}

const isSameValue = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other)
