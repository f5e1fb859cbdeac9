import { chooseLanguage } from '@imperium/contract/choose-language.ts'
import { dollarsIn } from '@imperium/contract/kit/message.ts'
import type { MessageValue, Worded } from '@imperium/contract/kit/message.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { inProductName } from './brand/brand.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

/** English text -> translation; of a text with a count, one for each plural form of the language (Unicode CLDR). */
export type Dictionary = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>
type Values = Record<string, string | number>

let current: Language = 'en'
let dictionary: Dictionary = {}
let pluralRules = new Intl.PluralRules('en')

/** What only translators read of a key. */
const contextMark = /\|\|.*$/s

/** The language of this page. It does not change while the page lives: choosing another one loads the page anew. */
export const currentLanguage = (): Language => current

/** Makes `language` the language of the page. Called once, before any module that calls `t` is loaded. */
export function speak(language: Language, texts: Dictionary): void {
  current = language
  dictionary = texts
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
  return fill(inProductName(typeof found === 'string' ? found : message.replace(contextMark, '')), values)
}

/** `plural(3, { one: '{count} agent', other: '{count} agents' })`; the text of `other` is the key. `{count}` is filled in automatically. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  const found = dictionary[forms.other]
  const translated = typeof found === 'object' ? (found[pluralRules.select(count)] ?? found.other) : undefined
  const english = count === 1 ? forms.one : forms.other
  return fill(inProductName(translated ?? english), {
    count: new Intl.NumberFormat(current === 'en' ? 'en-US' : current).format(count),
    ...values,
  })
}

/**
 * Words a text of the server or the contract: by its key and values, or, without values, as its own key. English is shown as it came; and
 * so is a text without a translation, such as a provider's.
 */
export function translateMessage(given: string | Worded): string {
  if (typeof given === 'string') return translateMessage({ message: given })
  const { message, key, values = {} } = given
  const found = dictionary[key ?? message]
  if (key === undefined) return inProductName(typeof found === 'string' ? found : message)
  if (current === 'en' && inProductName(key) === key) return message
  const text = typeof found === 'object' ? (found[pluralRules.select(Number(values['count']))] ?? found.other) : (found ?? key)
  return text === undefined
    ? message
    : fill(inProductName(text), Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wordValue(value)])))
}

function wordValue(value: MessageValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return new Intl.NumberFormat(current).format(value)
  return 'dollars' in value ? dollarsIn(current, value.dollars) : translateMessage(value)
}

/** Translates a sentence that arrives as data with named values, e.g. in the activity log. */
export function translateSentence(sentence: string, values: Values): string {
  const found = dictionary[sentence]
  return fill(typeof found === 'string' ? found : sentence, values)
}

const fill = (text: string, values: Values | undefined): string =>
  values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole)) : text
