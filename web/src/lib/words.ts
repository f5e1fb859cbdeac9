import { chooseLanguage } from '@imperium/contract/choose-language.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

/** English text -> translation; of a text with a count, one for each plural form of the language (Unicode CLDR). */
export type Dictionary = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>
type Values = Record<string, string | number>

let current: Language = 'en'
let dictionary: Dictionary = {}
let pluralRules = new Intl.PluralRules('en')
/** The keys with numbered values, those with most fixed letters first; null until one is looked for. */
let patterns: Pattern[] | null = null

interface Pattern {
  key: string
  letters: number
  pattern: RegExp
}

/** What only translators read of a key. */
const contextMark = /\|\|.*$/s

/** The language of this page. It does not change while the page lives: choosing another one loads the page anew. */
export const currentLanguage = (): Language => current

/** Makes `language` the page's. Called once, before any module that calls `t` is loaded. */
export function speak(language: Language, words: Dictionary): void {
  current = language
  dictionary = words
  patterns = null
  pluralRules = new Intl.PluralRules(language)
}

/** The language that this browser chose, else the first of its own preferences that we speak. */
export function preferredLanguage(): Language {
  const stored = readStored(storageKeys.language)
  return chooseLanguage([stored ?? '', ...navigator.languages].filter(Boolean).join(','))
}

/** Keeps the choice; true where the page has to be loaded anew to speak it. */
export function rememberLanguage(language: Language): boolean {
  writeStored(storageKeys.language, language)
  return language !== current
}

/**
 * The text in the language of the page. English is the key, so it must be written out where it is used: a test collects it
 * from the source. `{name}` stands for a value. Where other languages need two words for one English one (`active`, of a key and
 * of a model), the key says which after two bars, and English shows what stands before them: `t('Active||API key')`.
 */
export function t(message: string, values?: Values): string {
  const found = dictionary[message]
  return fill(typeof found === 'string' ? found : message.replace(contextMark, ''), values)
}

/** `plural(3, { one: '{count} agent', other: '{count} agents' })`; the text of `other` is the key. `{count}` is filled in by itself. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  const found = dictionary[forms.other]
  const translated = typeof found === 'object' ? (found[pluralRules.select(count)] ?? found.other) : undefined
  const english = count === 1 ? forms.one : forms.other
  return fill(translated ?? english, { count: new Intl.NumberFormat(current === 'en' ? 'en-US' : current).format(count), ...values })
}

/**
 * A text that the server or the contract wrote, in the language of the page; as it is where the dictionary has none. Where
 * values stand in it, its key has them numbered: `Your plan allows {0} agents.`
 */
export function translateMessage(message: string): string {
  const found = dictionary[message]
  if (typeof found === 'string') return found
  patterns ??= Object.keys(dictionary)
    .filter((key) => key.includes('{0}'))
    .map(toPattern)
    // A key of few letters would be found in sentences that it was not made for.
    .filter(({ letters }) => letters >= 12)
    .toSorted((left, right) => right.letters - left.letters)
  for (const { key, pattern } of patterns) {
    const values = pattern.exec(message)
    const translated = dictionary[key]
    if (values && typeof translated === 'string') return fill(translated, Object.fromEntries(values.slice(1).map(translateValue).entries()))
  }
  return message
}

/** A sentence that came as data with its values by name, as those of the activity log do, in the language of the page. */
export function translateSentence(sentence: string, values: Values): string {
  const found = dictionary[sentence]
  return fill(typeof found === 'string' ? found : sentence, values)
}

/** How a list of names ends that the server cut short. */
const andOthers = ' and others'

function translateValue(value: string): string {
  if (value.endsWith(andOthers)) return t('{names} and others', { names: value.slice(0, -andOthers.length) })
  // Common nouns are marked in the dictionary (scripts/words/nouns.ts). Names are values too, and are left as they are.
  const found = dictionary[`${value}||noun`]
  return typeof found === 'string' ? found : value
}

/** How a text that was made from `key` looks, and how many letters of the key are fixed. */
function toPattern(key: string): Pattern {
  const fixed = key.split(/\{\d+\}/)
  const escaped = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { key, letters: fixed.join('').length, pattern: new RegExp(`^${escaped.join('(.*?)')}$`, 's') }
}

const fill = (text: string, values: Values | undefined): string =>
  values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole)) : text
