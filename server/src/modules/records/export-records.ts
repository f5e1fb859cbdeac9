import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { csvExport } from '../../platform/resources/csv-export.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import { recordPage } from './record-store.ts'
import type { RecordFilter, RecordSort } from './record-store.ts'
import { toRecords } from './to-record.ts'

const batch = 500

/** A relation has a second column with the titles: people read them, an import of the file leaves them out. */
const headOf = ({ name, type }: LiveField): string[] => (isRelation(type) ? [name, `${name} (title)`] : [name])

function cellsOf(field: LiveField, { values, related }: EntityRecord): string[] {
  const value = fieldTypes[field.type].write(values[field.name] ?? null, field)
  if (!isRelation(field.type)) return [value]
  return [value, (related[field.name] ?? []).map(({ label }) => label ?? '').join('; ')]
}

/** The records that the filter finds, as text that an import reads as the same values; read and sent batch by batch. */
export function exportRecords(
  platform: Platform,
  { inOrg, may }: Pick<OrgContext, 'inOrg' | 'may'>,
  entity: LiveEntity,
  { filter, sort }: { filter: RecordFilter; sort: RecordSort },
): FileResponse {
  return csvExport<EntityRecord, string>({
    name: entity.name,
    now: platform.clock.now(),
    head: [...entity.fields.flatMap(headOf), 'id', 'created_at', 'updated_at'],
    cells: (record) => [...entity.fields.flatMap((field) => cellsOf(field, record)), record.id, record.createdAt, record.updatedAt],
    read: (after) =>
      inOrg(async (tx) => {
        // Null: the record that the batch goes on after was deleted meanwhile. What was sent stays, and the file ends.
        const rows = (await recordPage(tx, entity, { filter, sort, after, limit: batch })) ?? []
        const next = rows.length < batch ? null : (rows.at(-1)?.id ?? null)
        return { rows: await toRecords({ platform, tx, may }, entity, rows), next }
      }),
  })
}
