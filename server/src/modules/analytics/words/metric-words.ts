import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Words } from './words.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

const languages: Readonly<Record<Language, Words>> = { en, de, es, fr, ja }

interface WordsOfLanguage {
  metrics: Readonly<Record<MetricId, { label: string; text: string }>>
  part(split: string, key: string): string | undefined
  none: string
  deleted: string
  others: string
}

function readWords({ metrics, parts, none, deleted, others }: Words): WordsOfLanguage {
  const named = Object.entries(metrics).map(([metric, [label, text]]) => [metric, { label, text }])
  return {
    metrics: Object.fromEntries(named) as WordsOfLanguage['metrics'],
    part: (split, key) => (parts as Record<string, string>)[`${split}:${key}`],
    none,
    deleted,
    others,
  }
}

const kept = new Map<Language, WordsOfLanguage>()

export function wordsIn(language: Language): WordsOfLanguage {
  const words = kept.get(language) ?? readWords(languages[language])
  kept.set(language, words)
  return words
}
