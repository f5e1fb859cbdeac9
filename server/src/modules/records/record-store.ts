import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { recordTable, toColumn } from '../entities/index.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import type { RecordCondition } from './read-filter.ts'

/** A row of a table of records: the columns that all have, and those of its fields by their names (`f1`). */
export interface RecordRow extends Record<string, unknown> {
  id: string
  label: string
  created_by_name: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

const common = ['id', 'label', 'created_by_name', 'created_at', 'updated_at', 'deleted_at']

export const columnsOf = ({ fields }: LiveEntity) =>
  sql.join([...common, ...fields.map(({ column }) => column)].map((name) => sql.ref(name)))

export interface RecordFilter {
  q?: string | undefined
  conditions: readonly RecordCondition[]
  trash: boolean
}

export function conditionSql({ field, operator, value }: RecordCondition): RawBuilder<SqlBool> {
  const column = sql.ref(field.column)
  const { sql: type } = fieldTypes[field.type]
  const operand = () => toColumn(field, value)
  switch (operator) {
    case 'is':
      return sql<SqlBool>`${column} = ${operand()}`
    case 'isNot':
      return sql<SqlBool>`${column} is distinct from ${operand()}`
    case 'contains':
      return sql<SqlBool>`strpos(lower(${column}), lower(${value}::text)) > 0`
    case 'startsWith':
      return sql<SqlBool>`${column} ^@ ${value}::text`
    case 'atLeast':
      return sql<SqlBool>`${column} >= ${operand()}`
    case 'atMost':
      return sql<SqlBool>`${column} <= ${operand()}`
    case 'anyOf':
      return type.endsWith('[]')
        ? sql<SqlBool>`${column} && ${value}::${sql.raw(type)}`
        : sql<SqlBool>`${column} = any(${value}::${sql.raw(type)}[])`
    case 'isEmpty':
      return sql<SqlBool>`${column} is null`
    case 'isNotEmpty':
      return sql<SqlBool>`${column} is not null`
  }
}

function whereSql({ q, conditions, trash }: RecordFilter): RawBuilder<SqlBool> {
  const parts = conditions.map(conditionSql)
  parts.push(trash ? sql<SqlBool>`deleted_at is not null` : sql<SqlBool>`deleted_at is null`)
  if (q) parts.push(sql<SqlBool>`strpos(search, ${q.toLowerCase()}) > 0`)
  return sql.join(parts, sql` and `)
}

export interface RecordSort {
  /** A column of the table; null: newest first. */
  column: string | null
  direction: 'asc' | 'desc'
}

interface PageOf {
  filter: RecordFilter
  sort: RecordSort
  /** The last row of the page before. */
  after: string | null
  limit: number
}

/**
 * A page in the order of a column and then of the ids; rows without a value come last. Values and the rest are two statements, because a
 * condition over both uses no index. @returns null when the row of `after` is gone.
 */
export async function recordPage(tx: OrgTx, entity: LiveEntity, { filter, sort, after, limit }: PageOf): Promise<RecordRow[] | null> {
  const { column, direction } = sort
  const way = sql.raw(direction)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  const select = async (more: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number): Promise<RecordRow[]> => {
    const { rows } = await sql<RecordRow>`
      select ${columnsOf(entity)} from ${recordTable(entity.table)} where ${whereSql(filter)} and ${more} order by ${order} limit ${most}`.execute(
      tx,
    )
    return rows
  }
  const byId = sql`id ${way}`
  if (column === null) return select(after === null ? sql`true` : sql`id ${beyond} ${after}::uuid`, byId, limit)
  const key = sql.ref(column)
  const anchor = after === null ? null : await isFilled(tx, entity, column, after)
  if (anchor === undefined) return null
  const first = sql`(select ${key} from ${recordTable(entity.table)} where id = ${after}::uuid)`
  const filled =
    anchor === false
      ? []
      : await select(
          anchor === null ? sql`${key} is not null` : sql`(${key}, id) ${beyond} (${first}, ${after}::uuid)`,
          sql`${key} ${way}, id ${way}`,
          limit,
        )
  if (filled.length === limit) return filled
  const empty = sql`${key} is null`
  const rest = anchor === false ? sql`${empty} and id ${beyond} ${after}::uuid` : empty
  return [...filled, ...(await select(rest, byId, limit - filled.length))]
}

/** Whether the row has a value in the column; undefined without the row. */
async function isFilled(tx: OrgTx, { table }: LiveEntity, column: string, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ filled: boolean }>`
    select ${sql.ref(column)} is not null as filled from ${recordTable(table)} where id = ${id}`.execute(tx)
  return rows[0]?.filled
}

