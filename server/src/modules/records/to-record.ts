import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import type { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { fromColumn } from '../entities/index.ts'
import type { LiveEntity } from '../entities/index.ts'
import type { FieldValues } from './read-values.ts'
import type { RecordRow } from './record-store.ts'
import { relatedOf } from './related-records.ts'
import type { RecordReader } from './related-records.ts'

export const valuesOf = ({ fields }: LiveEntity, row: RecordRow): FieldValues =>
  new Map(fields.map((field) => [field, fromColumn(row[field.column])]))

/** By the names of the fields, as the API and the audit have them. */
export const namedValues = (values: FieldValues): Record<string, RecordValue> =>
  Object.fromEntries([...values].map(([{ name }, value]) => [name, value as RecordValue]))

export async function toRecords(reader: RecordReader, entity: LiveEntity, rows: readonly RecordRow[]): Promise<EntityRecord[]> {
  const related = await relatedOf(reader, entity, rows)
  return rows.map((row, at) => ({
    id: row.id,
    entity: entity.name,
    label: row.label,
    values: namedValues(valuesOf(entity, row)),
    related: related[at] ?? {},
    createdByName: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  }))
}
