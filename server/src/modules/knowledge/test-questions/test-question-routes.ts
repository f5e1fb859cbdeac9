import { testQuestions } from '@imperium/contract/knowledge/test-questions.ts'
import type { RightPassage, TestResult } from '@imperium/contract/knowledge/test-questions.ts'
import { newId } from '../../../platform/ids.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { scopeOfReader } from '../passages-store.ts'
import type { FusedPassage } from '../search/fuse-passages.ts'
import { mostLooked, passagesForAgent, percentOf, readRetrieval } from '../search/search-for-agent.ts'
import type { RetrievalSettings } from '../search/search-for-agent.ts'
import { searchKnowledge } from '../search/search-knowledge.ts'
import {
  deleteTestQuestion,
  excerptOf,
  findRightPassage,
  findTestQuestion,
  insertTestQuestion,
  keepResults,
  listTestQuestions,
  toTestQuestion,
} from './test-questions-store.ts'

/** The same article or document, and the same text or place in it: an edited text keeps its passage by its headings. */
const isRight = (passage: FusedPassage, right: RightPassage): boolean =>
  passage.articleId === right.articleId &&
  passage.documentId === right.documentId &&
  (excerptOf(passage.passage) === right.excerpt ||
    (passage.position === right.position && passage.headings.join('\n') === right.headings.join('\n')))

function judge(passages: readonly FusedPassage[], rights: readonly RightPassage[], settings: RetrievalSettings): TestResult {
  const given = passagesForAgent(passages, settings)
  const isOne = (passage: FusedPassage) => rights.some((right) => isRight(passage, right))
  const at = passages.findIndex(isOne)
  const first = passages[at]
  return { rank: first ? at + 1 : null, strength: first ? percentOf(first) : null, isGiven: given.some(isOne), given: given.length }
}

/** Test questions: what a change of the search does to them. */
export const testQuestionOperations = (platform: Platform) =>
  bindOperations(testQuestions, {
    list: async (_, { tx }) => (await listTestQuestions(tx)).map((row) => toTestQuestion(row)),
    create: async ({ body: { question, passages } }, { tx, role, may, caller, audit }) => {
      const id = newId()
      const scope = scopeOfReader({ role, mayWrite: may('knowledge:write') })
      const rights: RightPassage[] = []
      for (const [at, place] of passages.entries()) rights.push(await findRightPassage(tx, scope, place, at))
      await insertTestQuestion(tx, { id, question, passages: rights, by: caller.userId })
      audit({ targetId: id, targetName: question, after: { passages: rights.length } })
      return toTestQuestion(found(await findTestQuestion(tx, id)))
    },
    remove: async ({ params }, { tx, audit }) => {
      audit({ targetName: await deleteTestQuestion(tx, params.id) })
      return null
    },
    run: async ({ body }, { org, inOrg, signal, role, may, audit }) => {
      const scope = scopeOfReader({ role, mayWrite: may('knowledge:write') })
      const { kept, settings } = await inOrg(async (tx) => ({ kept: await listTestQuestions(tx), settings: await readRetrieval(tx) }))
      const tried = {
        ...settings,
        leastStrength: body.leastStrength ?? settings.leastStrength,
        passages: body.passages ?? settings.passages,
      }
      const results: { id: string; result: TestResult }[] = []
      let usedVectors = kept.length > 0
      for (const row of kept) {
        signal().throwIfAborted()
        const search = await searchKnowledge(platform, { orgId: org.id, inOrg, signal }, scope, { q: row.question, limit: mostLooked })
        usedVectors &&= search.usedVectors
        results.push({ id: row.id, result: judge(search.passages, toTestQuestion(row).passages, tried) })
      }
      const isTrial = body.leastStrength !== undefined || body.passages !== undefined
      if (!isTrial) await inOrg((tx) => keepResults(tx, results, platform.clock.now()))
      audit({ targetName: org.name, after: { questions: results.length, ...body } })
      return { results, usedVectors }
    },
  })
