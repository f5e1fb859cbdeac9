import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** A set of contacts as another table tells it: whose rows there hold `where` (and, gathered by contact, `having`). */
export interface ContactSet {
  /** The table with its alias: sql`app.consents s`. Row-level security closes it. */
  from: RawBuilder<unknown>
  /** Its column of the contact. */
  contactId: RawBuilder<string>
  where: RawBuilder<SqlBool>
  having?: RawBuilder<SqlBool>
}

/** Rules as they are asked of all contacts `c` at once: the rows beside them, and what must hold. */
export interface Question {
  joins: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
}

/** `count`: the whole organization is looked at once; `page`: some contacts in order of their ids, again and again. */
export type Reach = 'count' | 'page'

/**
 * Whether the contact `c` is in the set. What is gathered (`having`) is gathered once where all contacts are asked about, and looked
 * up contact by contact where a page is; the rest is left to the planner, which knows both ways for a plain EXISTS.
 */
export function isInSet(set: ContactSet, reach: Reach): RawBuilder<SqlBool> {
  const { from, contactId, where, having } = set
  if (!having) return sql<SqlBool>`exists (select 1 from ${from} where ${contactId} = c.id and ${where})`
  // Not IN: the planner makes a join of an EXISTS where it is negated too.
  if (reach === 'count')
    return sql<SqlBool>`exists (select 1 from (select ${contactId} as id from ${from} where ${where} group by ${contactId} having ${having}) g where g.id = c.id)`
  return sql<SqlBool>`exists (select ${contactId} from ${from} where ${contactId} = c.id and ${where} group by ${contactId} having ${having})`
}

/**
 * Whether rows of the set are about `c` under the name of a contact that was merged into it. Beside `isInSet` and not within it: those who
 * were merged are few, and the planner's join with all the others stays as it is.
 */
export const isMergedIntoSet = ({ from, contactId, where }: ContactSet): RawBuilder<SqlBool> =>
  sql<SqlBool>`c.id in (select m.contact_id from app.contact_merges m join ${from} on ${contactId} = m.merged_id where ${where})`

export const not = (condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`not (${condition})`
export const allContacts = sql<SqlBool>`true`

/** Never null, whatever the parts are: three-valued logic would let NOT lose people. */
export function joined(parts: readonly RawBuilder<SqlBool>[], word: 'and' | 'or'): RawBuilder<SqlBool> {
  if (parts.length === 1 && parts[0]) return parts[0]
  return sql<SqlBool>`(${sql.join(parts, word === 'and' ? sql` and ` : sql` or `)})`
}
