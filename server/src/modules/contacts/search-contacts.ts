import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { numberStartOf } from './read-phone.ts'

/** The first text that sorts after every text with this prefix, byte by byte. */
const after = (prefix: string): string => `${prefix}\u{10FFFF}`

const begins = (column: RawBuilder<unknown>, prefix: string) => sql<SqlBool>`(${column} >= ${prefix} and ${column} < ${after(prefix)})`

/**
 * Contacts whose name, email address, its domain or number begins with the text; of two words, first and last name. Ranges instead of LIKE let
 * row-level security use an index. For queries that call the table `c`. `numberStart`: the result of `numberStartOf`.
 */
export function matchesText(q: string, numberStart: string | null = null): RawBuilder<SqlBool> {
  const text = q.trim().toLowerCase().replace(/\s+/g, ' ').slice(0, 200)
  const last = sql`c.last_key`
  const conditions = [
    begins(sql`c.name_key`, text),
    begins(last, text),
    begins(sql`c.email`, text),
    begins(sql`c.email_domain`, text.replace(/^@/, '')),
  ]
  const digits = text.replace(/[\s()./-]/g, '')
  if (/^\+?[0-9]{3,}$/.test(digits)) conditions.push(begins(sql`c.phone`, digits.startsWith('+') ? digits : `+${digits}`))
  if (numberStart) conditions.push(begins(sql`c.phone`, numberStart))
  const cut = text.indexOf(' ')
  if (cut > 0) {
    // "Kovač Anna" finds Anna Kovač as well.
    const [one, two] = [text.slice(0, cut).replace(/,$/, ''), text.slice(cut + 1)]
    conditions.push(sql<SqlBool>`(${begins(last, one)} and ${begins(sql`c.name_key`, two)})`)
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** Hits of the search over everything. */
export async function searchContacts(tx: OrgTx, q: string, limit: number): Promise<SearchHit[]> {
  const numberStart = await numberStartOf(tx, q)
  const rows = await tx
    .selectFrom('contacts as c')
    .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 'c.phone'])
    .where(matchesText(q, numberStart))
    .orderBy('c.name_key')
    .orderBy('c.id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const name = `${row.first_name} ${row.last_name}`.trim()
    const addresses = [row.email, row.phone].filter((each) => each !== null)
    return {
      kind: 'contact',
      id: row.id,
      title: name || (addresses[0] ?? ''),
      detail: (name ? addresses : addresses.slice(1)).join(' · '),
      link: `contacts?contact=${row.id}`,
    }
  })
}
