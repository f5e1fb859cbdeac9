import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { KnowledgeSource, sourceLimits } from '@imperium/contract/knowledge/knowledge-sources.ts'
import type { CreateSourceBody, KnowledgeSource as Source, UpdateSourceBody } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { storedKey, storedText, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { LeaseTable } from '../../../platform/leases/lease-table.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import { withoutUndefined } from '../../../platform/resources/without-undefined.ts'
import { isAtRest, whileAtRest } from '../../organizations/index.ts'

export interface ClaimedSource {
  kind: Source['kind']
  url: string
  depth: number
  max_pages: number
  author_id: string | null
  attempts: number
}

/** Due when it is to be read: at once, or by its schedule. */
export const sourceLeases: LeaseTable<{ id: 'uuid' }, ClaimedSource> = {
  table: 'app.knowledge_sources',
  key: { id: 'uuid' },
  dueAt: 'due_at',
  leaseMs: 20_000,
  claimed: sql`due_at = null, status = 'syncing', attempts = l.attempts + 1`,
  rests: whileAtRest,
  atRest: isAtRest,
  row: sql`l.kind, l.url, l.depth, l.max_pages, l.author_id, l.attempts`,
}

interface SourceRow {
  id: string
  name: string
  kind: string
  url: string
  depth: number
  max_pages: number
  schedule: string
  status: string
  error_message: string | null
  error_key: unknown
  pages: number
  failed_pages: number
  failures: { url: string; message: string; key: unknown }[] | null
  language: string
  visibility: string
  collection_id: string | null
  metadata: unknown
  synced_at: Date | null
  created_at: Date
}

export const toSource = replyOf(KnowledgeSource, (row: SourceRow) => ({
  language: row.language as Source['language'],
  metadata: row.metadata as Source['metadata'],
  error: row.error_message === null ? null : worded(storedText(row.error_message, row.error_key)),
  failures: (row.failures ?? []).map(({ url, message, key }) => ({ url, ...worded(storedText(message, key)) })),
}))

const shown = sql`
  select s.*,
    (select count(*) from app.knowledge_source_pages p where p.source_id = s.id and p.document_id is not null)::int as pages,
    (select count(*) from app.knowledge_source_pages p where p.source_id = s.id and p.error_message is not null)::int as failed_pages,
    (select jsonb_agg(jsonb_build_object('url', f.url, 'message', f.error_message, 'key', f.error_key) order by f.url) from (
      select url, error_message, error_key from app.knowledge_source_pages p where p.source_id = s.id and p.error_message is not null
      order by url limit ${sourceLimits.failures}) f) as failures
  from app.knowledge_sources s`

export async function listSources(tx: OrgTx): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`${shown} order by s.url limit ${sourceLimits.sources}`.execute(tx)
  return rows
}

export async function findSource(tx: OrgTx, id: string): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`${shown} where s.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** How many there are, and whether one has the address. One member at a time adds a source. */
export async function countSources(tx: OrgTx, url: string): Promise<{ count: number; isKnown: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`knowledge_sources/${tx.orgId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number; isKnown: boolean }>`
    select count(*)::int as count, coalesce(bool_or(url = ${url}), false) as "isKnown" from app.knowledge_sources`.execute(tx)
  return rows[0] ?? { count: 0, isKnown: false }
}

export async function insertSource(tx: OrgTx, id: string, body: CreateSourceBody, authorId: string): Promise<void> {
  const { maxPages, collectionId, metadata, language, ...rest } = body
  await tx
    .insertInto('knowledge_sources')
    .values({
      org_id: tx.orgId,
      id,
      ...rest,
      language: language ?? 'en',
      recognises_language: language === undefined,
      max_pages: maxPages,
      collection_id: collectionId,
      metadata: JSON.stringify(metadata),
      author_id: authorId,
      due_at: sql`now()`,
    })
    .execute()
}

/** What the documents of its pages begin with, and follow. */
export interface PageSettings {
  language: string
  /** Each page has the language of its own text. */
  recognises_language: boolean
  visibility: string
  collection_id: string | null
  metadata: Source['metadata']
}

/** The settings of now: they may have changed since the source was claimed. Locked until the transaction ends. */
export const lockPageSettings = (tx: OrgTx, id: string): Promise<PageSettings | undefined> =>
  tx
    .selectFrom('knowledge_sources')
    .select(['language', 'recognises_language', 'visibility', 'collection_id', 'metadata'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<PageSettings | undefined>

/** Another schedule counts from the last reading; one that waits or is under way stays as it is. */
export async function setSource(tx: OrgTx, id: string, change: UpdateSourceBody): Promise<void> {
  const { maxPages, collectionId, metadata, ...rest } = change
  await tx
    .updateTable('knowledge_sources')
    .set({
      ...withoutUndefined({ ...rest, max_pages: maxPages, collection_id: collectionId }),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(change.language && { recognises_language: false }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (change.schedule === undefined) return
  await sql`update app.knowledge_sources l set due_at = ${nextTime(sql`coalesce(l.synced_at, now())`)}
    where l.id = ${id}::uuid and l.status in ('ready', 'failed')`.execute(tx)
}

/** Reads it now, unless a worker does. @returns false where one does. */
export async function queueSource(tx: OrgTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('knowledge_sources')
    .set({ status: 'queued', due_at: sql`now()`, attempts: 0, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('lease_owner', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Deletes it and its pages. @returns its address and the documents of its pages, which are deleted with it by the caller. */
export async function deleteSource(tx: OrgTx, id: string): Promise<{ url: string; documentIds: string[] } | null> {
  const row = await tx.selectFrom('knowledge_sources').select('url').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  const pages = await tx.selectFrom('knowledge_source_pages').select('document_id').where('source_id', '=', id).execute()
  await tx.deleteFrom('knowledge_sources').where('id', '=', id).execute()
  return { url: row.url, documentIds: pages.flatMap(({ document_id: documentId }) => documentId ?? []) }
}

/** When it is read again, by the schedule that the row has now: it may have changed since it was claimed. */
const nextTime = (at: RawBuilder<unknown>) =>
  sql`case l.schedule when 'daily' then ${at} + interval '1 day' when 'weekly' then ${at} + interval '7 days' end`

const ended = (at: Date) =>
  sql`attempts = 0, lease_owner = null, lease_until = null, due_at = ${nextTime(sql`${at}::timestamptz`)}, updated_at = ${at}`

/** What a worker writes of a source that it has read. */
export const isSynced = (at: Date) => sql`status = 'ready', error_message = null, error_key = null, synced_at = ${at}, ${ended(at)}`

export const hasFailed = (text: Text, at: Date) =>
  sql`status = 'failed', error_message = ${worded(text).message}, error_key = ${storedKey(text)}::jsonb, ${ended(at)}`

/** Shows that the claim still holds, in the transaction of a page. */
export const isSyncing = sql`status = 'syncing'`

/** It waits while its organization is at rest: no worker died, so it is no attempt. */
export const isPutOff = sql`status = 'queued', attempts = greatest(0, attempts - 1)`

export const exportSources = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('knowledge_sources')
    .select(['org_id as organizationId', 'url', 'created_at as createdAt'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()
