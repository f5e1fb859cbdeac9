import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'

const longestTitle = 200
const longestSearch = 2_000

/** The title of a record: its first text that is not empty, else its first number or day. */
export function titleOf(fields: readonly EntityField[], valueOf: (field: EntityField) => FieldValue): string {
  const texts = fields.filter(({ type }) => fieldTypes[type].isText && type !== 'long-text')
  const others = fields.filter(({ type }) => type === 'autonumber' || type === 'date' || type === 'number')
  for (const field of [...texts, ...others]) {
    const text = fieldTypes[field.type].write(valueOf(field), field).trim()
    if (text !== '') return text.slice(0, longestTitle).toWellFormed()
  }
  return ''
}

/** What the search of the list looks through, in lower case. */
export const searchTextOf = (fields: readonly EntityField[], valueOf: (field: EntityField) => FieldValue): string =>
  fields
    .filter(({ type }) => fieldTypes[type].isText || type === 'autonumber' || type === 'choice')
    .map((field) => fieldTypes[field.type].write(valueOf(field), field))
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
    .slice(0, longestSearch)
    .toWellFormed()
