import { sql } from 'kysely'
import { UnansweredQuestion, documentLimits } from '@imperium/contract/knowledge.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { erasedBySystem } from '../../platform/retention.ts'
import type { KeptHistory } from '../../platform/retention.ts'

interface QuestionRow {
  id: string
  question: string
  asked: number
  run_id: string | null
  asked_at: Date
}

export const toQuestion = replyOf(UnansweredQuestion, (_row: QuestionRow) => ({}))

/** More are not kept: strangers can ask, too. */
const mostKept = 1_000
const longest = 300

/** The same question with other spaces, capitals or punctuation is one. */
const comparable = (question: string): string =>
  question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longest)

/** Counts a question that was not answered. One that an article answered since is open again; a dismissed one stays dismissed. */
export async function recordQuestion(tx: OrgTx, { question, runId, at }: { question: string; runId: string; at: Date }): Promise<void> {
  const compared = comparable(question)
  if (compared === '') return
  await sql`
    insert into app.knowledge_questions (org_id, id, words, question, run_id, created_at, asked_at)
    select ${tx.orgId}, ${newId()}, ${compared}, ${question.trim().slice(0, longest)}, ${runId}, ${at}, ${at}
    where (select count(*) from app.knowledge_questions) < ${mostKept} or exists (select from app.knowledge_questions where words = ${compared})
    on conflict (org_id, words) do update set asked = knowledge_questions.asked + 1, asked_at = excluded.asked_at, run_id = excluded.run_id,
      status = case when knowledge_questions.status = 'dismissed' then 'dismissed' else 'open' end`.execute(tx)
}

export const listQuestions = (tx: OrgTx): Promise<QuestionRow[]> =>
  tx
    .selectFrom('knowledge_questions')
    .select(['id', 'question', 'asked', 'run_id', 'asked_at'])
    .where('status', '=', 'open')
    .orderBy('asked', 'desc')
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(documentLimits.questions)
    .execute()

/** The question, or undefined where there is none. */
export const closeQuestion = (tx: OrgTx, id: string, status: 'answered' | 'dismissed') =>
  tx.updateTable('knowledge_questions').set({ status }).where('id', '=', id).returning('question').executeTakeFirst()

/** Organizations with questions that were not asked since then. */
async function organizationsWithQuestionsBefore(tx: SystemTx, moment: Date, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    select distinct org_id from app.knowledge_questions
    where asked_at < ${moment} and (${after}::uuid is null or org_id > ${after}::uuid) order by org_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.org_id)
}

async function eraseQuestionsBefore(tx: SystemTx, orgId: string, moment: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from app.knowledge_questions q using (
      select id from app.knowledge_questions where org_id = ${orgId}::uuid and asked_at < ${moment} limit ${limit}
    ) old where q.org_id = ${orgId}::uuid and q.id = old.id`.execute(tx)
  return Number(numAffectedRows)
}

/** Questions that nothing answered. */
export const questionHistory: KeptHistory = {
  period: 'runs',
  organizations: organizationsWithQuestionsBefore,
  eraseSome: erasedBySystem(eraseQuestionsBefore, 200),
}
