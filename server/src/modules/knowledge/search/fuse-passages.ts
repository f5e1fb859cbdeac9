import { leastSimilarity } from '../passages-store.ts'
import type { FoundPassage, PassageKey } from '../passages-store.ts'

export interface SimilarPassage extends PassageKey {
  /** From 0 to 1, on the scale of its model. */
  similarity: number
}

export interface FusedPassage extends FoundPassage {
  /** Null: it was not compared. */
  similarity: number | null
}

/** What a similarity adds to the score of the words: the offline model is worse than words where both find something (bench/knowledge). */
export const vectorWeights = { offline: 0.25, model: 1 } as const

export const keyOf = ({ article, document, position }: PassageKey): string => `${article ?? ''}/${document ?? ''}/${position}`
const placeOf = ({ articleId, documentId, position }: FoundPassage): string => keyOf({ article: articleId, document: documentId, position })

/** Passages found by words and by meaning in one order. */
export function fusePassages(found: readonly FoundPassage[], similar: readonly SimilarPassage[], weight: number): FusedPassage[] {
  const similarities = new Map(similar.map((each) => [keyOf(each), each.similarity]))
  return found
    .map((passage) => {
      const similarity = similarities.get(placeOf(passage)) ?? null
      const near = similarity !== null && similarity >= leastSimilarity ? similarity : 0
      const score = (passage.score + weight * near) / (1 + weight)
      return { ...passage, similarity, score: Math.round(score * 10_000) / 10_000 }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}
