import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { SegmentMember } from '@imperium/contract/contacts/segments.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Conditions } from './compile-rules.ts'
import type { Question } from './contact-set.ts'

/** Sorting and hashing of half a million contacts stays in memory, and compiling a short statement costs more than running it. */
async function prepareToCount(tx: OrgTx): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
}

export async function countMatching(tx: OrgTx, { joins, where }: Question): Promise<number> {
  await prepareToCount(tx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from app.contacts c${joins} where ${where}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** So many contacts are asked about at once: few enough that the planner looks other tables up for each of them. */
const blockSize = 2_000
const mostBlocks = 10

/**
 * Ids in ascending order, those after `after`. Block by block, because over the whole table the planner would gather what other
 * tables hold of all contacts, for every page anew; that is done only where the blocks hold almost none.
 */
export async function pageOfIds(tx: OrgTx, { page, count }: Conditions, after: string | null, limit: number): Promise<string[]> {
  const found: string[] = []
  let from = after
  for (let blocks = 0; blocks < mostBlocks && found.length < limit; blocks++) {
    const block = await blockOfIds(tx, page, from)
    found.push(...block.ids)
    if (block.end === null) return found.slice(0, limit)
    from = block.end
  }
  if (found.length >= limit || from === null) return found.slice(0, limit)
  return [...found, ...(await idsAmongAll(tx, count, from, limit - found.length))]
}

/** Evaluates all contacts before it cuts the page: with the limit in the query, the planner would look them up one by one. */
async function idsAmongAll(tx: OrgTx, { joins, where }: Question, after: string, limit: number): Promise<string[]> {
  await prepareToCount(tx)
  const { rows } = await sql<{ id: string }>`
    select f.id from (select c.id from app.contacts c${joins} where ${where} and c.id > ${after}::uuid offset 0) f order by f.id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** The same in one statement: for conditions about the contact's own row. */
export async function idsAfter(tx: OrgTx, condition: RawBuilder<SqlBool>, after: string | null, limit: number): Promise<string[]> {
  const behind = after === null ? sql`` : sql` and c.id > ${after}::uuid`
  const { rows } = await sql<{ id: string }>`
    select c.id from app.contacts c where ${condition}${behind} order by c.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of the given contacts that hold the condition. */
export async function idsAmong(tx: OrgTx, condition: RawBuilder<SqlBool>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from app.contacts c where c.id = any(${ids}::uuid[]) and ${condition}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** `end` is the last contact of the block, null where no more may follow. */
async function blockOfIds(tx: OrgTx, condition: RawBuilder<SqlBool>, after: string | null): Promise<{ ids: string[]; end: string | null }> {
  const behind = after === null ? sql`true` : sql`c.id > ${after}::uuid`
  const { rows } = await sql<{ ids: string[]; end: string | null }>`
    with block as materialized (select c.* from app.contacts c where ${behind} order by c.id limit ${blockSize})
    select array(select c.id from block c where ${condition} order by c.id) as ids,
      (select id from block order by id offset ${blockSize - 1}) as end`.execute(tx)
  return rows[0] ?? { ids: [], end: null }
}

/** So many of the newest are looked at one by one first. */
const nearby = 1_000

/**
 * Contacts, newest first. Most rules find a page among the newest contacts, and asking about each of these costs a hundredth of
 * asking about all: that is done only where it is not so.
 */
export async function membersOf(
  tx: OrgTx,
  { count, page }: Conditions,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
): Promise<{ rows: SegmentMember[]; last: [string, string] | null }> {
  const behind = after === null ? sql<SqlBool>`true` : sql<SqlBool>`(c.created_at, c.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
  const newest = sql`(select c.* from app.contacts c where ${behind} order by c.created_at desc, c.id desc limit ${nearby}) c`
  let rows = await newestOf(tx, newest, page, limit + 1)
  if (rows.length <= limit) {
    await prepareToCount(tx)
    rows = await newestOf(
      tx,
      sql`(select c.* from app.contacts c${count.joins} where ${behind} and ${count.where} offset 0) c`,
      sql<SqlBool>`true`,
      limit + 1,
    )
  }
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(toMember), last: last ? [last.created_text, last.id] : null }
}

async function newestOf(tx: OrgTx, from: RawBuilder<unknown>, condition: RawBuilder<SqlBool>, limit: number): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select c.id, c.email, c.phone, c.first_name, c.last_name, c.tags, c.created_at, c.created_at::text as created_text
    from ${from} where ${condition}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(tx)
  return rows
}

interface MemberRow {
  id: string
  email: string | null
  phone: string | null
  first_name: string
  last_name: string
  tags: string[]
  created_at: Date
  created_text: string
}

const toMember = (row: MemberRow): SegmentMember => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  phone: row.phone,
  tags: row.tags,
  createdAt: row.created_at.toISOString(),
})
