import { englishOf, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { listStatement } from '../../platform/resources/list-statement.ts'
import { isInUse } from '../../platform/rest/at-rest.ts'
import { readPage } from '../../platform/resources/read-page.ts'
import type { ListOf } from '../../platform/resources/read-page.ts'
import type { Cursors } from '../../platform/cursor.ts'
import type { EntityStatus } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { ColumnSpec, DefinitionRow, LiveEntity, LiveField, StoredRetired } from './definition.ts'
import { toLive } from './definition.ts'

const columns = [
  'id',
  'name',
  'display_name',
  'description',
  'table_name',
  'status',
  'category',
  'vertical',
  'module',
  'tags',
  'version',
  'fields',
  'live_fields',
  'planned_fields',
  'retired',
  'next_field',
  'next_column',
  'change_state',
  'change_message',
  'change_key',
  'created_at',
  'updated_at',
] as const

const selectDefinitions = (tx: OrgTx) => tx.selectFrom('entity_definitions').select(columns)

/** What the list shows of a system entity. */
export interface SystemRow {
  place: number
  id: string
  name: string
  display_name: string
  description: string
}

interface EntityFilter {
  q?: string | undefined
  status?: EntityStatus | undefined
}

/** Ids in the order of the list: system entities first, then by name. Archived ones only when they are asked for. */
export const entityPage = (cursors: Cursors, of: ListOf, { q, status }: EntityFilter, system: readonly SystemRow[]) => {
  const all = sql<{ id: string; place: number; name: string; display_name: string; description: string; status: string; tags: string }>`(
    select id, place, name collate "C" as name, display_name, description, 'active' as status, '' as tags
    from jsonb_to_recordset(${JSON.stringify(system)}::jsonb) as s(place int, id uuid, name text, display_name text, description text)
    union all
    select id, 1000, name, display_name, description, status, array_to_string(tags, ' ') from app.entity_definitions)`
  const found = sql<SqlBool>`concat_ws(' ', e.name, e.display_name, e.description, e.tags) ilike ${likePattern(q ?? '')}`
  const rows = of.tx
    .selectFrom(all.as('e'))
    .select('e.id')
    .$if(Boolean(q), (query) => query.where(found))
    .$if(status === undefined, (query) => query.where('e.status', '<>', 'archived'))
    .$if(status !== undefined, (query) => query.where('e.status', '=', status ?? ''))
  return readPage(cursors, of, rows, {
    direction: 'asc',
    columns: [
      { by: sql.ref('e.place'), type: 'float8' },
      { by: sql.ref('e.name'), type: 'text' },
      { by: sql.ref('e.id'), type: 'uuid' },
    ],
  })
}

export const definitionsWith = (tx: OrgTx, ids: readonly string[]): Promise<DefinitionRow[]> =>
  selectDefinitions(tx)
    .where('id', 'in', [...ids])
    .execute()

const counted = listStatement((tx, _all: object) => {
  const of = (status: EntityStatus) => sql<number>`count(*) filter (where status = ${status})`
  return tx
    .selectFrom('entity_definitions')
    .select([sql<number>`count(*) filter (where status <> 'archived')`.as('total'), of('active').as('active'), of('draft').as('draft')])
})

export async function countEntities(tx: OrgTx): Promise<{ total: number; active: number; draft: number }> {
  const [row] = await counted(tx, {})
  return row ?? { total: 0, active: 0, draft: 0 }
}

/** All of the organization, archived ones too, because each has its table. */
export async function countDefinitions(tx: OrgTx): Promise<number> {
  const { n } = await tx
    .selectFrom('entity_definitions')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const findDefinition = (tx: OrgTx, id: string): Promise<DefinitionRow | undefined> =>
  selectDefinitions(tx).where('id', '=', id).executeTakeFirst()

export const lockDefinition = (tx: OrgTx, id: string): Promise<DefinitionRow | undefined> =>
  selectDefinitions(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** It stays as it is until the transaction ends. */
export const shareDefinition = (tx: OrgTx, id: string): Promise<DefinitionRow | undefined> =>
  selectDefinitions(tx).where('id', '=', id).forShare().executeTakeFirst()

export const isNameTaken = async (tx: OrgTx, name: string): Promise<boolean> =>
  (await tx.selectFrom('entity_definitions').select('id').where('name', '=', name).executeTakeFirst()) !== undefined

/** The one of this name that has a table. */
export async function findLiveEntity(tx: OrgTx, name: string): Promise<LiveEntity | null> {
  const row = await selectDefinitions(tx).where('name', '=', name).executeTakeFirst()
  return row ? toLive(row) : null
}

/** All that have a table and are not archived. */
export async function listLiveEntities(tx: OrgTx): Promise<LiveEntity[]> {
  const rows = await selectDefinitions(tx).where('live_fields', 'is not', null).where('status', '<>', 'archived').orderBy('name').execute()
  return rows.flatMap((row) => toLive(row) ?? [])
}

export const listDefinitions = (tx: OrgTx, limit: number): Promise<DefinitionRow[]> =>
  selectDefinitions(tx).orderBy('name').limit(limit).execute()

/** All that have a table, archived ones too: what concerns every record. */
export async function listTabledEntities(tx: OrgTx): Promise<LiveEntity[]> {
  const rows = await selectDefinitions(tx).where('live_fields', 'is not', null).orderBy('name').execute()
  return rows.flatMap((row) => toLive(row) ?? [])
}

export interface DefinitionValues {
  display_name: string
  description: string
  category: string
  vertical: string
  module: string
  tags: readonly string[]
  fields: readonly EntityField[]
  next_field: number
}

const stored = ({ tags, fields, ...values }: DefinitionValues) => ({ ...values, tags: [...tags], fields: JSON.stringify(fields) })

export const insertDefinition = (tx: OrgTx, id: string, { name, table }: { name: string; table: string }, values: DefinitionValues) =>
  tx
    .insertInto('entity_definitions')
    .values({ org_id: tx.orgId, id, name, table_name: table, ...stored(values) })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const writeDefinition = (tx: OrgTx, id: string, values: DefinitionValues, now: Date) =>
  tx
    .updateTable('entity_definitions')
    .set({ ...stored(values), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const setStatus = (tx: OrgTx, id: string, status: EntityStatus, now: Date) =>
  tx.updateTable('entity_definitions').set({ status, updated_at: now }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** The work of the table's job begins: with which columns. */
export const setPlan = (tx: OrgTx, id: string, planned: readonly LiveField[], nextColumn: number, now: Date) =>
  tx
    .updateTable('entity_definitions')
    .set({
      change_state: 'waiting',
      change_message: '',
      change_key: null,
      planned_fields: JSON.stringify(planned),
      next_column: nextColumn,
    })
    .set({ updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Changes that no job has finished since `before`, of organizations that are in use. */
export const listStuck = (tx: SystemTx, before: Date, limit: number) =>
  tx
    .selectFrom('entity_definitions')
    .select(['org_id', 'id'])
    .where('change_state', '=', 'waiting')
    .where('updated_at', '<', before)
    .where(isInUse(sql.ref('entity_definitions.org_id')))
    .limit(limit)
    .execute()

/** Counts the time of a stuck change anew. False where it is no longer stuck. */
export const takeStuck = async (tx: OrgTx, id: string, before: Date, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('entity_definitions')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('change_state', '=', 'waiting')
    .where('updated_at', '<', before)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** The table could not be changed; everything is as before. */
export const setFailed = (tx: OrgTx, id: string, reason: Text, retired: readonly StoredRetired[], now: Date) =>
  tx
    .updateTable('entity_definitions')
    .set({
      change_state: 'failed',
      change_message: englishOf(reason),
      change_key: storedKey(reason),
      planned_fields: null,
      updated_at: now,
    })
    .set({ retired: JSON.stringify(retired) })
    .where('id', '=', id)
    .where('change_state', '=', 'waiting')
    .execute()

/** The table has these fields from now on. */
export async function publishFields(
  tx: OrgTx,
  id: string,
  {
    fields,
    version,
    retired,
    now,
    byName,
  }: { fields: readonly LiveField[]; version: number; retired: readonly StoredRetired[]; now: Date; byName: string },
): Promise<DefinitionRow> {
  await tx
    .insertInto('entity_versions')
    .values({ org_id: tx.orgId, entity_id: id, version, fields: JSON.stringify(fields), created_by_name: byName })
    .execute()
  return tx
    .updateTable('entity_definitions')
    .set({ live_fields: JSON.stringify(fields), planned_fields: null, change_state: null, change_message: '', change_key: null })
    .set({ retired: JSON.stringify(retired), version, updated_at: now })
    .set({ status: sql<string>`case status when 'draft' then 'active' else status end` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const setFields = (tx: OrgTx, id: string, fields: readonly EntityField[], nextField: number): Promise<unknown> =>
  tx
    .updateTable('entity_definitions')
    .set({ fields: JSON.stringify(fields), next_field: nextField })
    .where('id', '=', id)
    .execute()

export const setRetired = (tx: OrgTx, id: string, retired: readonly StoredRetired[]): Promise<unknown> =>
  tx
    .updateTable('entity_definitions')
    .set({ retired: JSON.stringify(retired) })
    .where('id', '=', id)
    .execute()

/** Definitions of all organizations that keep columns of earlier versions. */
export const listRetired = (tx: SystemTx) =>
  tx
    .selectFrom('entity_definitions')
    .select(['org_id', 'id', 'table_name', 'retired'])
    .where(sql<SqlBool>`retired <> '[]'::jsonb`)
    .execute()

export const versionsOf = (tx: OrgTx, id: string, limit: number) =>
  tx
    .selectFrom('entity_versions')
    .select(['version', 'fields', 'created_by_name', 'created_at'])
    .where('entity_id', '=', id)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const deleteDefinition = (tx: OrgTx, id: string) =>
  tx.deleteFrom('entity_definitions').where('id', '=', id).returning(['name', 'display_name']).executeTakeFirst()

// The functions of the database, for jobs (ADR 80).

export const makeTable = (tx: SystemTx, orgId: string, table: string, made: readonly ColumnSpec[]) =>
  sql`select app.make_record_table(${orgId}, ${table}, ${JSON.stringify(made)}::jsonb)`.execute(tx)

export const addColumns = (tx: SystemTx, orgId: string, table: string, added: readonly ColumnSpec[]) =>
  sql`select app.add_record_columns(${orgId}, ${table}, ${JSON.stringify(added)}::jsonb)`.execute(tx)

export const addIndexes = (tx: SystemTx, orgId: string, table: string, added: readonly ColumnSpec[]) =>
  sql`select app.add_record_indexes(${orgId}, ${table}, ${JSON.stringify(added)}::jsonb)`.execute(tx)

export const dropIndexes = (tx: SystemTx, orgId: string, table: string, columns: readonly string[]) =>
  sql`select app.drop_record_indexes(${orgId}, ${table}, ${columns}::text[])`.execute(tx)

export const dropTable = (tx: SystemTx, orgId: string, table: string) => sql`select app.drop_record_table(${orgId}, ${table})`.execute(tx)

export const dropColumns = (tx: SystemTx, orgId: string, table: string, dropped: readonly string[]) =>
  sql`select app.drop_record_columns(${orgId}, ${table}, ${dropped}::text[])`.execute(tx)
