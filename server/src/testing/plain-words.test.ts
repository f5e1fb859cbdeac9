import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** Words that the glossary replaces, where a program can tell them from their other meanings. */
const unclear = /\b(nobody|whoever|whom|somebody|what became|who became)\b/i
const unclearOnScreens = /\b(nobody|whoever|whom|somebody|everybody|e-mails?|by letter|second cop(y|ies)|by hand|what became)\b/i

/** Lines that still use them, by area. A number may only go down; at 0 its area is done. */
const stillThere = { contract: 0, server: 146, web: 0, e2e: 0, bench: 0, scripts: 0 }

/** The comments and test titles of a file, a line each. */
function textsOf(path: string): string[] {
  return read(path)
    .split('\n')
    .filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line) || /^\s*(it|test|describe)(\.\w+)*\(/.test(line))
}

describe('plain words', () => {
  test.each(Object.entries(stillThere))('%s adds no unclear word to comments and test titles', (area, most) => {
    const files = globSync(`${area}/**/*.{ts,tsx,mjs}`, { cwd: root }).filter(
      (path) => !/node_modules|dist|\.gen\.|plain-words\.test/.test(path),
    )
    const found = files.flatMap((path) =>
      textsOf(path)
        .filter((line) => unclear.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(most)
  })

  test('screens use none', () => {
    const texts = Object.keys(JSON.parse(read('web/src/words/de.json')) as object)
    expect(texts.filter((text) => unclearOnScreens.test(text))).toEqual([])
  })
})
