import { sql } from 'kysely'
import type { ArticleCategory } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { RecognisedLanguage } from '../../../platform/text/recognise-language.ts'
import type { FoundPassage, PassageKey, SearchScope } from '../passages-store.ts'
import { searchTextOf } from '../split-passages.ts'
import { productPassages } from '../vectors/product-vectors.ts'
import { judgePassage } from './judge-passages.ts'
import { readQuestion } from './words/read-question.ts'
import { stemTerms } from './words/stem-terms.ts'
import { weighTerms } from './words/weigh-terms.ts'
import type { WeighedQuestion } from './words/weigh-terms.ts'

/** The passages of the product with their search words, which are the same for the life of the process. */
let productIndex: string | undefined

async function readProductIndex(tx: OrgTx): Promise<string> {
  const given = productPassages.map((passage) => ({
    ...passage,
    heading_words: searchTextOf('en', passage.headings.join(' ')),
    words: searchTextOf('en', passage.passage),
  }))
  const { rows } = await sql<{ passages: string }>`
    select json_agg(p)::text as passages from (
      select p.article, p.title, p.category, p.position, p.headings, p.passage,
        (setweight(to_tsvector('english', p.heading_words), 'A') || setweight(to_tsvector('english', p.words), 'B'))::text as search
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as p(article text, title text, category text, position int, headings text[], passage text, heading_words text, words text)) p`.execute(
    tx,
  )
  return rows[0]?.passages ?? '[]'
}

/** Candidates whose text is judged. */
const candidates = 120
/** What a word itself weighs more than one that is near it, when candidates are chosen. */
const exactness = 0.4

export interface PassageSearch {
  q: string
  category?: ArticleCategory | undefined
  limit: number
  /** Passages that are returned besides, whatever words they have; only those in scope. */
  also?: readonly PassageKey[]
}

const isId = (article: string | null): boolean => article?.length === 36

/** What the words of the question in a row `p` weigh together. The queries are constants: only then are rows read in parallel. */
const weightOf = (questions: readonly WeighedQuestion[]) =>
  sql`case p.language ${sql.join(
    questions.map(({ language, terms }) => {
      const each = terms.map(
        ({ loose, exact, weight }) =>
          sql`${weight}::float8 * ((p.search @@ ${loose}::tsquery)::int + ${exactness}::float8 * (p.search @@ ${exact}::tsquery)::int)`,
      )
      return sql`when ${language} then ${sql.join(each, sql` + `)}`
    }),
    sql` `,
  )} else 0 end`

/** The passages with most of the question's words, of the product and of the organization: what is compared is narrow. */
function hits({ articles, documents }: SearchScope, questions: readonly WeighedQuestion[]) {
  const english = questions.find(({ language }) => language === 'en')?.wanted ?? ''
  const matches = sql.join(
    questions.map(({ language, wanted }) => sql`(w.language = ${language} and w.search @@ ${wanted}::tsquery)`),
    sql` or `,
  )
  return sql`
  select p.* from (
    select p.article, null::uuid as document, p.position, 'en' as language, p.search from product p where p.search @@ ${english}::tsquery
    union all
    select w.article_id::text, null, w.position, w.language, w.search from app.knowledge_words w
    join app.knowledge_articles a on a.id = w.article_id where (${matches}) and ${articles}
    union all
    select null, w.document_id, w.position, w.language, w.search from app.knowledge_words w
    join app.knowledge_documents a on a.id = w.document_id where (${matches}) and ${documents}
  ) p
  order by ${weightOf(questions)} desc, p.article, p.document, p.position limit ${candidates}`
}

/** Passages of the keys, as far as they are in scope. */
const chosenByKey = ({ articles, documents }: SearchScope) => sql`
  select p.* from (
    select p.article, null::uuid as document, p.position, 'en' as language, p.search from product p join keys k on k.product = p.article and k.position = p.position
    union all
    select w.article_id::text, null, w.position, w.language, w.search from app.knowledge_words w
    join keys k on k.article = w.article_id and k.position = w.position join app.knowledge_articles a on a.id = w.article_id where ${articles}
    union all
    select null, w.document_id, w.position, w.language, w.search from app.knowledge_words w
    join keys k on k.document = w.document_id and k.position = w.position join app.knowledge_documents a on a.id = w.document_id where ${documents}
  ) p`

