import type { RecognisedLanguage } from '../../../platform/text/recognise-language.ts'
import { concepts, fits, fold } from './words/concepts.ts'
import type { Pattern } from './words/concepts.ts'
import { names } from './words/read-question.ts'
import type { AnswerKind } from './words/read-question.ts'
import type { TermQuery } from './words/stem-terms.ts'

/** A word of the question with what it weighs: rare ones tell more than frequent ones. */
export interface WeighedTerm extends TermQuery {
  weight: number
}

/** A passage in another language than the question: it has only other words for the same things, and names. */
const foreign = 0.72
/** One word of the question alone does not make it likely. */
const foreignAtMost = 0.34

interface Judged {
  headings: readonly string[]
  passage: string
  language: RecognisedLanguage
  /** Stems of headings and passage. */
  stems: readonly string[]
}

interface Judgement {
  /** From 0 to 1: how much of what the question asks is in the passage. */
  strength: number
  /** From 0 to 1: the order of passages. */
  score: number
  hasAll: boolean
  /** Words of the question that are in it, in any form. */
  words: string[]
}

/** How well a word is met: by itself, by a word with the same beginning or a compound, or by another word for the same thing. */
const met = { exact: 1, near: 0.8, meaning: 0.7 } as const
/** What the parts of the order weigh: the whole passage, its headings, its best sentence. */
const parts = { whole: 0.72, headings: 0.16, sentence: 0.12 } as const
/** A passage that names an amount, a time or a duration where one is asked for, and one that does not. */
const kinds = { named: 0.2, missing: 0.9 } as const

const leastShared = 4
const leastCompound = 5

const sentencesOf = (passage: string): string[] =>
  passage.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/).filter((sentence) => sentence.trim() !== '')

/** A text as the words of a question are looked for in it. */
interface Readable {
  text: string
  words: ReadonlySet<string>
}

function toReadable(text: string): Readable {
  const folded = fold(text)
  return { text: folded, words: new Set(folded.match(/[\p{L}\p{N}]+/gu) ?? []) }
}

const isMeant = ({ text, words }: Readable, language: RecognisedLanguage, patterns: readonly Pattern[]): boolean =>
  patterns.some((pattern) => {
    if (language === 'ja') return text.includes(pattern.text)
    if (!text.includes(pattern.text)) return false
    for (const word of words)
      if (fits(pattern, word) || (language === 'de' && pattern.text.length >= leastCompound && word.includes(pattern.text))) return true
    return false
  })

const isNear = ({ text, words }: Readable, language: RecognisedLanguage, stem: string): boolean => {
  if (/\d/.test(stem)) return words.has(stem)
  if (language === 'ja') return stem.length >= 2 && text.includes(stem)
  const folded = fold(stem)
  if (folded.length < leastShared) return words.has(folded)
  for (const word of words) {
    if (word.startsWith(folded)) return true
    if (language !== 'de') continue
    if (folded.length >= leastCompound && word.includes(folded)) return true
    if (word.length >= leastCompound && folded.startsWith(word)) return true
  }
  return false
}

function quality(readable: Readable, language: RecognisedLanguage, { stems, concepts: meant }: TermQuery): number {
  if (stems.flat().some((stem) => isNear(readable, language, stem))) return met.near
  return meant.some((number) => isMeant(readable, language, concepts[number]?.[language] ?? [])) ? met.meaning : 0
}

const shareOf = (terms: readonly WeighedTerm[], all: number, by: (term: WeighedTerm) => number): number =>
  all === 0 ? 0 : terms.reduce((sum, term) => sum + term.weight * by(term), 0) / all

/** How well a passage fits the words of a question. */
export function judgePassage(
  { headings, passage, language, stems }: Judged,
  terms: readonly WeighedTerm[],
  { asked, isForeign }: { asked: readonly AnswerKind[]; isForeign: boolean },
): Judgement {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const own = new Set(stems)
  const whole = toReadable(`${headings.join('\n')}\n${passage}`)
  const qualities = new Map(
    terms.map((term) => {
      const isExact = term.stems.some((form) => form.every((stem) => own.has(stem)))
      return [term, isExact ? (isForeign ? met.near : met.exact) : quality(whole, language, term)] as const
    }),
  )
  const found = terms.filter((term) => (qualities.get(term) ?? 0) > 0)
  const hasAll = terms.length > 0 && terms.every((term) => qualities.get(term) === met.exact)
  const inHeadings = toReadable(headings.slice(1).join('\n') || (headings[0] ?? ''))
  const best = Math.max(
    0,
    ...sentencesOf(passage).map((sentence) => {
      const readable = toReadable(sentence)
      return shareOf(found, all, (term) => quality(readable, language, term))
    }),
  )
  const share = shareOf(found, all, (term) => qualities.get(term) ?? 0)
  const isNamed = asked.some((kind) => names(kind, passage))
  const likely = share === 0 || asked.length === 0 || hasAll ? share : isNamed ? share + (1 - share) * kinds.named : share * kinds.missing
  const strength = isForeign ? Math.min(foreign * likely, found.length > 1 ? 1 : foreignAtMost) : likely
  const heading = shareOf(found, all, (term) => quality(inHeadings, language, term))
  const score =
    found.length === 0 ? 0 : parts.whole * strength + (parts.headings * heading + parts.sentence * best) * (isForeign ? foreign : 1)
  return { strength, score: Math.round(score * 10_000) / 10_000, hasAll, words: found.map(({ said }) => said) }
}
