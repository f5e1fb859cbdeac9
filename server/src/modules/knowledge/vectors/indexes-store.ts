import { sql } from 'kysely'
import type { KnowledgeIndexBody, VectorIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import { retrievalDefaults } from '@imperium/contract/knowledge/retrieval.ts'
import { storedKey, storedText, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { announceDue } from '../../../platform/leases/lease-store.ts'
import type { LeaseTable } from '../../../platform/leases/lease-table.ts'
import { isAtRest, whileAtRest } from '../../organizations/index.ts'
import type { Scale } from './quantize.ts'

/** What embeds for an index: `configId` is null for the offline model. */
export interface IndexModel {
  embedding: 'offline' | 'model'
  config_id: string | null
  model: string
}

export interface ClaimedIndex extends IndexModel {
  dimensions: number | null
  related: number | null
  unrelated: number | null
  is_active: boolean
  attempts: number
}

/** An index is due while passages have no vector in it. */
export const indexLeases: LeaseTable<{ id: 'uuid' }, ClaimedIndex> = {
  table: 'app.knowledge_indexes',
  key: { id: 'uuid' },
  dueAt: 'due_at',
  leaseMs: 30_000,
  claimed: sql`due_at = null, is_wanted = false`,
  rests: whileAtRest,
  atRest: isAtRest,
  row: sql`l.embedding, l.config_id, l.model, l.dimensions, l.related, l.unrelated, l.is_active, l.attempts`,
}

export interface SearchSettings {
  embedding: 'none' | 'offline' | 'model'
  config_id: string | null
  is_reranked: boolean
  /** Per cent. */
  least_strength: number
  passages: number
}

const byDefault: SearchSettings = {
  embedding: 'offline',
  config_id: null,
  is_reranked: false,
  least_strength: retrievalDefaults.leastStrength,
  passages: retrievalDefaults.passages,
}

export async function readSettings(tx: OrgTx): Promise<SearchSettings> {
  const row = await tx
    .selectFrom('knowledge_search_settings')
    .select(['embedding', 'config_id', 'is_reranked', 'least_strength', 'passages'])
    .executeTakeFirst()
  return row ? { ...row, embedding: row.embedding as SearchSettings['embedding'] } : byDefault
}

export async function writeSettings(
  tx: OrgTx,
  { embedding, configId, isReranked, leastStrength, passages }: KnowledgeIndexBody,
  at: Date,
): Promise<void> {
  const set = { embedding, config_id: configId, is_reranked: isReranked, least_strength: leastStrength, passages, updated_at: at }
  await tx
    .insertInto('knowledge_search_settings')
    .values({ org_id: tx.orgId, ...set })
    .onConflict((on) => on.column('org_id').doUpdateSet(set))
    .execute()
}

/** The lock of those that add or drop an index. */
const lockIndexes = (tx: OrgTx) => sql`select pg_advisory_xact_lock(hashtextextended(${`knowledge_indexes/${tx.orgId}`}, 0))`.execute(tx)

/** The index that is searched, and the one that is built. */
export async function listIndexes(tx: OrgTx) {
  return tx.selectFrom('knowledge_indexes').selectAll().orderBy('is_active', 'desc').execute()
}

/** The index that searches use; null while the first one is being built. */
export async function findActiveIndex(tx: OrgTx) {
  const { rows } = await sql<IndexModel & Scale & { id: string; dimensions: number; passages: number }>`
    select id, embedding, config_id, model, dimensions, related, unrelated, passages from app.knowledge_indexes
    where is_active and dimensions is not null`.execute(tx)
  return rows[0] ?? null
}

/** A new index, beside the active one and instead of one that is being built. */
export async function startIndex(tx: OrgTx, { embedding, config_id: configId, model }: IndexModel): Promise<void> {
  await lockIndexes(tx)
  await tx.deleteFrom('knowledge_indexes').where('is_active', '=', false).execute()
  await sql`
    insert into app.knowledge_indexes (org_id, id, embedding, config_id, model, due_at)
    values (${tx.orgId}, ${newId()}, ${embedding}, ${configId}, ${model}, now())`.execute(tx)
  await announceDue(tx, indexLeases)
}

/** Drops the index that is being built, or all. Its vectors go with it. */
export async function dropIndexes(tx: OrgTx, which: 'next' | 'all'): Promise<void> {
  await lockIndexes(tx)
  await tx
    .deleteFrom('knowledge_indexes')
    .$if(which === 'next', (query) => query.where('is_active', '=', false))
    .execute()
}

/** Tries a failed index again. */
export async function resumeIndexes(tx: OrgTx): Promise<void> {
  await sql`
    update app.knowledge_indexes set due_at = now(), attempts = 0, error_message = null, error_key = null,
      status = case when is_active then 'ready' else 'building' end
    where status in ('failed', 'waiting') and lease_owner is null`.execute(tx)
  await announceDue(tx, indexLeases)
}

/**
 * Passages came: last in the transaction that wrote them, because it waits for a worker that writes vectors. An organization gets its first
 * index with its first passages.
 */
export async function wantVectors(tx: OrgTx, offlineModel: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update app.knowledge_indexes set is_wanted = true,
      due_at = case when lease_owner is null and status <> 'failed' then coalesce(due_at, now()) else due_at end`.execute(tx)
  if (numAffectedRows > 0n) return announceDue(tx, indexLeases)
  const { embedding } = await readSettings(tx)
  if (embedding === 'offline') await startIndex(tx, { embedding, config_id: null, model: offlineModel })
}

interface Progress {
  done: number
  total: number
}

/** Passages that get a vector by this embedding; the offline one knows English. */
export const isEmbedded = (embedding: string) => (embedding === 'offline' ? sql`c.language = 'en'` : sql`true`)

export async function countVectors(tx: OrgTx, { id, embedding }: { id: string; embedding: string }): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select (select count(*) from app.knowledge_signatures where index_id = ${id}::uuid)::int as done,
      ((select count(*) from app.knowledge_chunks c where ${isEmbedded(embedding)})
        + (select count(*) from app.knowledge_document_chunks c where ${isEmbedded(embedding)}))::int as total`.execute(tx)
  return rows[0] ?? { done: 0, total: 0 }
}

export async function countOtherLanguages(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from app.knowledge_chunks c where c.language <> 'en')
      + (select count(*) from app.knowledge_document_chunks c where c.language <> 'en'))::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function describeIndex(tx: OrgTx, row: Awaited<ReturnType<typeof listIndexes>>[number]): Promise<VectorIndex> {
  return {
    embedding: row.embedding as VectorIndex['embedding'],
    model: row.model,
    status: row.status as VectorIndex['status'],
    error: row.error_message === null ? null : worded(storedText(row.error_message, row.error_key)),
    finishedAt: row.finished_at?.toISOString() ?? null,
    ...(await countVectors(tx, row)),
  }
}

/** Still at work; a provider that answers again has ended its trouble. */
export const isAtWork = sql`attempts = 0, error_message = null, error_key = null, status = case when is_active then 'ready' else 'building' end`

export const isMeasured = ({ related, unrelated }: Scale, dimensions: number) =>
  sql`related = ${related}, unrelated = ${unrelated}, dimensions = ${dimensions}`

/** All passages have a vector. Those that came meanwhile make it due again. */
export const isComplete = (passages: number, at: Date) =>
  sql`status = 'ready', passages = ${passages}, finished_at = ${at}, attempts = 0, error_message = null, error_key = null,
    lease_owner = null, lease_until = null, due_at = case when is_wanted then now() end, is_wanted = false`

/** Searches use this index from now on, and the one before is gone with its vectors. */
export async function activate(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('knowledge_indexes').where('is_active', '=', true).where('id', '<>', id).execute()
  await tx.updateTable('knowledge_indexes').set({ is_active: true }).where('id', '=', id).execute()
}

const explained = (text: Text) =>
  sql`error_message = ${worded(text).message}, error_key = ${storedKey(text)}::jsonb, attempts = attempts + 1`

export const waits = (text: Text, ms: number) =>
  sql`status = 'waiting', ${explained(text)}, lease_owner = null, lease_until = null, due_at = now() + ${ms} * interval '1 millisecond'`

export const hasFailed = (text: Text) => sql`status = 'failed', ${explained(text)}, lease_owner = null, lease_until = null, due_at = null`