export async function countRecords(tx: OrgTx, { table }: LiveEntity, filter: RecordFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${recordTable(table)} where ${whereSql(filter)}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function findRecord(tx: OrgTx, entity: LiveEntity, id: string, lock = false): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select ${columnsOf(entity)} from ${recordTable(entity.table)} where id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** In the order of their ids. */
export async function lockRecords(tx: OrgTx, entity: LiveEntity, ids: readonly string[]): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select ${columnsOf(entity)} from ${recordTable(entity.table)} where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
  return rows
}

export interface WrittenRecord {
  label: string
  search: string
  /** By the column of the field. */
  values: readonly (readonly [field: LiveField, value: FieldValue])[]
  now: Date
}

export async function insertRecord(
  tx: OrgTx,
  { table }: LiveEntity,
  { id, byName, label, search, values, now }: WrittenRecord & { id: string; byName: string },
): Promise<void> {
  const names = [
    'org_id',
    'id',
    'label',
    'label_key',
    'search',
    'created_by_name',
    'created_at',
    'updated_at',
    ...values.map(([{ column }]) => column),
  ]
  await sql`
    insert into ${recordTable(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${tx.orgId}, ${id}, ${label}, lower(${label}), ${search}, ${byName}, ${now}, ${now}${
      values.length > 0 ? sql`, ${sql.join(values.map(([field, value]) => toColumn(field, value)))}` : sql``
    })`.execute(tx)
}

