import { sql } from 'kysely'
import type { Expression, SelectQueryBuilder } from 'kysely'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import type { Cursors } from '../cursor.ts'
import type { OrgTx } from '../db/database.ts'

/** One column of a list's order. Together the columns must be unique, or a page could repeat or lose rows. */
export interface SortColumn {
  by: Expression<unknown>
  type: 'uuid' | 'text' | 'timestamptz' | 'float8'
}

export interface ListOrder {
  direction: 'asc' | 'desc'
  columns: readonly SortColumn[]
}

/** UUIDv7 ids start with the time, so their order is that of creation. */
export const newestFirst = (id: string): ListOrder => ({ direction: 'desc', columns: [{ by: sql.ref(id), type: 'uuid' }] })

/** By time, latest first, and by id for equal times. */
export const latestFirst = (moment: string, id: string): ListOrder => ({
  direction: 'desc',
  columns: [
    { by: sql.ref(moment), type: 'timestamptz' },
    { by: sql.ref(id), type: 'uuid' },
  ],
})

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** The list, and all its filters besides limit and cursor: a cursor fits only the same filter (SEC-24). */
export interface ListOf {
  tx: OrgTx
  list: string
  query: PageRequest
}

/**
 * One page of a query in the given order. Sort values travel as text, so that a timestamp keeps its microseconds.
 * @throws 422 for a cursor of another list, filter or organization.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  cursors: Cursors,
  { tx, list, query: { limit, cursor, ...filter } }: ListOf,
  rowsOf: SelectQueryBuilder<DB, TB, Row>,
  { direction, columns }: ListOrder,
): Promise<Page<Row[]>> {
  const scope = { orgId: tx.orgId, list, filter }
  const after = cursor === undefined ? null : cursors.decode(scope, cursor)
  const values = columns.map(({ type }, at) => sql`${after?.[at]}::${sql.raw(type)}`)
  const key = sql`(${sql.join(columns.map(({ by }) => by))})`
  const rows = await columns
    .reduce((sorted, { by }) => sorted.orderBy(by as Expression<never>, direction), rowsOf)
    .select(sql<string[]>`array[${sql.join(columns.map(({ by }) => sql`${by}::text`))}]`.as(sortKey))
    .$if(after !== null, (later) => later.where(sql<boolean>`${key} ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`))
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit) as Row[]
  const last = rows.length > limit ? (rows[limit - 1] as { [sortKey]: string[] }) : null
  return { rows: shown, nextCursor: last && cursors.encode(scope, last[sortKey]) }
}

const sortKey = 'sort_key'
