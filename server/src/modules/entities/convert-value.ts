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
  const text = fieldTypes[before.type].write(value, before)
  return fieldTypes[after.type].read(text, after)
}

const toOne = (ids: readonly string[]): Parsed => (ids.length === 1 ? { value: ids[0] ?? null } : { refused: 'Several records' })
