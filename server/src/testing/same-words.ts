import { languages } from '@imperium/contract/choose-language.ts'
import type { Language } from '@imperium/contract/languages.ts'

/** Every text of a translation with its path: `news.welcome.title`. */
function textsOf(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]]
  return Object.entries(words ?? {}).flatMap(([name, inner]) => textsOf(inner, path ? `${path}.${name}` : name))
}

const holesOf = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')

/** Where a translation differs from English: a missing or extra text, other `{values}`, an empty text, or a sentence left in English. */
export function differencesIn(words: Readonly<Record<Language, unknown>>): string[] {
  const english = new Map(textsOf(words.en))
  if (english.size === 0) return ['There are no words.']
  return languages
    .filter((language) => language !== 'en')
    .flatMap((language) => {
      const texts = new Map(textsOf(words[language]))
      const paths = new Set([...english.keys(), ...texts.keys()])
      return [...paths]
        .filter((path) => !isSame(english.get(path), texts.get(path)))
        .map((path) => `${language} ${path}: ${texts.get(path)}`)
    })
}

function isSame(source: string | undefined, text: string | undefined): boolean {
  if (source === undefined || text === undefined || text.trim() === '' || holesOf(source) !== holesOf(text)) return false
  const isSentence = source
    .replaceAll(/\{\w+\}/g, '')
    .trim()
    .includes(' ')
  return !isSentence || text !== source
}
