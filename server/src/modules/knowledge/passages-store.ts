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

export interface FoundPassage extends Omit<KnowledgePassage, 'matched' | 'similarity' | 'strength'> {
  /** Null for articles of the product, and for what is in no collection. */
  collectionId: string | null
  has_all: boolean
  /** How much of what the question asks is in it, from 0 to 1; 0 for one that was asked for by its key and has none of its words. */
  coverage: number
}

/**
 * What a similarity on the scale of all models is worth. Below the first a passage is no hit: of questions that nothing answers, none came
 * so high (bench/knowledge).
 */
export const leastSimilarity = 0.35
const similar = 0.5
const [weakest, likely] = [0.2, 0.5]

/** How surely a passage answers the question: by its words, or by its meaning where it is nearer. */
export function strengthOf(coverage: number, similarity: number | null): number {
  const near = similarity ?? 0
  const byMeaning =
    near < leastSimilarity
      ? 0
      : near < similar
        ? weakest + ((likely - weakest) * (near - leastSimilarity)) / (similar - leastSimilarity)
        : likely + (1 - likely) * ((near - similar) / (1 - similar))
  return Math.round(Math.max(coverage, byMeaning) * 1_000) / 1_000
}

export function toPassage({
  has_all: hasAll,
  coverage,
  similarity,
  ...found
}: FoundPassage & { similarity: number | null }): KnowledgePassage {
  const { articleId, documentId, title, category, position, headings, passage, score, words } = found
  const matched = hasAll ? 'all' : coverage > 0 ? 'some' : 'meaning'
  return {
    articleId,
    documentId,
    title,
    category,
    position,
    headings,
    passage,
    score,
    matched,
    words,
    similarity,
    strength: strengthOf(coverage, similarity),
  }
}
