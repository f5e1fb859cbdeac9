import { sql } from 'kysely'
import { KnowledgeDocument, documentLimits } from '@imperium/contract/knowledge.ts'
import type { DocumentFormat, KnowledgeDocument as Document } from '@imperium/contract/knowledge.ts'
import type { Metadata } from '@imperium/contract/knowledge/metadata.ts'
import { storedKey, storedText, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { LeaseTable } from '../../../platform/leases/lease-table.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import { whileAtRest } from '../../organizations/index.ts'
import { isDocumentOpenTo } from '../passages-store.ts'
import type { Reader } from '../store.ts'

export interface DocumentRow {
  id: string
  name: string
  format: string
  file_id: string
  size_bytes: number
  status: string
  error_message: string | null
  error_key: unknown
  passages: number
  language: string
  visibility: string
  collection_id: string | null
  source_url: string | null
  metadata: unknown
  created_at: Date
  updated_at: Date
}

export const toDocument = replyOf(KnowledgeDocument, (row: DocumentRow) => ({
  language: row.language as Document['language'],
  metadata: row.metadata as Document['metadata'],
  error: row.error_message === null ? null : worded(storedText(row.error_message, row.error_key)),
}))

export interface ReadDocument {
  name: string
  format: DocumentFormat
  file_id: string
  language: string
  recognises_language: boolean
  attempts: number
  deaths: number
}

/** A document is due until its passages are written. `deaths` counts the ends of its worker, so that one that kills it is given up; `attempts` all claims. */
export const documentLeases: LeaseTable<{ id: 'uuid' }, ReadDocument> = {
  table: 'app.knowledge_documents',
  key: { id: 'uuid' },
  dueAt: 'due_at',
  leaseMs: 20_000,
  open: sql`l.status in ('queued', 'processing')`,
  claimed: sql`due_at = null, status = 'processing', attempts = l.attempts + 1`,
  rests: whileAtRest,
  reaped: sql`deaths = l.deaths + 1`,
  row: sql`l.name, l.format, l.file_id, l.language, l.recognises_language, l.attempts, l.deaths`,
}

export interface NewDocument {
  id: string
  name: string
  format: DocumentFormat
  fileId: string
  sizeBytes: number
  /** Without one it is recognised from the text. */
  language?: string | undefined
  visibility: string
  collectionId: string | null
  metadata: Metadata
  authorId: string | null
  /** Of a page of a source. */
  sourceUrl?: string
}

export async function insertDocument(tx: OrgTx, document: NewDocument): Promise<void> {
  await tx
    .insertInto('knowledge_documents')
    .values({
      org_id: tx.orgId,
      id: document.id,
      name: document.name,
      format: document.format,
      file_id: document.fileId,
      size_bytes: document.sizeBytes,
      language: document.language ?? 'en',
      recognises_language: document.language === undefined,
      visibility: document.visibility,
      collection_id: document.collectionId,
      metadata: JSON.stringify(document.metadata),
      author_id: document.authorId,
      source_url: document.sourceUrl ?? null,
      due_at: sql`now()`,
    })
    .execute()
}

interface Listed {
  q?: string | undefined
  status?: string | undefined
  collectionId?: string | undefined
  limit: number
  afterId: string | null
}

export async function listDocuments(tx: OrgTx, reader: Reader, { q, status, collectionId, limit, afterId }: Listed) {
  const { rows } = await sql<DocumentRow>`
    select a.* from app.knowledge_documents a
    where ${isDocumentOpenTo(reader)} and (${status ?? null}::text is null or a.status = ${status ?? null})
      and (${collectionId ?? null}::uuid is null or a.collection_id = ${collectionId ?? null}::uuid)
      and (${q ?? null}::text is null or a.name ilike ${likePattern(q ?? '')})
      and (${afterId}::uuid is null or a.id < ${afterId}::uuid)
    order by a.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function findDocument(tx: OrgTx, reader: Reader, id: string): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    select a.* from app.knowledge_documents a where a.id = ${id}::uuid and ${isDocumentOpenTo(reader)}`.execute(tx)
  return rows[0]
}

export const listPassages = (tx: OrgTx, id: string, from: number) =>
  tx
    .selectFrom('knowledge_document_chunks')
    .select(['position', 'headings', 'passage'])
    .where('document_id', '=', id)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(documentLimits.shownPassages)
    .execute()

/** Locked until the transaction ends: a worker that writes its passages waits, or was first. */
export const lockDocument = (tx: OrgTx, id: string) =>
  tx.selectFrom('knowledge_documents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

interface Details {
  language?: string | undefined
  recognises_language?: boolean
  visibility?: string | undefined
  collection_id?: string | null | undefined
  metadata?: Metadata | undefined
}

/** A member's change: from now on its fields do not follow the source of the page. */
export async function setDocument(tx: OrgTx, id: string, { metadata, ...details }: Details, at: Date): Promise<void> {
  const fields = [...Object.keys(details).filter((field) => field !== 'recognises_language'), ...(metadata ? ['metadata'] : [])]
  await tx
    .updateTable('knowledge_documents')
    .set({
      ...details,
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      own_fields: sql<string[]>`array(select distinct unnest(own_fields || ${fields}::text[]))`,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}

/** Another file takes the place of the document's own. */
export async function setDocumentFile(
  tx: OrgTx,
  { id, name, format, fileId, sizeBytes }: Pick<NewDocument, 'id' | 'name' | 'format' | 'fileId' | 'sizeBytes'>,
): Promise<void> {
  await tx.updateTable('knowledge_documents').set({ name, format, file_id: fileId, size_bytes: sizeBytes }).where('id', '=', id).execute()
}

/** Reads it again from the start; a worker that holds it writes nothing more. */
export async function queueDocument(tx: OrgTx, id: string, at: Date): Promise<void> {
  await sql`
    update app.knowledge_documents set status = 'queued', due_at = now(), attempts = 0, deaths = 0, error_message = null, error_key = null,
      lease_owner = null, lease_until = null, epoch = epoch + 1, updated_at = ${at}
    where id = ${id}::uuid`.execute(tx)
}

export const deleteDocument = (tx: OrgTx, id: string) =>
  tx.deleteFrom('knowledge_documents').where('id', '=', id).returning(['name', 'file_id', 'size_bytes']).executeTakeFirst()

/** What a worker writes of a document that it has read; the notice names what of it could not be read. */
export const isReady = (passages: number, at: Date, language?: string, notice: Text | null = null) =>
  sql`status = 'ready', passages = ${passages}, error_message = ${notice === null ? null : worded(notice).message},
    error_key = ${notice === null ? null : storedKey(notice)}::jsonb, language = coalesce(${language ?? null}, l.language),
    lease_owner = null, lease_until = null, updated_at = ${at}`

export const hasFailed = (text: Text, at: Date) =>
  sql`status = 'failed', passages = 0, error_message = ${worded(text).message}, error_key = ${storedKey(text)}::jsonb, lease_owner = null,
    lease_until = null, updated_at = ${at}`

export const exportDocuments = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('knowledge_documents')
    .select(['org_id as organizationId', 'id', 'name', 'created_at as createdAt'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()
