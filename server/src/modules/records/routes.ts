import { recordOperations as operations } from '@imperium/contract/entities/records.ts'
import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import type { LiveEntity } from '../entities/index.ts'
import { changeMany } from './bulk-change.ts'
import { createRecord, readableEntity, removeRecord, restoreRecord, updateRecord } from './change-records.ts'
import { exportRecords } from './export-records.ts'
import { readFilter } from './read-filter.ts'
import { countRecords, findRecord, recordPage } from './record-store.ts'
import type { RecordFilter, RecordSort } from './record-store.ts'
import { findTargets } from './related-records.ts'
import type { RecordReader } from './related-records.ts'
import { toRecords } from './to-record.ts'

const targetsShown = 50

interface FilterQuery {
  q?: string | undefined
  filter?: string | undefined
  trash: 'true' | 'false'
}
interface ListQuery extends FilterQuery {
  sort?: string | undefined
  limit: number
  cursor?: string | undefined
}

const filterOf = (entity: LiveEntity, { q, filter, trash }: FilterQuery): RecordFilter => ({
  q,
  conditions: readFilter(entity, filter),
  trash: trash === 'true',
})

/** Columns that every table of records has. */
const commonSorts: Readonly<Record<string, string>> = { label: 'label_key', created_at: 'created_at', updated_at: 'updated_at' }

function sortOf(entity: LiveEntity, sort: string | undefined): RecordSort {
  if (sort === undefined) return { column: null, direction: 'desc' }
  const name = sort.replace(/^-/, '')
  const field = entity.fields.find((each) => each.name === name)
  const column = field && fieldTypes[field.type].canSort ? field.column : commonSorts[name]
  if (column === undefined) throw invalid([{ path: 'sort', ...message('The list cannot be sorted by "{field}"', { field: name }) }])
  return { column, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

async function listRecords(reader: RecordReader, entity: LiveEntity, query: ListQuery): Promise<Page<EntityRecord[]>> {
  const { cursors } = reader.platform
  const { limit, cursor, ...filter } = query
  const scope = { orgId: reader.tx.orgId, list: `records:${entity.id}`, filter }
  const after = cursor === undefined ? null : String(cursors.decode(scope, cursor)[0])
  const page = { filter: filterOf(entity, query), sort: sortOf(entity, query.sort), after, limit: limit + 1 }
  const rows = await recordPage(reader.tx, entity, page)
  if (rows === null)
    throw invalid([{ path: 'cursor', message: 'The record that this page begins after was deleted. Start from the first page.' }])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: await toRecords(reader, entity, shown), nextCursor: last ? cursors.encode(scope, [last.id]) : null }
}

export const recordOperations = (platform: Platform) =>
  bindOperations(operations, {
    list: async ({ params, query }, { tx, may }) => listRecords({ platform, tx, may }, await readableEntity(tx, params.entity), query),
    count: async ({ params, query }, { tx }) => {
      const entity = await readableEntity(tx, params.entity)
      return { count: await countRecords(tx, entity, filterOf(entity, query)) }
    },
    exportList: async ({ params, query }, { inOrg, may }) => {
      const entity = await inOrg((tx) => readableEntity(tx, params.entity))
      const selection = { filter: filterOf(entity, query), sort: sortOf(entity, query.sort) }
      return exportRecords(platform, { inOrg, may }, entity, selection)
    },
    bulk: ({ params, body }, context) => changeMany(platform, context, params.entity, body),
    targets: async ({ params, query }, { tx, may }) => {
      const { fields } = await readableEntity(tx, params.entity)
      const field = found(fields.find(({ name, type }) => name === params.field && isRelation(type)))
      return findTargets({ platform, tx, may }, field.entity, query.q ?? '', targetsShown)
    },
    create: ({ params, body }, context) => createRecord(platform, context, params.entity, body.values),
    read: async ({ params }, { tx, may }) => {
      const entity = await readableEntity(tx, params.entity)
      const row = found(await findRecord(tx, entity, params.id))
      return found((await toRecords({ platform, tx, may }, entity, [row]))[0])
    },
    update: ({ params, body }, context) => updateRecord(platform, context, params, body),
    remove: ({ params }, context) => removeRecord(platform, context, params),
    restore: ({ params }, context) => restoreRecord(platform, context, params),
  })
