import { chooseLanguage } from '@imperium/contract/choose-language.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

/** English text -> translation; of a text with a count, one for each plural form of the language (Unicode CLDR). */
export type Dictionary = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>
type Values = Record<string, string | number>

let current: Language = 'en'
let dictionary: Dictionary = {}
let pluralRules = new Intl.PluralRules('en')
/** The keys with numbered values, those with the most fixed letters first; null until the first lookup. */
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

/** Makes `language` the language of the page. Called once, before any module that calls `t` is loaded. */
export function speak(language: Language, texts: Dictionary): void {
  current = language
  dictionary = texts
  patterns = null
  pluralRules = new Intl.PluralRules(language)
}

/** The language chosen in this browser, else the first supported one of the browser's preferences. */
export function preferredLanguage(): Language {
  const stored = readStored(storageKeys.language)
  return chooseLanguage([stored ?? '', ...navigator.languages].filter(Boolean).join(','))
}

/** Stores the choice; true if the page must be reloaded to apply it. */
export function rememberLanguage(language: Language): boolean {
  writeStored(storageKeys.language, language)
  return language !== current
}

/**
 * Translates a text. The English text is the key and must be a literal, because a test collects it from the source; `{name}` is a value.
 * A context after two bars separates meanings that English does not, and is not shown: `t('Active||API key')`.
 */
export function t(message: string, values?: Values): string {
  const found = dictionary[message]
  return fill(typeof found === 'string' ? found : message.replace(contextMark, ''), values)
}

/** `plural(3, { one: '{count} agent', other: '{count} agents' })`; the text of `other` is the key. `{count}` is filled in automatically. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  const found = dictionary[forms.other]
  const translated = typeof found === 'object' ? (found[pluralRules.select(count)] ?? found.other) : undefined
  const english = count === 1 ? forms.one : forms.other
  return fill(translated ?? english, { count: new Intl.NumberFormat(current === 'en' ? 'en-US' : current).format(count), ...values })
}

/**
 * Translates a text of the server or the contract; unchanged if the dictionary has none. Values in the text are numbered in its key:
 * `Your plan allows {0} agents.`
 */
export function translateMessage(message: string): string {
  const found = dictionary[message]
  if (typeof found === 'string') return found
  patterns ??= Object.keys(dictionary)
    .filter((key) => key.includes('{0}'))
    .map(toPattern)
    // A key with few letters would match unrelated sentences.
    .filter(({ letters }) => letters >= 12)
    .toSorted((left, right) => right.letters - left.letters)
  for (const { key, pattern } of patterns) {
    const values = pattern.exec(message)
    const translated = dictionary[key]
    if (values && typeof translated === 'string') return fill(translated, Object.fromEntries(values.slice(1).map(translateValue).entries()))
  }
  return message
}

/** Translates a sentence that arrives as data with named values, e.g. in the activity log. */
export function translateSentence(sentence: string, values: Values): string {
  const found = dictionary[sentence]
  return fill(typeof found === 'string' ? found : sentence, values)
}

/** How a list of names ends that the server cut short. */
const andOthers = ' and others'

function translateValue(value: string): string {
  if (value.endsWith(andOthers)) return t('{names} and others', { names: value.slice(0, -andOthers.length) })
  // Common nouns are marked in the dictionary (scripts/words/nouns.ts). Names are values too and stay unchanged.
  const found = dictionary[`${value}||noun`]
  return typeof found === 'string' ? found : value
}

/** The pattern of texts built from `key`, and its number of fixed letters. */
function toPattern(key: string): Pattern {
  const fixed = key.split(/\{\d+\}/)
  const escaped = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { key, letters: fixed.join('').length, pattern: new RegExp(`^${escaped.join('(.*?)')}$`, 's') }
}

const fill = (text: string, values: Values | undefined): string =>
  values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole)) : text
