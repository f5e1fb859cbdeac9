import { sql } from 'kysely'
import type { Expression, SelectQueryBuilder } from 'kysely'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import type { Cursors } from '../cursor.ts'
import type { OrgTx } from '../db/database.ts'
import { listStatement } from './list-statement.ts'
import type { Listed } from './list-statement.ts'

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

const sortKey = 'sort_key'

const scopeOf = ({ tx, list, query: { limit: _limit, cursor: _cursor, ...filter } }: ListOf) => ({ orgId: tx.orgId, list, filter })

const afterOf = (cursors: Cursors, of: ListOf) =>
  of.query.cursor === undefined ? null : cursors.decode(scopeOf(of), of.query.cursor).map(String)

/** Sort values travel as text, so that a timestamp keeps its microseconds. One row more than a page, to know whether there are more. */
function pageOf<DB, TB extends keyof DB, Row>(
  rowsOf: SelectQueryBuilder<DB, TB, Row>,
  { direction, columns }: ListOrder,
  limit: number,
  after: readonly string[] | null,
) {
  const values = columns.map(({ type }, at) => sql`${after?.[at]}::${sql.raw(type)}`)
  const key = sql`(${sql.join(columns.map(({ by }) => by))})`
  return columns
    .reduce((sorted, { by }) => sorted.orderBy(by as Expression<never>, direction), rowsOf)
    .select(sql<string[]>`array[${sql.join(columns.map(({ by }) => sql`${by}::text`))}]`.as(sortKey))
    .$if(after !== null, (later) => later.where(sql<boolean>`${key} ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`))
    .limit(limit + 1)
}

function shownPage<Row>(cursors: Cursors, of: ListOf, rows: readonly unknown[]): Page<Row[]> {
  const { limit } = of.query
  const last = rows.length > limit ? (rows[limit - 1] as { [sortKey]: string[] }) : null
  return { rows: rows.slice(0, limit) as Row[], nextCursor: last && cursors.encode(scopeOf(of), last[sortKey]) }
}

/**
 * A paged list in the given order, declared once: its statement is compiled once for an input (`listStatement`), and is the last of its
 * transaction unless that `goesOn`. The returned function reads a page. @throws 422 for a cursor of another list, filter or organization.
 */
export function listPage<Input extends object, DB, TB extends keyof DB, Row>(
  order: ListOrder,
  rowsOf: (tx: OrgTx, input: Input) => SelectQueryBuilder<DB, TB, Row>,
  options: { goesOn?: boolean } = {},
): (cursors: Cursors, of: ListOf, input: Input) => Promise<Page<Listed<Row>[]>> {
  type PageInput = { input: Input; limit: number; after: readonly string[] | null }
  const read = listStatement((tx, { input, limit, after }: PageInput) => pageOf(rowsOf(tx, input), order, limit, after), options)
  return async (cursors, of, input) => {
    const after = afterOf(cursors, of)
    return shownPage(cursors, of, await read(of.tx, { input, limit: of.query.limit, after }))
  }
}

/** A page of a statement that is another at every moment, so that keeping it is of no use; else as `listPage`. */
export async function readPage<DB, TB extends keyof DB, Row>(
  cursors: Cursors,
  of: ListOf,
  rowsOf: SelectQueryBuilder<DB, TB, Row>,
  order: ListOrder,
): Promise<Page<Row[]>> {
  return shownPage(cursors, of, await pageOf(rowsOf, order, of.query.limit, afterOf(cursors, of)).execute())
}
