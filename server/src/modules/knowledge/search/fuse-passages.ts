import type { FoundPassage, PassageKey } from '../passages-store.ts'

export interface SimilarPassage extends PassageKey {
  /** From 0 to 1, on the scale of its model. */
  similarity: number
}

export interface FusedPassage extends FoundPassage {
  /** Null: it was not compared. */
  similarity: number | null
}

/** Below it a passage is no hit: of questions that nothing answers, none came so high (bench/knowledge). */
export const leastSimilarity = 0.35
/** So similar, a passage may answer the question without any of its words. */
export const answeringSimilarity = 0.5

/**
 * Ranks count by their reciprocals, with a small constant, so that a first place weighs much: measured against sums of scores on the
 * questions of bench/knowledge.
 */
const flatness = 5
/** The offline model is worse than full text where both find something; a provider's is not (not measured here). */
export const vectorWeights = { offline: 0.4, model: 1 } as const

export const keyOf = ({ article, document, position }: PassageKey): string => `${article ?? ''}/${document ?? ''}/${position}`
const placeOf = ({ articleId, documentId, position }: FoundPassage): string => keyOf({ article: articleId, document: documentId, position })

const ranksOf = (passages: readonly FusedPassage[], by: (passage: FusedPassage) => number): Map<FusedPassage, number> =>
  new Map(
    passages
      .filter((passage) => by(passage) > 0)
      .toSorted((a, b) => by(b) - by(a))
      .map((passage, rank) => [passage, rank]),
  )

/** Passages found by words and by meaning in one order. Words come first in it: all of them, then most. */
export function fusePassages(found: readonly FoundPassage[], similar: readonly SimilarPassage[], weight: number): FusedPassage[] {
  const similarities = new Map(similar.map((each) => [keyOf(each), each.similarity]))
  const all = found.map((passage) => ({ ...passage, similarity: similarities.get(placeOf(passage)) ?? null }))
  const byText = ranksOf(all, ({ coverage, score }) => (coverage > 0 ? score : 0))
  const byMeaning = ranksOf(all, ({ similarity }) => ((similarity ?? 0) >= leastSimilarity ? (similarity ?? 0) : 0))
  const part = (rank: number | undefined) => (rank === undefined ? 0 : flatness / (flatness + rank))
  return all
    .map((passage) => {
      const score = (part(byText.get(passage)) + weight * part(byMeaning.get(passage))) / (1 + weight)
      return { ...passage, score: Math.round(score * 10_000) / 10_000 }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}
