import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'

export interface SegmentFields {
  name: string
  description: string
  rules: SegmentGroup
  describedAs: string
}

const selectSegments = (tx: OrgTx) =>
  tx
    .selectFrom('segments')
    .select(['id', 'name', 'description', 'rules', 'described_as', 'count', 'counted_at', 'created_by', 'created_at', 'updated_at'])

export type SegmentRow = Awaited<ReturnType<ReturnType<typeof selectSegments>['execute']>>[number]

export async function listSegments(
  tx: OrgTx,
  page: { q: string | undefined; limit: number; after: readonly [string, string] | null },
): Promise<{ rows: SegmentRow[]; last: [string, string] | null }> {
  const rows = await selectSegments(tx)
    .$if(Boolean(page.q), (query) => query.where('name', 'ilike', likePattern(page.q ?? '')))
    .$if(page.after !== null, (query) =>
      query.where(sql<SqlBool>`(created_at, id) < (${page.after?.[0]}::timestamptz, ${page.after?.[1]}::uuid)`),
    )
    .select(sql<string>`created_at::text`.as('created_text'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { rows: shown, last: last ? [last.created_text, last.id] : null }
}

export const findSegment = (tx: OrgTx, id: string): Promise<SegmentRow | undefined> =>
  selectSegments(tx).where('id', '=', id).executeTakeFirst()

export const findSegmentForUpdate = (tx: OrgTx, id: string): Promise<SegmentRow | undefined> =>
  selectSegments(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** One writer of rules at a time per organization: two that each name the other's segment would close a circle that neither sees. */
export async function lockRules(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segments:${tx.orgId}`}, 0))`.execute(tx)
}

export async function insertSegment(tx: OrgTx, id: string, fields: SegmentFields, createdBy: string): Promise<void> {
  await tx
    .insertInto('segments')
    .values({ org_id: tx.orgId, id, ...columnsOf(fields), created_by: createdBy })
    .execute()
}

/** `recount`: the rules are others, so what was counted is void. */
export async function updateSegment(tx: OrgTx, id: string, fields: SegmentFields, recount: boolean): Promise<void> {
  await tx
    .updateTable('segments')
    .set({ ...columnsOf(fields), ...(recount ? { count: null, counted_at: null } : {}), updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

const columnsOf = ({ name, description, rules, describedAs }: SegmentFields) => ({
  name,
  description,
  rules: JSON.stringify(rules),
  described_as: describedAs,
})

export async function deleteSegment(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('segments').where('id', '=', id).execute()
}

/** Whether another segment has this name; upper and lower case are the same. */
export async function isNameTaken(tx: OrgTx, name: string, exceptId: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('segments')
    .select('id')
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a count, unless the segment was changed since its rules were read. */
export async function setCount(tx: OrgTx, id: string, readAt: Date, count: number, at: Date): Promise<void> {
  await tx
    .updateTable('segments')
    .set({ count, counted_at: at })
    .where('id', '=', id)
    .where(sql<SqlBool>`date_trunc('milliseconds', updated_at) = ${readAt}`)
    .execute()
}

export async function findRules(tx: OrgTx, ids: readonly string[]): Promise<Map<string, { name: string; rules: SegmentGroup }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('segments').select(['id', 'name', 'rules']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name, rules }) => [id, { name, rules: rules as unknown as SegmentGroup }]))
}

/** Campaigns that rules of any segment name, locked until the transaction ends, so that no rules are saved meanwhile. */
export async function campaignsInSegments(tx: OrgTx): Promise<string[]> {
  await lockRules(tx)
  const { rows } = await sql<{ id: string }>`
    select distinct value #>> '{}' as id from app.segments s cross join lateral jsonb_path_query(s.rules, '$.**.campaignId') value`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Segments whose rules name one of these, by the named id. */
export async function segmentsNaming(tx: OrgTx, ids: readonly string[]): Promise<{ named: string; id: string; name: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ named: string; id: string; name: string }>`
    select n.named, s.id, s.name
    from app.segments s
    cross join lateral (
      select distinct value #>> '{}' as named from jsonb_path_query(s.rules, '$.**.segmentId') value
    ) n
    where n.named = any(${ids}::text[])
    order by lower(s.name)`.execute(tx)
  return rows
}

/** Names of the segments whose rules name a custom field. */
export async function segmentsWithField(tx: OrgTx, key: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('segments')
    .select('name')
    .where(
      sql<SqlBool>`jsonb_path_exists(rules, '$.** ? (@.kind == "custom" && @.field == $key)', jsonb_build_object('key', ${key}::text))`,
    )
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(({ name }) => name)
}

export async function findFields(tx: OrgTx, keys: readonly string[]): Promise<Map<string, { label: string; type: string }>> {
  const rows = await tx
    .selectFrom('contact_fields')
    .select(['key', 'label', 'type'])
    .where('key', 'in', keys)
    .where('cleared_by', 'is', null)
    .execute()
  return new Map(rows.map(({ key, label, type }) => [key, { label, type }]))
}

/** For the rest of the transaction. */
export async function limitStatements(tx: OrgTx, timeoutMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(Math.round(timeoutMs))}, true)`.execute(tx)
}