/** Titles and texts of the candidates, by their keys. */
const texts = sql`
  left join product p on t.document is null and p.article = t.article and p.position = t.position
  left join app.knowledge_articles a on p.article is null and t.document is null and a.id::text = t.article
  left join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
  left join app.knowledge_chunks ac on ac.article_id = a.id and ac.position = t.position
  left join app.knowledge_documents d on d.id = t.document
  left join app.knowledge_document_chunks dc on dc.document_id = t.document and dc.position = t.position`

interface Candidate extends Pick<
  FoundPassage,
  'articleId' | 'documentId' | 'title' | 'category' | 'position' | 'headings' | 'passage' | 'collectionId'
> {
  language: RecognisedLanguage
  stems: string[]
}

const emptyTerms: readonly never[] = []

/**
 * The passages that fit the question, best first. The search sees only what the caller may open: tenant and scope are part of the statement,
 * which chooses the candidates by their words; their texts are judged here.
 */
export async function searchPassages(
  tx: OrgTx,
  scope: SearchScope,
  { q, category, limit, also = [] }: PassageSearch,
): Promise<FoundPassage[]> {
  if (scope.hasProduct) productIndex ??= await readProductIndex(tx)
  const read = readQuestion(q)
  const questions = await weighTerms(tx, await stemTerms(tx, read), scope.hasProduct ? (productIndex ?? null) : null)
  if (questions.length === 0 && also.length === 0) return []
  const keys = also.map(({ article, document, position }) =>
    isId(article) ? { article, position } : { product: article, document, position },
  )
  const { rows } = await sql<Candidate>`
    with product as materialized (
      select c.article, c.title, c.category, c.position, c.headings, c.passage, c.search::tsvector as search
      from jsonb_to_recordset(${scope.hasProduct ? (productIndex ?? '[]') : '[]'}::jsonb)
        as c(article text, title text, category text, position int, headings text[], passage text, search text)
      where ${category ?? null}::text is null or c.category = ${category ?? null}
    ), keys as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(product text, article uuid, document uuid, position int)
    ), chosen as (
      ${sql.join(
        [...(questions.length > 0 ? [sql`(${hits(scope, questions)})`] : []), ...(also.length > 0 ? [chosenByKey(scope)] : [])],
        sql` union all `,
      )}
    ), each as (
      select distinct on (article, document, position) * from chosen order by article, document, position
    )
    select t.article as "articleId", t.document as "documentId", coalesce(p.title, v.title, d.name) as title, coalesce(p.category, a.category) as category,
      t.position, coalesce(p.headings, ac.headings, dc.headings) as headings, coalesce(p.passage, ac.passage, dc.passage) as passage,
      coalesce(a.collection_id, d.collection_id) as "collectionId", t.language, tsvector_to_array(t.search) as stems
    from each t ${texts}
    order by t.article, t.document, t.position`.execute(tx)
  const byLanguage = new Map(questions.map(({ language, terms }) => [language, terms]))
  const asked = new Set(keys.map(({ article, product, document, position }) => `${article ?? product ?? ''}/${document ?? ''}/${position}`))
  return rows
    .map(({ language, stems, ...passage }): FoundPassage => {
      const terms = byLanguage.get(language) ?? emptyTerms
      const { strength, score, hasAll, words } = judgePassage({ ...passage, language, stems }, terms, {
        asked: read.kinds,
        isForeign: read.language !== null && read.language !== language,
      })
      return { ...passage, has_all: hasAll, coverage: strength, words, score }
    })
    .filter(({ score, articleId, documentId, position }) => score > 0 || asked.has(`${articleId ?? ''}/${documentId ?? ''}/${position}`))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit + also.length)
}
