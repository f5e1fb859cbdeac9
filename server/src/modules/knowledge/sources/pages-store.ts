import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { storedKey, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { PageSettings } from './sources-store.ts'

export interface PageRow {
  url: string
  document_id: string | null
  etag: string | null
  last_modified: string | null
  content_hash: Buffer | null
}

const columns = ['url', 'document_id', 'etag', 'last_modified', 'content_hash'] as const

export async function readPages(tx: OrgTx, sourceId: string): Promise<Map<string, PageRow>> {
  const rows = await tx.selectFrom('knowledge_source_pages').select(columns).where('source_id', '=', sourceId).execute()
  return new Map(rows.map((row) => [row.url, row]))
}

interface Seen {
  sourceId: string
  url: string
  epoch: number
  documentId: string | null
  etag: string | null
  lastModified: string | null
  contentHash: Buffer | null
}

/** A page that was read, whether it has changed or not. */
export async function writePage(tx: OrgTx, page: Seen): Promise<void> {
  const set = {
    document_id: page.documentId,
    etag: page.etag,
    last_modified: page.lastModified,
    content_hash: page.contentHash,
    error_message: null,
    error_key: null,
    seen_epoch: page.epoch,
    updated_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('knowledge_source_pages')
    .values({ org_id: tx.orgId, source_id: page.sourceId, url: page.url, ...set })
    .onConflict((on) => on.columns(['org_id', 'source_id', 'url']).doUpdateSet(set))
    .execute()
}

/** A page that could not be read: its document, if it has one, stays as it was. */
export async function writeFailure(
  tx: OrgTx,
  { sourceId, url, epoch }: Pick<Seen, 'sourceId' | 'url' | 'epoch'>,
  text: Text,
): Promise<void> {
  const set = { error_message: worded(text).message, error_key: storedKey(text), seen_epoch: epoch, updated_at: sql<Date>`now()` }
  await tx
    .insertInto('knowledge_source_pages')
    .values({ org_id: tx.orgId, source_id: sourceId, url, ...set })
    .onConflict((on) => on.columns(['org_id', 'source_id', 'url']).doUpdateSet(set))
    .execute()
}

/**
 * Documents of pages follow their source, but for what a member set at one of them.
 * @returns those that have another language now, which must be read again.
 */
export async function followSource(tx: OrgTx, sourceId: string, before: PageSettings, after: PageSettings, at: Date): Promise<string[]> {
  const [was, is] = [JSON.stringify(before.metadata), JSON.stringify(after.metadata)]
  const follows = (field: string, isSame: RawBuilder<unknown>) => sql`${isSame} and not ${field} = any(d.own_fields)`
  const ofSource = sql`d.id in (select document_id from app.knowledge_source_pages where source_id = ${sourceId}::uuid)`
  await sql`
    update app.knowledge_documents d set updated_at = ${at},
      visibility = case when ${follows('visibility', sql`d.visibility = ${before.visibility}`)} then ${after.visibility} else d.visibility end,
      collection_id = case when ${follows('collection_id', sql`d.collection_id is not distinct from ${before.collection_id}::uuid`)}
        then ${after.collection_id}::uuid else d.collection_id end,
      metadata = case when ${follows('metadata', sql`d.metadata = ${was}::jsonb`)} then ${is}::jsonb else d.metadata end
    where ${ofSource}`.execute(tx)
  if (before.language === after.language && before.recognises_language === after.recognises_language) return []
  const { rows } = await sql<{ id: string }>`
    update app.knowledge_documents d set language = ${after.language}, recognises_language = false
    where ${ofSource} and ${follows('language', sql`(d.language = ${before.language} or d.recognises_language)`)} returning d.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function clearDocument(tx: OrgTx, sourceId: string, url: string): Promise<void> {
  const set = { document_id: null, content_hash: null, etag: null, last_modified: null }
  await tx.updateTable('knowledge_source_pages').set(set).where('source_id', '=', sourceId).where('url', '=', url).execute()
}

/** Removes pages that this reading did not see. @returns their documents. */
export async function deleteUnseen(tx: OrgTx, sourceId: string, epoch: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('knowledge_source_pages')
    .where('source_id', '=', sourceId)
    .where('seen_epoch', '<>', epoch)
    .returning('document_id')
    .execute()
  return rows.flatMap(({ document_id: documentId }) => documentId ?? [])
}
