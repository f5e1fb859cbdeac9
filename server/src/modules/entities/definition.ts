import { storedFieldDefaults, withValues } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityField, EntityFieldBody } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityStatus } from '@imperium/contract/entities/entities.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { ColumnType } from '@imperium/contract/kit/field-types/field-type.ts'

/** A field of a definition that has a table: `column` holds its values. */
export interface LiveField extends EntityField {
  column: string
}

/** A column that a change left behind. */
export interface StoredRetired {
  field: LiveField
  retiredAt: string
  /** The field that took its values over; null: none did, the field was removed or the column was never used. */
  successor?: LiveField | null
  /** Values that the successor could not take over as they are. Missing: not counted yet. */
  alone?: number
}

/** A row of `entity_definitions`. */
export interface DefinitionRow {
  id: string
  name: string
  display_name: string
  description: string
  table_name: string
  status: string
  category: string
  vertical: string
  module: string
  tags: string[]
  version: number
  fields: unknown
  live_fields: unknown
  planned_fields: unknown
  retired: unknown
  next_field: number
  next_column: number
  change_state: string | null
  change_message: string
  change_key: unknown
  created_at: Date
  updated_at: Date
}

/** A definition that has a table. */
export interface LiveEntity {
  id: string
  name: string
  displayName: string
  table: string
  status: EntityStatus
  fields: readonly LiveField[]
}

// Only this module writes these columns.
export const fieldsOf = (row: Pick<DefinitionRow, 'fields'>): EntityField[] => (row.fields as EntityField[]).map(complete)
export const liveFieldsOf = (row: Pick<DefinitionRow, 'live_fields'>): LiveField[] | null =>
  row.live_fields === null ? null : (row.live_fields as LiveField[]).map(complete)
export const plannedFieldsOf = (row: Pick<DefinitionRow, 'planned_fields'>): LiveField[] =>
  ((row.planned_fields ?? []) as LiveField[]).map(complete)
export const retiredOf = (row: Pick<DefinitionRow, 'retired'>): StoredRetired[] =>
  (row.retired as StoredRetired[]).map((retired) => ({ ...retired, field: complete(retired.field) }))

/** A field that an earlier version of the product stored: what it did not know of yet has its default. */
function complete<F extends EntityField>(field: F): F {
  return { ...storedFieldDefaults, ...field }
}

export const toLive = (row: DefinitionRow): LiveEntity | null => {
  const fields = liveFieldsOf(row)
  return (
    fields && {
      id: row.id,
      name: row.name,
      displayName: row.display_name,
      table: row.table_name,
      status: row.status as EntityStatus,
      fields,
    }
  )
}

/** A column as the functions of the database take it. */
export interface ColumnSpec {
  name: string
  type: ColumnType
  index?: 'unique' | 'plain'
}

export const columnOf = (field: LiveField): ColumnSpec => ({
  name: field.column,
  type: fieldTypes[field.type].sql,
  ...(field.unique ? { index: 'unique' as const } : field.indexed || field.type === 'relation' ? { index: 'plain' as const } : {}),
})

/** The fields of a request as they are kept: those without an id are new and get the next one. */
export function numberFields(
  given: readonly EntityFieldBody[],
  known: readonly EntityField[],
  nextField: number,
): { fields: EntityField[]; nextField: number; unknown: number[] } {
  let next = nextField
  const unknown: number[] = []
  const fields = given.map((field, at): EntityField => {
    const before = known.find(({ id }) => id === field.id)
    if (field.id !== undefined && !before) unknown.push(at)
    return { ...field, options: withValues(field.options), id: before?.id ?? `f${next++}` }
  })
  return { fields, nextField: next, unknown }
}

/** Whether the values can stay in the column that they are in. A new index takes a new column: building it over values would hold up writers. */
const keepsColumn = (before: EntityField, after: EntityField): boolean =>
  before.type === after.type &&
  before.unique === after.unique &&
  before.entity === after.entity &&
  before.currency === after.currency &&
  (before.indexed || !after.indexed)

/** The fields with the column of each: that of now where the values stay, else a new one. */
export function planColumns(
  fields: readonly EntityField[],
  live: readonly LiveField[],
  nextColumn: number,
): { planned: LiveField[]; nextColumn: number } {
  let next = nextColumn
  const planned = fields.map((field): LiveField => {
    const before = live.find(({ id }) => id === field.id)
    return { ...field, column: before && keepsColumn(before, field) ? before.column : `f${next++}` }
  })
  return { planned, nextColumn: next }
}