/** `unless taken`: where another record has a unique value, nothing is written. @returns whether it was written. */
export async function writeRecord(
  tx: OrgTx,
  entity: LiveEntity,
  id: string,
  written: WrittenRecord,
  mode: 'always' | 'unless taken' = 'always',
): Promise<boolean> {
  const { table } = entity
  const { label, search, values, now } = written
  if (mode === 'unless taken' && (await isTaken(tx, entity, id, written))) return false
  const set = [
    sql`label = ${label}`,
    sql`label_key = lower(${label})`,
    sql`search = ${search}`,
    sql`updated_at = ${now}`,
    ...values.map(([field, value]) => sql`${sql.ref(field.column)} = ${toColumn(field, value)}`),
  ]
  await sql`update ${recordTable(table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
  return true
}

async function isTaken(tx: OrgTx, { table }: LiveEntity, id: string, { values }: WrittenRecord): Promise<boolean> {
  const same = values.flatMap(([field, value]) =>
    field.unique && value !== null ? [sql<SqlBool>`${sql.ref(field.column)} = ${toColumn(field, value)}`] : [],
  )
  if (same.length === 0) return false
  const { rows } = await sql`
    select 1 from ${recordTable(table)} where deleted_at is null and id <> ${id} and (${sql.join(same, sql` or `)}) limit 1`.execute(tx)
  return rows.length > 0
}

/** Many at once; one whose unique value another record has is left out. @returns the ids of the others. */
export async function insertMany(
  tx: OrgTx,
  { table, fields }: LiveEntity,
  records: readonly (WrittenRecord & { id: string; byName: string })[],
): Promise<string[]> {
  if (records.length === 0) return []
  const given = records.map(({ id, byName, label, search, values, now }) => ({
    id,
    label,
    search,
    created_by_name: byName,
    created_at: now,
    ...Object.fromEntries(values.map(([{ column }, value]) => [column, value])),
  }))
  const columns = fields.map(({ column }) => sql.ref(column))
  const types = fields.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(fieldTypes[type].sql)}`)
  const { rows } = await sql<{ id: string }>`
    insert into ${recordTable(table)}
      (org_id, id, label, label_key, search, created_by_name, created_at, updated_at, ${sql.join(columns)})
    select ${tx.orgId}, id, label, lower(label), search, created_by_name, created_at, created_at, ${sql.join(columns)}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as v
      (id uuid, label text, search text, created_by_name text, created_at timestamptz, ${sql.join(types)})
    on conflict do nothing returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Records that are not in the trash and have one of the values. */
export async function recordsWith(tx: OrgTx, entity: LiveEntity, field: LiveField, values: readonly FieldValue[]): Promise<RecordRow[]> {
  if (values.length === 0) return []
  const type = sql.raw(`${fieldTypes[field.type].sql}[]`)
  const { rows } = await sql<RecordRow>`
    select ${columnsOf(entity)} from ${recordTable(entity.table)}
    where deleted_at is null and ${sql.ref(field.column)} = any(${[...values]}::${type}) order by id for update`.execute(tx)
  return rows
}

/** Into the trash with a moment, out of it with null. */
export async function setDeleted(tx: OrgTx, { table }: LiveEntity, id: string, at: Date | null, now: Date): Promise<void> {
  await sql`update ${recordTable(table)} set deleted_at = ${at}::timestamptz, updated_at = ${now} where id = ${id}`.execute(tx)
}

export async function deleteRecord(tx: OrgTx, { table }: LiveEntity, id: string): Promise<void> {
  await sql`delete from ${recordTable(table)} where id = ${id}`.execute(tx)
}

/** Titles by id, of records that are not in the trash. */
export async function labelsOf(tx: OrgTx, { table }: LiveEntity, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from ${recordTable(table)} where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(tx)
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/** Records whose title begins with the text, by title; then those that contain it. */
export async function recordsNamed(tx: OrgTx, { table }: LiveEntity, q: string, limit: number): Promise<{ id: string; label: string }[]> {
  const text = q.trim().toLowerCase()
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from ${recordTable(table)} where deleted_at is null and label_key ^@ ${text} order by label_key, id limit ${limit}`.execute(
    tx,
  )
  if (rows.length === limit || text === '') return rows
  const { rows: more } = await sql<{ id: string; label: string }>`
    select id, label from ${recordTable(table)}
    where deleted_at is null and not label_key ^@ ${text} and strpos(search, ${text}) > 0 order by label_key, id limit ${limit - rows.length}`.execute(
    tx,
  )
  return [...rows, ...more]
}

/** Those alone whose title begins with the text: an index finds them in a table of any size. */
export async function recordsBeginning(
  tx: OrgTx,
  { table }: LiveEntity,
  q: string,
  limit: number,
): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from ${recordTable(table)}
    where deleted_at is null and label_key ^@ ${q.trim().toLowerCase()} order by label_key, id limit ${limit}`.execute(tx)
  return rows
}

/** The next value of an automatic number; two new records wait for each other here. It begins after the numbers that a column came with. */
export async function nextNumber(tx: OrgTx, { id, table }: LiveEntity, field: LiveField): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into app.record_counters (org_id, entity_id, field_id, next)
    select ${tx.orgId}, ${id}, ${field.id}, coalesce((select max(${sql.ref(field.column)}) from ${recordTable(table)}
      where not exists (select from app.record_counters where entity_id = ${id} and field_id = ${field.id})), 0) + 2
    on conflict (org_id, entity_id, field_id) do update set next = record_counters.next + 1 returning next - 1 as value`.execute(tx)
  return rows[0]?.value ?? 1
}
