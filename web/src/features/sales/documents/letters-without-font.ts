import { t } from '../../../lib/words.ts'

/** Told before a document goes out; undefined where its fonts have all characters. */
export const lettersWithoutFont = (missing: readonly string[]): string | undefined =>
  missing.length === 0
    ? undefined
    : t('Its PDF shows boxes for these characters, which no font has: {characters}', { characters: missing.join(' ') })

/** What is asked before a document goes out, with the characters that its PDF cannot show. */
export const withLettersWithoutFont = (question: string, missing: readonly string[]): string =>
  [question, lettersWithoutFont(missing)].filter(Boolean).join(' ')
