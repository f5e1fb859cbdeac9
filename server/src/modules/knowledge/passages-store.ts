import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { splitPassages, searchTextOf } from './split-passages.ts'
import type { Passage } from './split-passages.ts'
import { isOpenTo } from './store.ts'
import type { Reader } from './store.ts'

interface Published {
  title: string
  body: string
  language: string
}

/** Passages as they are stored, with the words that they are found by. */
const indexed = (language: string, passages: readonly Passage[], from: number) =>
  passages.map(({ headings, passage }, index) => ({
    position: from + index,
    headings,
    passage,
    heading_words: searchTextOf(language, headings.join(' ')),
    words: searchTextOf(language, passage),
  }))

const owners = {
  article: { chunks: sql`app.knowledge_chunks`, id: sql`article_id` },
  document: { chunks: sql`app.knowledge_document_chunks`, id: sql`document_id` },
}
const configurations: Readonly<Record<string, string>> = { de: 'german', es: 'spanish', fr: 'french', ja: 'simple' }
const rowsAtOnce = 500

/** Replaces the passages of an article or document, and their words. */
async function writePassages(
  tx: OrgTx,
  { kind, id, language }: { kind: keyof typeof owners; id: string; language: string },
  passages: readonly Passage[],
): Promise<void> {
  const { chunks, id: column } = owners[kind]
  const configuration = sql`${sql.lit(configurations[language] ?? 'english')}::regconfig`
  for (let from = 0; from < passages.length; from += rowsAtOnce) {
    const given = JSON.stringify(indexed(language, passages.slice(from, from + rowsAtOnce), from))
    await sql`
      with given as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as g(position int, headings text[], passage text, heading_words text, words text)
      ), written as (
        insert into ${chunks} (org_id, ${column}, position, headings, passage, language)
        select ${tx.orgId}::uuid, ${id}::uuid, position, headings, passage, ${language} from given
      )
      insert into app.knowledge_words (org_id, ${column}, position, language, search)
      select ${tx.orgId}::uuid, ${id}::uuid, position, ${language},
        setweight(to_tsvector(${configuration}, heading_words), 'A') || setweight(to_tsvector(${configuration}, words), 'B') from given`.execute(
      tx,
    )
  }
}

/** Replaces the passages of an article; null: it is no longer published. */
export async function indexArticle(tx: OrgTx, articleId: string, published: Published | null): Promise<void> {
  await tx.deleteFrom('knowledge_chunks').where('article_id', '=', articleId).execute()
  if (!published) return
  const { title, body, language } = published
  await writePassages(tx, { kind: 'article', id: articleId, language }, splitPassages(title, body))
}

/** Replaces the passages of a document. */
export async function indexDocument(tx: OrgTx, documentId: string, language: string, passages: readonly Passage[]): Promise<void> {
  await tx.deleteFrom('knowledge_document_chunks').where('document_id', '=', documentId).execute()
  await writePassages(tx, { kind: 'document', id: documentId, language }, passages)
}

/** What a search may return: conditions on an article or a document `a`, and whether articles of the product are in it. */
export interface SearchScope {
  articles: RawBuilder<unknown>
  documents: RawBuilder<unknown>
  hasProduct: boolean
}

export const isDocumentOpenTo = ({ mayWrite }: Reader) => sql`(${mayWrite} or a.visibility in ('organization', 'public'))`
export const scopeOfReader = (reader: Reader): SearchScope => ({
  articles: isOpenTo(reader),
  documents: isDocumentOpenTo(reader),
  hasProduct: true,
})

/** A passage of an article of the product (by its short name), of the organization, or of a document. */
export interface PassageKey {
  article: string | null
  document: string | null
  position: number
}

export interface FoundPassage extends Omit<KnowledgePassage, 'matched' | 'similarity'> {
  has_all: boolean
  /** The share of the question's words in it; 0 for one that was asked for by its key and has none. */
  coverage: number
}

export function toPassage({ has_all: hasAll, coverage, ...found }: FoundPassage, similarity: number | null = null): KnowledgePassage {
  const { articleId, documentId, title, category, position, headings, passage, score, words } = found
  const matched = hasAll ? 'all' : coverage > 0 ? 'some' : 'meaning'
  return { articleId, documentId, title, category, position, headings, passage, score, matched, words, similarity }
}
