import type { HashAddress } from '../../platform/crypto/address-hash.ts'

/** Longer beginnings of a word are found by these. */
const longestBeginning = 20
const mostWords = 40
const hashBytes = 16
const isIdeographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Lower case without accents: `Müller` is found as `muller`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostWords)

const beginningsOf = (word: string): string[] => {
  const letters = [...word]
  return letters.slice(0, longestBeginning).map((_, at) => letters.slice(0, at + 1).join(''))
}

/** Japanese has no spaces between words, so any part may begin one. */
const startsOf = (word: string): string[] => {
  if (!isIdeographic.test(word)) return [word]
  const letters = [...word]
  return letters.map((_, at) => letters.slice(at).join(''))
}

const hashed = (hash: HashAddress, orgId: string, beginning: string): Buffer =>
  hash(`diet plan ${orgId} ${beginning}`).subarray(0, hashBytes)

/** Keyed hashes of all beginnings of the words of texts, each once. */
export function hashBeginnings(hash: HashAddress, orgId: string, texts: readonly string[]): Buffer[] {
  const beginnings = new Set(texts.flatMap(wordsOf).flatMap(startsOf).flatMap(beginningsOf))
  return [...beginnings].map((beginning) => hashed(hash, orgId, beginning))
}

/** One hash for each word of a search; a plan must have them all. */
export const hashSearch = (hash: HashAddress, orgId: string, text: string): string[] =>
  [...new Set(wordsOf(text).map((word) => [...word].slice(0, longestBeginning).join('')))].map((word) =>
    hashed(hash, orgId, word).toString('hex'),
  )
