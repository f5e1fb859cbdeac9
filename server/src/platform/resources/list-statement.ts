import type { Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isKeptOpen } from '../db/database.ts'
import type { OrgTx } from '../db/database.ts'
import { readBetween, readLast } from '../db/pipelined-driver.ts'

/** A row whose timestamps are ISO text. */
export type Listed<Row> = { [K in keyof Row]: Date extends Row[K] ? Exclude<Row[K], Date> | string : Row[K] }

const mostKept = 500
/** A longer input (many ids) is not worth its place. */
const longestKey = 1_000

/**
 * A page of a list. The statement is built once for each organization and input, sent in one message with the commit unless the
 * transaction is kept open (`keepOpen`) or `goesOn` after it, and its timestamps stay text. `build` depends on nothing but its arguments.
 */
export function listStatement<Input extends object, Row>(
  build: (tx: OrgTx, input: Input) => Compilable<Row>,
  { goesOn = false }: { goesOn?: boolean } = {},
): (tx: OrgTx, input: Input) => Promise<Listed<Row>[]> {
  const compiled = new LRUCache<string, CompiledQuery>({ max: mostKept })
  return async (tx, input) => {
    const key = tx.orgId + JSON.stringify(input)
    const statement = compiled.get(key) ?? readLast(build(tx, input).compile())
    if (key.length <= longestKey) compiled.set(key, statement)
    const { rows } = await tx.executeQuery(goesOn || isKeptOpen(tx) ? readBetween(statement) : statement)
    return rows as Listed<Row>[]
  }
}
