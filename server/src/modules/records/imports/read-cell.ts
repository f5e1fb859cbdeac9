import type { FieldFacts, Parsed } from '@imperium/contract/kit/field-types/field-type.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { readDay } from '../../../platform/text/read-day.ts'

/** A time of its day, which a date would lose; midnight says no more than the day. */
const hasTime = /\d[T ]+(?!00:00(?::00)?$)\d{1,2}:\d/

/** A cell of a table as a value of a field: days as lists have them ("30.11.2026", "3 Nov 2026"), if they are one day only. */
export function readCell(type: FieldTypeName, text: string, field: FieldFacts): Parsed {
  const written = type === 'date' && !hasTime.test(text) ? readDay(text.trim(), undefined) : text
  return fieldTypes[type].read(written, field)
}
