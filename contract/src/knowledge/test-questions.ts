import { z } from 'zod'
import { Id, Timestamp, line, required } from '../kit/fields.ts'
import { create, get, operations, post, remove } from '../kit/operations.ts'
import { LeastStrength, PassageCount } from './retrieval.ts'

export const testQuestionLimits = { questions: 100, passages: 5 } as const

const place = {
  /** The id of an article, or the short name of one that ships with the product; null for a passage of a document. */
  articleId: line(80).nullable(),
  documentId: Id.nullable(),
  position: z.int().min(0),
}

export const RightPassage = z
  .object({
    ...place,
    /** The article or document, and the headings above the passage. */
    title: z.string(),
    headings: z.array(z.string()),
    /** How it begins: an edited text keeps its passage. */
    excerpt: z.string(),
  })
  .meta({ id: 'KnowledgeRightPassage' })
export type RightPassage = z.infer<typeof RightPassage>

export const TestResult = z
  .object({
    /** The place of the first right passage among all that were found, from 1; null: none was found. */
    rank: z.int().nullable(),
    /** How strong it is, in per cent. */
    strength: z.int().nullable(),
    /** An agent gets a right passage. */
    isGiven: z.boolean(),
    /** Passages that an agent gets. */
    given: z.int(),
  })
  .meta({ id: 'KnowledgeTestResult' })
export type TestResult = z.infer<typeof TestResult>

export const TestQuestion = z
  .object({
    id: Id,
    question: z.string(),
    /** None: an agent should get no passage. */
    passages: z.array(RightPassage).max(testQuestionLimits.passages),
    result: TestResult.nullable(),
    /** Of the run before the last one. */
    previous: TestResult.nullable(),
    runAt: Timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeTestQuestion' })
export type TestQuestion = z.infer<typeof TestQuestion>

const Question = z.object({ id: Id, result: TestResult })
export const TestRun = z
  .object({
    results: z.array(Question).max(testQuestionLimits.questions),
    /** Whether vectors were compared for all questions. */
    usedVectors: z.boolean(),
  })
  .meta({ id: 'KnowledgeTestRun' })
export type TestRun = z.infer<typeof TestRun>

const Place = z.strictObject(place).refine(({ articleId, documentId }) => (articleId === null) !== (documentId === null), {
  error: 'Name an article or a document',
  path: ['articleId'],
})

export const testQuestions = operations(
  'knowledge-tests',
  { read: 'knowledge:write', write: 'knowledge:manage' },
  {
    list: get('/knowledge/test-questions', 'List test questions of the search, with what the last run found', {
      reply: z.array(TestQuestion).max(testQuestionLimits.questions),
    }),
    create: create('/knowledge/test-questions', 'Keep a question with the passages that answer it', {
      body: z.strictObject({
        question: required(500, 'Enter a question'),
        passages: z.array(Place).max(testQuestionLimits.passages).default([]),
      }),
      reply: TestQuestion,
    }),
    remove: remove('/knowledge/test-questions/:id', 'Delete a test question'),
    run: post('/knowledge/test-questions/run', 'Ask all test questions, with other settings as a trial that keeps nothing', {
      body: z.strictObject({ leastStrength: LeastStrength.optional(), passages: PassageCount.optional() }),
      reply: TestRun,
      transaction: false,
      rate: { max: 60, perSeconds: 3600 },
    }),
  },
)
