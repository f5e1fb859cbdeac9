import { knowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import type { KnowledgeIndex, VectorIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import { nameStrength } from '@imperium/contract/knowledge/retrieval.ts'
import type { StrengthName } from '@imperium/contract/knowledge/retrieval.ts'
import { testQuestions } from '@imperium/contract/knowledge/test-questions.ts'
import { keyOf, mutation, query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import type { StatusTone } from '../../../ui/status-dot.tsx'

const pollMs = 2_000
const inPlace = { silent: true } as const

/** Passages get vectors now, or will as soon as a provider or a budget allows. */
const isAtWork = (index: VectorIndex | null): boolean => index !== null && index.status !== 'failed' && index.done < index.total

/** Asked again while passages get vectors. */
export const indexQuery = {
  ...query(knowledgeIndex.read),
  refetchInterval: ({ state: { data } }: { state: { data?: KnowledgeIndex | undefined } }) =>
    data && (isAtWork(data.active) || data.next !== null) ? pollMs : false,
  meta: inPlace,
}
export const trialQuery = (q: string, filter: string) => ({
  ...query(knowledgeIndex.trySearch, { query: { q, ...(filter ? { filter } : {}) } }),
  meta: inPlace,
})

export const testQuestionsQuery = { ...query(testQuestions.list), meta: inPlace }

export const invalidates = [['knowledge-index']]
const testsChanged = [keyOf(testQuestions.list)]
export const keepTestMutation = mutation(testQuestions.create, {
  success: t('Test question kept'),
  failure: t('The test question could not be kept'),
  invalidates: testsChanged,
})
export const removeTestMutation = mutation(testQuestions.remove, {
  failure: t('The test question could not be deleted'),
  invalidates: testsChanged,
})
export const runTestsMutation = mutation(testQuestions.run, {
  failure: t('The test questions could not be asked'),
  invalidates: testsChanged,
})
export const rebuildMutation = mutation(knowledgeIndex.rebuild, {
  success: t('The knowledge base is being indexed'),
  failure: t('The knowledge base could not be indexed'),
  invalidates,
})

export const embeddingLabels: Record<KnowledgeIndex['embedding'], string> = {
  none: t('Full text only'),
  offline: t('Basic offline search (English)'),
  model: t('AI model'),
}

const strengthLabels: Record<StrengthName, string> = { strong: t('Strong'), possible: t('Possible'), weak: t('Weak') }
export const strengthLabel = (strength: number): string => strengthLabels[nameStrength(strength)]

export const indexStatusLabels: Record<VectorIndex['status'], string> = {
  building: t('Being indexed'),
  ready: t('Ready'),
  waiting: t('Waiting'),
  failed: t('Failed'),
}
export const indexStatusTones: Record<VectorIndex['status'], StatusTone> = {
  building: 'info',
  ready: 'ok',
  waiting: 'warn',
  failed: 'bad',
}
