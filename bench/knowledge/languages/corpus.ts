/** Documents of one language with questions about them. An answer is `document#heading`. */
export interface LanguageCorpus {
  documents: readonly (readonly [name: string, markdown: string])[]
  /** Questions that the search may be changed by. */
  tuning: QuestionSet
  /**
   * Questions for the figure alone: written on 2026-11-29 before the search was changed, not looked at one by one since. Asked twice: after the
   * first time one rule of the search was changed in general, so the second figures are no longer those of a set that was never acted upon.
   */
  closed: QuestionSet
}

export interface QuestionSet {
  answered: readonly (readonly [answer: string, question: string])[]
  /** Near the subject of a document, but answered by none. */
  unanswerable: readonly string[]
}
