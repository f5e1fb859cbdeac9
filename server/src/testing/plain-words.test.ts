import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** Words replaces, where a program can tell them from their other meanings. */
const unclear = /\b(nobody|whoever|whom|somebody|what became|who became)\b/i
const unclearOnScreens = /\b(nobody|whoever|whom|somebody|everybody|e-mails?|by letter|second cop(y|ies)|by hand|what became)\b/i

/** The same in documents, with names that the code once used. Code in backticks and targets of links do not count. */
const unclearInDocuments = /\b(nobody|whoever|whom|somebody|what became|who became|upkeep|errands?|purse|companions?|letgo)\b/i
const documents = globSync(['*.md', 'docs/**/*.md', 'server/src/modules/knowledge/product/*.md'], { cwd: root }).filter(
  // It lists the words that are not used.
  (path) => path !== 'docs/glossary.md',
)

/** Lines that still use them, by area. A number may only go down; at 0 its area is done. */
const stillThere = { contract: 0, server: 1, web: 0, e2e: 0, bench: 0, scripts: 0 }

const filesOf = (area: string): string[] =>
  globSync(`${area}/**/*.{ts,tsx,mjs}`, { cwd: root }).filter((path) => !/node_modules|dist|\.gen\.|plain-words\.test/.test(path))

/** The comments and test titles of a file, a line each. */
function textsOf(path: string): string[] {
  return read(path)
    .split('\n')
    .filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line) || /^\s*(it|test|describe)(\.\w+)*\(/.test(line))
}

/** Comments of more than two lines, by the line that they begin at. */
function longComments(path: string): string[] {
  const lines = read(path).split('\n')
  const found: string[] = []
  let begin = 0
  let count = 0
  let isBlock = false
  for (const [index, line] of [...lines, ''].entries()) {
    const isComment = isBlock || /^\s*(\/\/|\/\*)/.test(line)
    if (!isComment) {
      if (count > 2) found.push(`${path}:${begin + 1}`)
      count = 0
      continue
    }
    if (count === 0) begin = index
    if (/^\s*\/\*/.test(line)) isBlock = true
    if (line.replaceAll(/[\s/*]/g, '') !== '') count += 1
    if (!isBlock || !line.includes('*/')) continue
    if (count > 2) found.push(`${path}:${begin + 1}`)
    isBlock = false
    count = 0
  }
  return found
}

describe('plain words', () => {
  test('documents use no unclear word', () => {
    const found = documents.flatMap((path) =>
      read(path)
        .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)/g, '')
        .split('\n')
        .flatMap((line, index) => (unclearInDocuments.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [])),
    )
    expect(found).toEqual([])
  })

  test.each(Object.keys(stillThere))('%s has no comment of more than two lines', (area) =>
    expect(filesOf(area).flatMap((path) => longComments(path))).toEqual([]),
  )

  test.each(Object.entries(stillThere))('%s adds no unclear word to comments and test titles', (area, most) => {
    const found = filesOf(area).flatMap((path) =>
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
