/**
 * Sentiment of an English text, deterministic: a lexicon of opinion words with negation ("not good"), strength ("very good", "slightly
 * slow"), contrast ("nice, but slow") and emphasis ("GREAT!!"). It does not detect irony.
 */
import { CONTRASTS, INTENSIFIERS, NEGATIONS, OPINION_WORDS } from './sentiment-lexicon.ts'

export interface Sentiment {
  label: 'positive' | 'neutral' | 'negative'
  /** -1 (wholly negative) to 1 (wholly positive), two decimals. */
  score: number
  /** 0 to 1: how many opinion words the text has and how far they agree. Low for few or contradicting opinion words. */
  confidence: number
  /** The words that decided, strongest first, at most ten. `weight` is signed and includes the modifiers before the word. */
  words: { word: string; weight: number }[]
}

const MAX_CHARACTERS = 100_000
const TOKENS = /[\p{L}]+(?:['’-][\p{L}]+)*|[:;]'?-?[()/dD](?![\p{L}])|<3|\p{Extended_Pictographic}\uFE0F?|[.!?;,\n]/gu

/** The possible base forms of a word, most likely first: `crashes` -> crash, `stopped` -> stop, `loving` -> love. */
const baseForms = (word: string): string[] => {
  const forms = [word]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1))
  for (const ending of ['ed', 'ing', 'ly']) {
    if (!word.endsWith(ending) || word.length < ending.length + 3) continue
    const stem = word.slice(0, -ending.length)
    forms.push(stem, `${stem}e`)
    if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1))
  }
  return forms
}

const opinionOf = (word: string): number | undefined => {
  for (const form of baseForms(word)) {
    const weight = OPINION_WORDS.get(form)
    if (weight !== undefined) return weight
  }
  return undefined
}

const isBreak = (token: string): boolean => /^[.!?;,\n]$/.test(token)

/** The factor from up to three words before an opinion word, back to the last punctuation mark. */
const readModifiers = (tokens: readonly string[], index: number): number => {
  let factor = 1
  for (let back = 1; back <= 3; back += 1) {
    const token = tokens[index - back]
    if (token === undefined || isBreak(token)) break
    const intensity = INTENSIFIERS.get(token)
    // An intensifier affects only the next two words.
    if (intensity !== undefined && back <= 2) factor *= intensity
    // A negated opinion is weaker than its direct opposite: "not good" is milder than "bad".
    if (NEGATIONS.has(token)) factor *= -0.7
  }
  return factor
}

interface Hit {
  word: string
  weight: number
  at: number
}

const findHits = (raw: readonly string[], tokens: readonly string[]): Hit[] => {
  const contrast = tokens.findLastIndex((token) => CONTRASTS.has(token))
  return tokens.flatMap((token, at) => {
    const opinion = opinionOf(token)
    // "pretty slow": an intensifier directly before an opinion word is not an opinion itself.
    const serves = INTENSIFIERS.has(token) && opinionOf(tokens[at + 1] ?? '') !== undefined
    if (opinion === undefined || serves) return []
    const word = raw[at] ?? token
    const shouted = word.length > 2 && word === word.toUpperCase() && word !== word.toLowerCase() ? 1.25 : 1
    const placed = contrast < 0 ? 1 : at < contrast ? 0.6 : 1.3
    return [{ word: token, weight: opinion * readModifiers(tokens, at) * shouted * placed, at }]
  })
}

const round = (value: number): number => Math.round(value * 100) / 100 || 0

/** Analyses a text; what lies beyond 100,000 characters is not read. */
export const analyzeSentiment = (text: string): Sentiment => {
  const raw = text.slice(0, MAX_CHARACTERS).replaceAll('’', "'").match(TOKENS) ?? []
  const tokens = raw.map((token) => token.toLowerCase())
  const hits = findHits(raw, tokens)
  const emphasis = 1 + Math.min(3, tokens.filter((token) => token === '!').length) * 0.08
  const sum = hits.reduce((total, { weight }) => total + weight, 0) * emphasis
  const strength = hits.reduce((total, { weight }) => total + Math.abs(weight), 0) * emphasis
  const score = round(sum / Math.sqrt(sum * sum + 12))
  const label = score > 0.15 ? 'positive' : score < -0.15 ? 'negative' : 'neutral'
  const evidence = 1 - Math.exp(-strength / 3)
  const agreement = strength === 0 ? 0 : Math.abs(sum) / strength
  const confidence = label === 'neutral' ? 0.5 * (1 - agreement * evidence) : evidence * (0.4 + 0.6 * agreement)
  const terms = hits
    .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight) || left.at - right.at)
    .slice(0, 10)
    .map(({ word, weight }) => ({ word, weight: round(weight) }))
  return { label, score, confidence: round(confidence), words: terms }
}
