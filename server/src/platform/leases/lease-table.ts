import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** The columns besides `org_id` that name an item, with their types. */
export type KeyColumns = Record<string, 'uuid' | 'int' | 'text'>
export type KeyOf<K extends KeyColumns> = { [C in keyof K]: K[C] extends 'int' ? number : string }

/** One item and its current claim: a write under an earlier epoch is rejected. */
export interface Lease<K extends KeyColumns = KeyColumns> {
  readonly orgId: string
  readonly key: KeyOf<K>
  readonly epoch: number
}

/**
 * How the rows of a table are leased. It needs `org_id`, the key columns, `epoch int`, `lease_owner text`, `lease_until timestamptz`, a due
 * column, and partial indexes on (due), (org_id, due) and (lease_until). SQL fragments see the row as `l`.
 */
export interface LeaseTable<K extends KeyColumns = KeyColumns, Row extends object = object, LeaseUpdate extends object = object> {
  /** With its schema; the name of the queue in logs and signals too. */
  readonly table: string
  readonly key: K
  /** Null: the row is not due. */
  readonly dueAt: string
  readonly leaseMs: number
  /** A further condition of a due row, when `dueAt` alone is not enough. */
  readonly open?: RawBuilder<SqlBool>
  /** Condition of a leased row when it is more than having an owner; must match its index. */
  readonly held?: RawBuilder<SqlBool>
  /** Not to be claimed while it is true of the row `b`: the row is put off until `wakeLeases` makes it due. */
  readonly rests?: RawBuilder<SqlBool>
  /** True of a row `l` in hand whose work should stop between two steps, as a claimed one would wait: the handle knows with a heartbeat. */
  readonly atRest?: RawBuilder<SqlBool>
  /** More assignments of a claim. `b` is the row as it was, with the columns of `before`. */
  readonly claimed?: RawBuilder<unknown>
  readonly before?: readonly string[]
  /** Columns that a claim returns; `before` is seen as `b`. */
  readonly row?: RawBuilder<Row>
  /** Columns that a heartbeat returns: requests with a signal that may be lost. */
  readonly update?: RawBuilder<LeaseUpdate>
  /** More assignments when a row is handed back. */
  readonly released?: RawBuilder<unknown>
  /** More assignments when the lease of a row is reaped. */
  readonly reaped?: RawBuilder<unknown>
  /** Columns that the reaper returns. */
  readonly reapedRow?: RawBuilder<object>
}

/** When a row is due that waits for its organization to be taken up again. Older PostgreSQL cannot subtract from infinity. */
export const dueAtWake = new Date('9999-01-01T00:00:00Z')

/** Thrown by a fenced write: another process has the item. Write nothing more and stop. */
export class LeaseLostError extends Error {
  constructor(what: string) {
    super(`${what} is leased by another worker`)
    this.name = 'LeaseLostError'
  }
}

export const keyColumns = ({ key }: LeaseTable): string[] => Object.keys(key)
export const columns = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))
export const tableOf = ({ table }: LeaseTable): RawBuilder<unknown> => sql`${sql.table(table)}`
export const millis = (ms: number): RawBuilder<unknown> => sql`${ms} * interval '1 millisecond'`

/** Leases as rows `h` with the names of the table. */
export function leaseRows(of: LeaseTable, leases: readonly Lease[]): RawBuilder<unknown> {
  const lists = Object.entries(of.key).map(([name, type]) => sql`${leases.map(({ key }) => key[name])}::${sql.raw(type)}[]`)
  const names = sql.join(['org_id', ...keyColumns(of), 'epoch'].map((name) => sql.ref(name)))
  return sql`unnest(${leases.map(({ orgId }) => orgId)}::uuid[], ${sql.join(lists)}, ${leases.map(({ epoch }) => epoch)}::int[]) as h(${names})`
}

/** The rows `a` and `b` are the same item. */
export const sameItem = (of: LeaseTable, a: string, b: string): RawBuilder<SqlBool> =>
  sql`${sql.join(
    ['org_id', ...keyColumns(of)].map((name) => sql`${sql.ref(`${a}.${name}`)} = ${sql.ref(`${b}.${name}`)}`),
    sql` and `,
  )}`

export const isHeld = ({ held = sql<SqlBool>`true` }: LeaseTable): RawBuilder<SqlBool> => sql`l.lease_owner is not null and ${held}`
/** More assignments or columns, after a comma. */
export const more = (fragment: RawBuilder<unknown> | undefined): RawBuilder<unknown> => (fragment ? sql`, ${fragment}` : sql``)

export const toLease = <K extends KeyColumns>(of: LeaseTable<K>, row: Record<string, unknown>): Lease<K> => ({
  orgId: row['org_id'] as string,
  epoch: row['epoch'] as number,
  key: Object.fromEntries(Object.keys(of.key).map((name) => [name, row[name]])) as KeyOf<K>,
})
