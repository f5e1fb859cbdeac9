// Translations of the interface: node scripts/words.ts `missing es` prints the keys without a translation as JSON, `merge es file.json`
// copies filled-in keys into web/src/words/es.json, `unused [--remove]` lists keys that no text uses.
import { readFileSync } from 'node:fs'
import { collectAll, mistakesIn, missingIn, readDictionary, translated, unusedIn, writeDictionary } from './words/dictionaries.ts'
import type { Dictionary, Translated } from './words/dictionaries.ts'

const [command, ...given] = process.argv.slice(2)
const texts = collectAll()

function languageOf(name: string | undefined): Translated {
  const language = translated.find((each) => each === name)
  if (!language) throw new Error(`Which language? One of ${translated.join(', ')}.`)
  return language
}

function merge(language: Translated, file: string): void {
  const added = JSON.parse(readFileSync(file, 'utf8')) as Dictionary
  const filled = Object.fromEntries(Object.entries(added).filter(([, text]) => text !== ''))
  const mistakes = [...mistakesIn(texts, filled), ...unusedIn(texts, filled).map((key) => `"${key}" is no text of the product`)]
  if (mistakes.length > 0) throw new Error(`Nothing was taken over:\n${mistakes.join('\n')}`)
  const words = { ...readDictionary(language), ...filled }
  writeDictionary(language, words)
  console.log(
    `${Object.keys(filled).length} taken over; ${Object.keys(missingIn(language, texts, words)).length} are missing in ${language}.`,
  )
}

function listUnused(remove: boolean): void {
  for (const language of translated) {
    const words = readDictionary(language)
    const unused = unusedIn(texts, words)
    for (const key of unused) console.log(`${language} ${key}`)
    if (remove) writeDictionary(language, Object.fromEntries(Object.entries(words).filter(([key]) => !unused.includes(key))))
  }
}

if (command === 'missing') {
  const language = languageOf(given[0])
  console.log(JSON.stringify(missingIn(language, texts, readDictionary(language)), null, 2))
} else if (command === 'merge' && given[1]) merge(languageOf(given[0]), given[1])
else if (command === 'unused') listUnused(given.includes('--remove'))
else throw new Error('node scripts/words.ts missing <language> | merge <language> <file> | unused [--remove]')
