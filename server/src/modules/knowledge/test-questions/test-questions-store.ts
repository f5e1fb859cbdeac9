import { sql } from 'kysely'
import { z } from 'zod'
import { RightPassage, TestQuestion, TestResult, testQuestionLimits } from '@imperium/contract/knowledge/test-questions.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { fieldConflict, found } from '../../../platform/resources/checks.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import type { SearchScope } from '../passages-store.ts'
import { productPassages } from '../vectors/product-vectors.ts'

interface QuestionRow {
  id: string
  question: string
  passages: unknown
  result: unknown
  previous: unknown
  run_at: Date | null
}

const Passages = z.array(RightPassage)
const Result = TestResult.nullable()

export const toTestQuestion = replyOf(TestQuestion, ({ passages, result, previous }: QuestionRow) => ({
  passages: Passages.parse(passages),
  result: Result.parse(result),
  previous: Result.parse(previous),
}))

export const listTestQuestions = (tx: OrgTx): Promise<QuestionRow[]> =>
  tx
    .selectFrom('knowledge_test_questions')
    .select(['id', 'question', 'passages', 'result', 'previous', 'run_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(testQuestionLimits.questions)
    .execute()

export async function findTestQuestion(tx: OrgTx, id: string): Promise<QuestionRow | undefined> {
  return (await listTestQuestions(tx)).find((row) => row.id === id)
}

interface Place {
  articleId: string | null
  documentId: string | null
  position: number
}

const excerptLength = 160
export const excerptOf = (passage: string): string => passage.slice(0, excerptLength)

/** The passage that stands there now, as far as the caller may read it. @throws 422 for one that does not exist. */
export async function findRightPassage(tx: OrgTx, { articles, documents }: SearchScope, place: Place, at: number): Promise<RightPassage> {
  const { articleId, documentId, position } = place
  const product = productPassages.find((passage) => passage.article === articleId && passage.position === position)
  if (product) return { ...place, title: product.headings[0] ?? '', headings: product.headings, excerpt: excerptOf(product.passage) }
  const { rows } = await sql<{ title: string; headings: string[]; passage: string }>`
    select v.title, c.headings, c.passage from app.knowledge_chunks c join app.knowledge_articles a on a.id = c.article_id
    join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
    where a.id::text = ${articleId} and c.position = ${position} and ${articles}
    union all
    select a.name, c.headings, c.passage from app.knowledge_document_chunks c join app.knowledge_documents a on a.id = c.document_id
    where a.id = ${documentId}::uuid and c.position = ${position} and ${documents}`.execute(tx)
  const [row] = rows
  if (!row) throw invalid([{ path: `passages.${at}`, message: 'This passage does not exist' }])
  return { ...place, title: row.title, headings: row.headings, excerpt: excerptOf(row.passage) }
}

/** @throws 409 for a question that is kept already, or when there are too many. */
export async function insertTestQuestion(
  tx: OrgTx,
  { id, question, passages, by }: { id: string; question: string; passages: readonly RightPassage[]; by: string | null },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`knowledge_test_questions/${tx.orgId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number; is_kept: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(question) = lower(${question})), false) as is_kept from app.knowledge_test_questions`.execute(
    tx,
  )
  if (rows[0]?.is_kept) throw fieldConflict('question', 'This question is kept already')
  if ((rows[0]?.count ?? 0) >= testQuestionLimits.questions) throw conflict('There are too many test questions. Delete one first.')
  await sql`
    insert into app.knowledge_test_questions (org_id, id, question, passages, created_by)
    values (${tx.orgId}, ${id}, ${question}, ${JSON.stringify(passages)}::jsonb, ${by}::uuid)`.execute(tx)
}

/** Returns its question. @throws 404. */
export async function deleteTestQuestion(tx: OrgTx, id: string): Promise<string> {
  const row = await tx.deleteFrom('knowledge_test_questions').where('id', '=', id).returning('question').executeTakeFirst()
  return found(row).question
}

/** Keeps what a run found, and what the one before it had found. A question that was deleted meanwhile stays deleted. */
export async function keepResults(tx: OrgTx, results: readonly { id: string; result: TestResult }[], at: Date): Promise<void> {
  await sql`
    update app.knowledge_test_questions q set previous = q.result, result = r.result, run_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(id uuid, result jsonb) where q.id = r.id`.execute(tx)
}

/** The questions that a person wrote. */
export const exportTestQuestions = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('knowledge_test_questions')
    .select(['org_id as organizationId', 'id', 'question', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
