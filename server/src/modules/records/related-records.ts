import type { EntityRecord, RelationTarget } from '@imperium/contract/entities/records.ts'
import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findLiveEntity, fromColumn, relationTargetsOf } from '../entities/index.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import { labelsOf, recordsNamed } from './record-store.ts'
import type { RecordRow } from './record-store.ts'

/** What a reader of records may see. */
export interface RecordReader {
  platform: Platform
  tx: OrgTx
  may: (permission: Permission) => boolean
}

export const idsOf = (value: FieldValue): string[] => {
  if (value === null) return []
  return Array.isArray(value) ? [...(value as readonly string[])] : [String(value)]
}

/** Titles of the rows that a relation leads to, of those that exist and that the reader may see. */
export async function targetLabels(
  { platform, tx, may }: RecordReader,
  target: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const offered = relationTargetsOf(platform).find(({ name }) => name === target)
  if (offered) return may(offered.permission) ? offered.labels(tx, ids) : new Map()
  const entity = await findLiveEntity(tx, target)
  return entity && entity.status !== 'archived' ? labelsOf(tx, entity, ids) : new Map()
}

/** One statement for each entity that relations of the page lead to, whatever the number of its rows. */
export async function relatedOf(
  reader: RecordReader,
  { fields }: LiveEntity,
  rows: readonly RecordRow[],
): Promise<EntityRecord['related'][]> {
  const relations = fields.filter(({ type }) => isRelation(type))
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const target of new Set(relations.map(({ entity }) => entity))) {
    const to = relations.filter(({ entity }) => entity === target)
    const ids = new Set(rows.flatMap((row) => to.flatMap(({ column }) => idsOf(fromColumn(row[column])))))
    labels.set(target, await targetLabels(reader, target, [...ids]))
  }
  const related = (row: RecordRow, { entity, column }: LiveField) =>
    idsOf(fromColumn(row[column])).map((id) => ({ id, label: labels.get(entity)?.get(id) ?? null }))
  return rows.map((row) => Object.fromEntries(relations.map((field) => [field.name, related(row, field)])))
}

/** What a relation may name. */
export async function findTargets(
  { platform, tx, may }: RecordReader,
  target: string,
  q: string,
  limit: number,
): Promise<RelationTarget[]> {
  const offered = relationTargetsOf(platform).find(({ name }) => name === target)
  if (offered) return may(offered.permission) ? offered.find(tx, q, limit) : []
  const entity = await findLiveEntity(tx, target)
  return entity && entity.status !== 'archived' ? recordsNamed(tx, entity, q, limit) : []
}
