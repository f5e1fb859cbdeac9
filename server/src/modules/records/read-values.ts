import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import { idsOf, targetLabels } from './related-records.ts'
import type { RecordReader } from './related-records.ts'

export type Given = Readonly<Record<string, RecordValue | undefined>>
export type FieldValues = ReadonlyMap<LiveField, FieldValue>

const missing = (field: LiveField): FieldError => ({ path: `values.${field.name}`, message: 'This field is required' })

/** Reads values by the names of their fields. `current`: those of the record that is changed; null for a new one. @throws 422 by field. */
export async function readValues(
  reader: RecordReader,
  entity: LiveEntity,
  given: Given,
  current: FieldValues | null,
): Promise<FieldValues> {
  const errors: FieldError[] = []
  const values = new Map<LiveField, FieldValue>()
  for (const name of Object.keys(given))
    if (!entity.fields.some((field) => field.name === name))
      errors.push({ path: `values.${name}`, ...message('There is no field "{field}"', { field: name }) })
  for (const field of entity.fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : current ? undefined : field.defaultValue
    if (value === undefined) continue
    const parsed = field.type === 'autonumber' ? readAutonumber(field, value, current) : parseKept(field, value, current)
    if ('refused' in parsed) errors.push({ path: `values.${field.name}`, ...worded(parsed.refused) })
    else if (parsed.value === null && field.required && field.type !== 'autonumber') errors.push(missing(field))
    else values.set(field, parsed.value)
  }
  errors.push(...(await checkTargets(reader, values, current)))
  if (errors.length > 0) throw invalid(errors)
  return values
}

/** What comes back as it was read stays, whatever the field asks for by now. A choice that was taken away stays beside new ones, too. */
function parseKept(field: LiveField, value: RecordValue, current: FieldValues | null) {
  const kept = current?.get(field) ?? null
  if (kept !== null && JSON.stringify(kept) === JSON.stringify(value)) return { value: kept }
  const options = kept !== null && field.type.startsWith('choice') ? idsOf(kept).map((each) => ({ value: each, label: each })) : []
  return fieldTypes[field.type].parse(value, options.length > 0 ? { ...field, options: [...field.options, ...options] } : field)
}

/** The server numbers records: a value may be sent only as it is. */
function readAutonumber(field: LiveField, value: RecordValue, current: FieldValues | null) {
  const kept = current?.get(field) ?? null
  return value === null || value === kept ? { value: kept } : { refused: 'The number is given automatically' }
}

/** Relations name what exists; those that a record has already may be gone. */
async function checkTargets(reader: RecordReader, values: FieldValues, current: FieldValues | null): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [field, value] of values) {
    if (!isRelation(field.type)) continue
    const before = idsOf(current?.get(field) ?? null)
    const added = idsOf(value).filter((id) => !before.includes(id))
    const labels = await targetLabels(reader, field.entity, added)
    if (added.some((id) => !labels.has(id))) errors.push({ path: `values.${field.name}`, message: 'There is no such record' })
  }
  return errors
}
