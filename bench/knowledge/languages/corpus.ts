/** Documents of one language with questions about them. An answer is `document#heading`. */
export interface LanguageCorpus {
  documents: readonly (readonly [name: string, markdown: string])[]
  /** Questions that the search may be changed by. */
  tuning: QuestionSet
  /** Questions for the figure alone: written on 2026-11-29 before the search was changed, not looked at one by one since. */
  closed: QuestionSet
}

export interface QuestionSet {
  answered: readonly (readonly [answer: string, question: string])[]
  /** Near the subject of a document, but answered by none. */
  unanswerable: readonly string[]
}
