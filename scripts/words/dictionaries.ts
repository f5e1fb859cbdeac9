import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../contract/src/choose-language.ts'
import { collectMessages } from './collect-messages.ts'
import { collectTexts } from './collect-texts.ts'
import type { Text } from './collect-texts.ts'
import { readSources, root } from './syntax-tree.ts'

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>
export type Dictionary = Record<string, string | Forms>
export type Translated = Exclude<(typeof languages)[number], 'en'>

export const translated = languages.filter((language) => language !== 'en')

const fileOf = (language: Translated) => join(root, 'web/src/words', `${language}.json`)

/** @throws SyntaxError if the file is not JSON. */
export const readDictionary = (language: Translated): Dictionary => JSON.parse(readFileSync(fileOf(language), 'utf8')) as Dictionary

/** Sorted by key, so that the additions of two developers do not conflict at the end of the file. */
export function writeDictionary(language: Translated, words: Dictionary): void {
  const sorted = Object.fromEntries(Object.entries(words).toSorted(([left], [right]) => (left < right ? -1 : 1)))
  writeFileSync(fileOf(language), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Every text of the product by its key: those of the web app, and those of contract and server that it passes on. */
export function collectAll(): Map<string, Text> {
  const messages = collectMessages([...readSources('contract/src'), ...readSources('server/src')])
  return new Map([...messages, ...collectTexts(readSources('web/src')).texts])
}

/** The plural forms that a language has, `other` last. */
export const pluralForms = (language: Translated): Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** Keys without a translation, or with a missing plural form: an empty text for each one to write. */
export function missingIn(language: Translated, texts: ReadonlyMap<string, Text>, words: Dictionary): Dictionary {
  const missing = [...texts.values()].filter(({ key, one }) => !isComplete(language, words[key], one !== null))
  return Object.fromEntries(
    missing.map(({ key, one }) => [key, one === null ? '' : Object.fromEntries(pluralForms(language).map((form) => [form, '']))]),
  )
}

const isComplete = (language: Translated, found: string | Forms | undefined, counts: boolean): boolean =>
  counts ? typeof found === 'object' && pluralForms(language).every((form) => found[form]) : typeof found === 'string' && found !== ''

/** Keys that no text of the product uses. */
export const unusedIn = (texts: ReadonlyMap<string, Text>, words: Dictionary): string[] =>
  Object.keys(words).filter((key) => !texts.has(key))

/** Errors in the existing translations: placeholders or tags that differ from the English text. */
export function mistakesIn(texts: ReadonlyMap<string, Text>, words: Dictionary): string[] {
  return Object.entries(words).flatMap(([key, translation]) => {
    const forms = typeof translation === 'string' ? [translation] : Object.values(translation)
    const one = texts.get(key)?.one
    return forms
      .filter((form) => form !== '' && marksOf(form) !== marksOf(key) && !(one && marksOf(form) === marksOf(one)))
      .map((form) => `"${key}" has ${marksOf(key) || 'none'}, its translation "${form}" has ${marksOf(form) || 'none'}`)
  })
}

/** Placeholders and tags of a text, sorted: `</b> <b> {count}`. */
const marksOf = (text: string): string => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).toSorted().join(' ')
