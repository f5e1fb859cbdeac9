import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { recordTable } from '../entities/index.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import { columnsOf } from './record-store.ts'
import type { RecordRow } from './record-store.ts'

// A change of fields that runs copies what was written since it began: every write here says when it was.
const stamp = sql`updated_at = greatest(updated_at + interval '1 millisecond', clock_timestamp())`

const names = ({ column, type }: LiveField, ids: readonly string[]) =>
  type === 'relations'
    ? sql<SqlBool>`${sql.ref(column)} && ${[...ids]}::uuid[]`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/** Those in the trash too. */
export async function recordsOfContact(
  tx: OrgTx,
  entity: LiveEntity,
  fields: readonly LiveField[],
  contactId: string,
  limit: number,
): Promise<RecordRow[]> {
  const any = sql.join(
    fields.map((field) => names(field, [contactId])),
    sql` or `,
  )
  const { rows } = await sql<RecordRow>`
    select ${columnsOf(entity)} from ${recordTable(entity.table)} where ${any} order by id desc limit ${limit}`.execute(tx)
  return rows
}

/** Records lead to these contacts no more. */
export async function forgetContacts(tx: OrgTx, { table }: LiveEntity, field: LiveField, ids: readonly string[]): Promise<void> {
  const column = sql.ref(field.column)
  const rest =
    field.type === 'relations'
      ? sql`nullif(array(select id from unnest(${column}) with ordinality as each(id, at) where id <> all(${[...ids]}::uuid[]) order by at), '{}')`
      : sql`null`
  await sql`update ${recordTable(table)} set ${column} = ${rest}, ${stamp} where ${names(field, ids)}`.execute(tx)
}

/** Each contact of a list stays once. Where no two records may lead to one contact, the second one keeps the former id. */
export async function moveContact(
  tx: OrgTx,
  { table }: LiveEntity,
  field: LiveField,
  { from, into }: { from: string; into: string },
): Promise<void> {
  const column = sql.ref(field.column)
  const moved =
    field.type === 'relations'
      ? sql`array(select id from unnest(array_replace(${column}, ${from}::uuid, ${into}::uuid)) with ordinality as each(id, at) group by id order by min(at))`
      : sql`${into}::uuid`
  const isFree = field.unique
    ? sql`and not exists (select from ${recordTable(table)} other where other.deleted_at is null and other.${column} = ${into}::uuid)`
    : sql``
  await sql`update ${recordTable(table)} set ${column} = ${moved}, ${stamp} where ${names(field, [from])} ${isFree}`.execute(tx)
}
