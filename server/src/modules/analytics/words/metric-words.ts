import type { agentTypes } from '@imperium/contract/agents.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/** Name and meaning of a metric: what is counted, and what is not. */
type MetricWords = readonly [label: string, text: string]

export interface Words {
  metrics: Readonly<Record<MetricId, MetricWords>>
  /** Of parts that are words of the product and not names: channels, roles and the like, by `split key`. */
  parts: Readonly<Record<PartWord, string>>
  /** What belongs to none of the parts, and a part that was deleted. */
  none: string
  deleted: string
}

type PartWord =
  | `channel:${'email' | 'sms' | 'whatsapp' | 'webhook' | 'chat'}`
  | `role:${'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'}`
  | `source:${'manual' | 'import' | 'api' | 'form' | 'reply' | 'agent' | 'workflow'}`
  | `trigger:${'webhook' | 'schedule' | 'event' | 'manual' | 'workflow' | 'retry' | 'test'}`
  | `caller:${'key' | 'session'}`
  | `interval:${'week' | 'month' | 'year'}`
  | `document:${'sales-invoice' | 'sales-void' | 'sales-credit-note' | 'sales-payment'}`
  | `agent-type:${(typeof agentTypes)[number]}`

const languages: Readonly<Record<Language, Words>> = { en, de, es, fr, ja }

interface WordsOfLanguage {
  metrics: Readonly<Record<MetricId, { label: string; text: string }>>
  part(split: string, key: string): string | undefined
  none: string
  deleted: string
}

function readWords({ metrics, parts, none, deleted }: Words): WordsOfLanguage {
  const named = Object.entries(metrics).map(([metric, [label, text]]) => [metric, { label, text }])
  return {
    metrics: Object.fromEntries(named) as WordsOfLanguage['metrics'],
    part: (split, key) => (parts as Record<string, string>)[`${split}:${key}`],
    none,
    deleted,
  }
}

const kept = new Map<Language, WordsOfLanguage>()

export function wordsIn(language: Language): WordsOfLanguage {
  const words = kept.get(language) ?? readWords(languages[language])
  kept.set(language, words)
  return words
}
