import { sql } from 'kysely'
import { Collection, documentLimits } from '@imperium/contract/knowledge.ts'
import type { CollectionBody } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { findNamed } from '../../platform/db/find-named.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { fieldConflict, found } from '../../platform/resources/checks.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'

interface CollectionRow {
  id: string
  name: string
  description: string
  answers_contacts: boolean
  least_strength: number | null
  passages: number | null
  articles: number
  documents: number
  created_at: Date
  updated_at: Date
}

export const namedCollections = findNamed(sql`app.knowledge_collections`)

export const toCollection = replyOf(Collection, (_row: CollectionRow) => ({}))

const counted = sql`
  select c.id, c.name, c.description, c.answers_contacts, c.least_strength, c.passages, c.created_at, c.updated_at,
    (select count(*) from app.knowledge_articles a where a.collection_id = c.id)::int as articles,
    (select count(*) from app.knowledge_documents d where d.collection_id = c.id)::int as documents
  from app.knowledge_collections c`

export async function listCollections(tx: OrgTx): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`${counted} order by lower(c.name) limit ${documentLimits.collections}`.execute(tx)
  return rows
}

export async function findCollection(tx: OrgTx, id: string): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`${counted} where c.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** @throws 422 for a collection that does not exist. The row stays locked against deletion until the transaction ends. */
export async function assertCollection(tx: OrgTx, id: string | null | undefined): Promise<void> {
  if (!id) return
  const row = await tx.selectFrom('knowledge_collections').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!row) throw invalid([{ path: 'collectionId', message: 'This collection does not exist' }])
}

async function assertFreeName(tx: OrgTx, name: string, except: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`knowledge_collections/${tx.orgId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from app.knowledge_collections where lower(name) = lower(${name}) and id is distinct from ${except}::uuid`.execute(tx)
  if (rows.length > 0) throw fieldConflict('name', 'There is a collection with this name')
}

const retrievalOf = ({ leastStrength, passages }: Pick<CollectionBody, 'leastStrength' | 'passages'>) =>
  withoutUndefined({ least_strength: leastStrength, passages })

/** @throws 409 for a name in use, or when there are too many. */
export async function insertCollection(
  tx: OrgTx,
  id: string,
  { name, description, answersContacts, ...retrieval }: CollectionBody,
): Promise<void> {
  await assertFreeName(tx, name, null)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from app.knowledge_collections`.execute(tx)
  if ((rows[0]?.count ?? 0) >= documentLimits.collections) throw conflict('There are too many collections. Delete one first.')
  await tx
    .insertInto('knowledge_collections')
    .values({ org_id: tx.orgId, id, name, description, answers_contacts: answersContacts, ...retrievalOf(retrieval) })
    .execute()
}

/** @throws 404; 409 for a name in use. */
export async function setCollection(
  tx: OrgTx,
  id: string,
  { name, description, answersContacts, ...retrieval }: CollectionBody,
  at: Date,
): Promise<void> {
  await assertFreeName(tx, name, id)
  const { numUpdatedRows } = await tx
    .updateTable('knowledge_collections')
    .set({ name, description, answers_contacts: answersContacts, ...retrievalOf(retrieval), updated_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  found(numUpdatedRows > 0 ? true : null)
}

/** A collection with something in it stays: without it, agents that were not granted it would read its articles. @throws 404, 409. */
export async function deleteCollection(tx: OrgTx, id: string): Promise<string> {
  await tx.selectFrom('knowledge_collections').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = found(await findCollection(tx, id))
  const source = await tx.selectFrom('knowledge_sources').select('id').where('collection_id', '=', id).executeTakeFirst()
  if (row.articles + row.documents > 0 || source) throw conflict('Move or delete the articles and documents of this collection first.')
  await tx.deleteFrom('knowledge_collections').where('id', '=', id).execute()
  return row.name
}
