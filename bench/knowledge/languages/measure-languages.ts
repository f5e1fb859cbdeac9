import type { SearchTrial } from '../../../contract/src/knowledge/knowledge-index.ts'
import type { RunDetail } from '../../../contract/src/runs.ts'
import type { QuestionSet } from './corpus.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

export const languages = { en, de, es, fr, ja } as const
export type CorpusLanguage = keyof typeof languages

/** What one question came to. */
interface Asked {
  language: CorpusLanguage
  question: string
  /** Null: no passage answers it. */
  answer: string | null
  /** The place of the right passage among ten, from 1; null: it was not found. */
  rank: number | null
  strength: number | null
  /** An agent with the sandbox model cited the right passage; of a question without an answer, any. */
  isAnswered: boolean
}

interface Asker {
  search(question: string): Promise<SearchTrial['passages']>
  /** The run of an agent with the sandbox model that may search the documents. */
  answer(question: string): Promise<Pick<RunDetail, 'citations'>>
}

const isRight = (answer: string, { title, headings }: { title: string; headings: string[] }): boolean => {
  const [document, heading] = answer.split('#')
  return title === document && headings.at(-1) === heading
}

/** Asks the questions of a set in each language. */
export async function askSets(which: 'tuning' | 'closed', asker: Asker): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const language of Object.keys(languages) as CorpusLanguage[]) {
    const { answered, unanswerable }: QuestionSet = languages[language][which]
    for (const [answer, question] of answered) {
      const passages = await asker.search(question)
      const at = passages.findIndex((passage) => isRight(answer, passage))
      const { citations = [] } = await asker.answer(question)
      const isAnswered = citations.some((citation) => isRight(answer, citation))
      asked.push({ language, question, answer, rank: at < 0 ? null : at + 1, strength: passages[at]?.strength ?? null, isAnswered })
    }
    for (const question of unanswerable) {
      const [best] = await asker.search(question)
      const { citations = [] } = await asker.answer(question)
      asked.push({ language, question, answer: null, rank: null, strength: best?.strength ?? null, isAnswered: citations.length > 0 })
    }
  }
  return asked
}

interface LanguageFigures {
  questions: number
  hitAtOne: number
  hitAtFive: number
  /** Of what is among the first five. */
  answered: number
  wronglyAnswered: number
  unanswerable: number
}

/** The figures of one language, or of all. */
export function figuresOf(asked: readonly Asked[], language?: CorpusLanguage): LanguageFigures {
  const all = asked.filter((each) => language === undefined || each.language === language)
  const answerable = all.filter(({ answer }) => answer !== null)
  const found = answerable.filter(({ rank }) => rank !== null && rank <= 5)
  const others = all.filter(({ answer }) => answer === null)
  return {
    questions: answerable.length,
    hitAtOne: answerable.filter(({ rank }) => rank === 1).length / answerable.length,
    hitAtFive: found.length / answerable.length,
    answered: found.filter(({ isAnswered }) => isAnswered).length / Math.max(1, found.length),
    wronglyAnswered: others.filter(({ isAnswered }) => isAnswered).length,
    unanswerable: others.length,
  }
}
