import { sql } from 'kysely'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { LiveField } from './definition.ts'

// Statements on the tables of records, as the tenant. Their names are ours (ADR 80): a pattern of letters, digits and _.

/** The table of a definition. */
export const recordTable = (table: string) => sql.id('records', table)

/** One row of a table of records, by its columns. */
export type ValueRow = Record<string, unknown> & { id: string }

/** A value as the API has it: moments as text, lists never empty. */
export const fromColumn = (value: unknown): FieldValue => {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) && value.length === 0 ? null : (value as FieldValue)
}

/** A value as a parameter of its column's type. */
export const toColumn = (field: LiveField, value: FieldValue) =>
  sql`${Array.isArray(value) ? [...(value as readonly string[])] : value}::${sql.raw(fieldTypes[field.type].sql)}`

const columnList = (fields: readonly LiveField[]) => sql.join([sql.ref('id'), ...fields.map(({ column }) => sql.ref(column))])

/** The fields of rows after an id, by id; those in the trash too. `since`: only rows that were written from then on. */
export async function readValues(
  tx: OrgTx,
  table: string,
  fields: readonly LiveField[],
  { after, limit, since }: { after: string | null; limit: number; since: Date | null },
): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select ${columnList(fields)} from ${recordTable(table)}
    where ${after === null ? sql`true` : sql`id > ${after}::uuid`} and ${since === null ? sql`true` : sql`updated_at >= ${since}`}
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** What a row gets: values of new columns, its title and the text that the search finds it by. */
export interface CopiedRow {
  id: string
  label: string
  search: string
  values: readonly FieldValue[]
}

/** Writes columns of many rows, and does not touch when they were changed: no member changed them. */
export async function writeCopies(tx: OrgTx, table: string, fields: readonly LiveField[], rows: readonly CopiedRow[]): Promise<void> {
  if (rows.length === 0) return
  const records = rows.map(({ values, ...row }) => ({
    ...row,
    ...Object.fromEntries(fields.map(({ column }, at) => [column, values[at] ?? null])),
  }))
  const set = [
    sql`label = v.label`,
    sql`label_key = lower(v.label)`,
    sql`search = v.search`,
    ...fields.map(({ column }) => sql`${sql.ref(column)} = v.${sql.ref(column)}`),
  ]
  const types = [
    sql`id uuid`,
    sql`label text`,
    sql`search text`,
    ...fields.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(fieldTypes[type].sql)}`),
  ]
  await sql`
    update ${recordTable(table)} r set ${sql.join(set)}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as v(${sql.join(types)}) where r.id = v.id`.execute(tx)
}

export async function countRows(tx: OrgTx, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${recordTable(table)}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function countFilled(tx: OrgTx, table: string, { column }: LiveField): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${recordTable(table)} where ${sql.ref(column)} is not null`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

export async function countEmpty(tx: OrgTx, table: string, { column }: LiveField): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${recordTable(table)} where ${sql.ref(column)} is null and deleted_at is null`.execute(tx)
  return rows[0]?.n ?? 0
}

/** How many values several records have. */
export async function countRepeated(tx: OrgTx, table: string, { column }: LiveField): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from ${recordTable(table)} where ${sql.ref(column)} is not null and deleted_at is null
      group by ${sql.ref(column)} having count(*) > 1) repeated`.execute(tx)
  return rows[0]?.n ?? 0
}

/** How many records have each of these choices. */
export async function countChosen(tx: OrgTx, table: string, { column, type }: LiveField, choice: string): Promise<number> {
  const has = type === 'choices' ? sql`${choice} = any(${sql.ref(column)})` : sql`${sql.ref(column)} = ${choice}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${recordTable(table)} where ${has}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Writers of records share it; a change of the table's fields takes it alone, for a moment. */
export const shareTable = (tx: OrgTx, entityId: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${`records:${entityId}`}, 0))`.execute(tx)

export async function lockTable(tx: OrgTx, entityId: string): Promise<void> {
  await sql`set local lock_timeout = '200ms'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`records:${entityId}`}, 0))`.execute(tx)
}
