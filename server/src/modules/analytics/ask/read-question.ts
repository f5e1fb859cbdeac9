import type { Answer, AskedQuery } from '@imperium/contract/analytics/ask.ts'
import type { Comparison, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, metricIds, splitOf } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import { languages } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { wordsIn } from '../words/metric-words.ts'
import { comparisonPhrases, fillers, periodPhrases, splitLeads, splitWords, synonyms } from './ask-words.ts'

interface Reader {
  language: Language
  may: (permission: Permission) => boolean
}

/** As much of a metric's name must be in the question at least. */
const leastFit = 0.5
/** Metrics that fit nearly as well as the best one: the reader chooses. */
const nearlyBest = 0.85
const mostChoices = 6

const isCjk = (text: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text)

/** Lower case without accents, and one space between words. The voicing marks of Japanese are letters and stay. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Pairs of characters stand for words where a script has no spaces. */
const tokensOf = (text: string): string[] =>
  plain(text)
    .split(' ')
    .flatMap((word) => (isCjk(word) && word.length > 1 ? [...word].slice(0, -1).map((_, at) => word.slice(at, at + 2)) : [word]))
    .filter((word) => word !== '' && !fillers.has(word))

/** The same word in another form: `runs` and `run`, `Nachricht` and `Nachrichten`. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  if (isCjk(one) || isCjk(other)) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 3 && long.startsWith(short) && long.length - short.length <= (short.length >= 5 ? 3 : 1)
}

/** Takes a phrase out of the question; undefined where it is not in it. */
function without(question: string, phrase: string): string | undefined {
  if (isCjk(phrase)) return question.includes(phrase) ? question.replace(phrase, ' ') : undefined
  const found = ` ${question} `
  return found.includes(` ${phrase} `) ? found.replace(` ${phrase} `, ' ').trim() : undefined
}

function take<T>(question: string, phrases: readonly (readonly [T, readonly string[]])[], usual: T): [T, string] {
  const all = phrases
    .flatMap(([value, texts]) => texts.map((text) => ({ value, text })))
    .toSorted((one, other) => other.text.length - one.text.length)
  for (const { value, text } of all) {
    const rest = without(question, text)
    if (rest !== undefined) return [value, rest]
  }
  return [usual, question]
}

const splitPhrases: readonly (readonly [Split | 'time', readonly string[]])[] = splitWords.map(([split, words]) => [
  split,
  words.flatMap((word) =>
    isCjk(word) ? [`${word}別の`, `${word}別`, `${word}ごとの`, `${word}ごと`] : splitLeads.map((lead) => `${lead} ${word}`),
  ),
])

interface NamedMetric {
  metric: MetricId
  /** Each name as its words. */
  names: readonly (readonly string[])[]
}

let kept: readonly NamedMetric[] | undefined

/** The names of all metrics in all languages: a question may be in another language than the page. */
function namedMetrics(): readonly NamedMetric[] {
  kept ??= metricIds.map((metric) => ({
    metric,
    names: [...languages.map((language) => wordsIn(language).metrics[metric].label), ...(synonyms[metric] ?? [])].map(tokensOf),
  }))
  return kept
}

interface Fit {
  metric: MetricId
  score: number
  read: Set<string>
}

/** How well the best name of a metric fits: the share of its words in the question, and of the question's words in it. */
function fitOf({ metric, names }: NamedMetric, tokens: readonly string[]): Fit {
  let best: Fit = { metric, score: 0, read: new Set() }
  for (const name of names) {
    const read = new Set(tokens.filter((token) => name.some((word) => isSameWord(word, token))))
    const covered = name.filter((word) => tokens.some((token) => isSameWord(word, token))).length
    if (name.length === 0 || covered === 0) continue
    const score = (covered / name.length) * 0.6 + (read.size / new Set(tokens).size) * 0.4
    if (score > best.score) best = { metric, score, read }
  }
  return best
}

/** The query that a question means; asks back where several metrics fit or a word was not read. */
export function readQuestion(question: string, { language, may }: Reader): Answer {
  const [compare, withoutComparison] = take<Comparison>(plain(question), comparisonPhrases, 'previous')
  const [by, withoutSplit] = take<Split | 'time'>(withoutComparison, splitPhrases, 'time')
  const [period, rest] = take<PeriodName>(withoutSplit, periodPhrases, '30d')
  const tokens = tokensOf(rest)
  const fits = namedMetrics()
    .map((named) => fitOf(named, tokens))
    .filter(({ metric, score }) => score >= leastFit && may(factsOf(metric).permission))
    .toSorted((one, other) => other.score - one.score)
  const [best] = fits
  if (!best) return { state: 'unknown', queries: [], unread: tokens.slice(0, 20) }
  // One that reads less than the best, and nothing else, is not meant: "failed runs" are no runs.
  const close = fits
    .filter(({ score, read }) => score >= best.score * nearlyBest && !(read.size < best.read.size && read.isSubsetOf(best.read)))
    .slice(0, mostChoices)
  const toQuery = ({ metric }: Fit): AskedQuery & { label: string } => ({
    metric,
    period,
    by,
    compare,
    label: wordsIn(language).metrics[metric].label,
  })
  const splittable = close.filter(({ metric }) => splitOf(metric, by) !== null)
  if (splittable.length === 0)
    return { state: 'refused', queries: close.map((fit) => ({ ...toQuery(fit), by: 'time' as const })), unread: [] }
  const unread = tokens.filter((token) => !close.some(({ read }) => read.has(token)) && !isCjk(token))
  return {
    state: splittable.length === 1 && unread.length === 0 ? 'query' : 'choice',
    queries: splittable.map(toQuery),
    unread: [...new Set(unread)].slice(0, 20),
  }
}
