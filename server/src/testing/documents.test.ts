import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Session, SignInResponse } from '@imperium/contract/auth/auth.ts'
import { allEndpoints } from '@imperium/contract/registry.ts'

// Checks that files, anchors, tests, operations and algorithms that the documents name exist.

const root = resolve(import.meta.dirname, '../../..')
/** Text of a file of the repository; null when it does not exist. */
type Read = (path: string) => string | null
const readHere: Read = (path) => {
  const full = resolve(root, path)
  if (!existsSync(full)) return null
  return /\.(md|tsx?)$/.test(path) ? readFileSync(full, 'utf8') : ''
}
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]

/** Cells of a table's rows, without headings. */
const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** Names of tests and of groups of them: a text that is followed by a function. */
const titlesOf = (source: string): string[] =>
  [...source.matchAll(/(['"`])((?:(?!\1)[^\n])+)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?\(/g)].map((match) => match[2] ?? '')

const withoutTest = /^(by review|by design|by hand|does not apply)/

/** Wrong proofs in a table: its last column holds `file › part of the test's name`, or a reason why there is none. */
function wrongProofs(page: string, isRow: RegExp, read: Read): string[] {
  return rowsOf(page).flatMap((cells) => {
    const [number = '', last = ''] = [cells[0], cells.at(-1)]
    if (!isRow.test(number)) return []
    const spans = [...last.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    const proofs = spans.map((span) => span.split(' › '))
    if (proofs.length === 0 && !withoutTest.test(last)) return [`${number}: no proof, and no reason why`]
    return proofs.flatMap(([file = '', name]) => {
      if (!name || !/\.(test|e2e)\.tsx?$/.test(file)) return [`${number}: "${file}" names no test`]
      const source = read(file)
      if (source === null) return [`${number}: ${file} does not exist`]
      return titlesOf(source).some((title) => title.includes(name)) ? [] : [`${number}: ${file} has no test "${name}"`]
    })
  })
}

const withoutCode = (page: string): string =>
  page.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '))

/** Anchors of the headings, as the usual hosts make them. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutCode(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    let anchor = plain
    for (let count = 1; anchors.has(anchor); count++) anchor = `${plain}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** Links and pictures of a page with a missing target in the repository. */
function deadLinks(page: string, path: string, read: Read): string[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', anchor] = link.split('#')
    const target = file ? normalize(join(dirname(path), file)) : path
    const text = read(target)
    if (text === null) return [`${path}: ${link}`]
    return anchor === undefined || anchorsOf(text).has(anchor) ? [] : [`${path}: ${link}`]
  })
}

const page = (path: string): string => readHere(path) ?? ''
const requirement = /^\d+\.\d+\.\d+( \(3\))?$/
const ownNumber = /^(SEC-|R)\d/

describe('tests that documents name exist', () => {
  test.each([
    ['docs/security/asvs.md', requirement, 95],
    ['docs/security/requirements.md', ownNumber, 40],
  ] as const)('%s', (path, isRow, atLeast) => {
    const text = page(path)
    expect(rowsOf(text).filter(([number = '']) => isRow.test(number)).length).toBeGreaterThanOrEqual(atLeast)
    expect(wrongProofs(text, isRow, readHere)).toEqual([])
  })

  const read: Read = (path) =>
    path === 'a/b.test.ts' ? `test.each([\n  1,\n])(\n  'opens %s once',\n  async (each) => {})\nconst other = 'never a name'` : null
  test.each([
    ['| 6.1.1 | what | how | `a/b.test.ts › opens %s` |', []],
    ['| 6.1.1 | what | how | by review |', []],
    ['| 6.1.1 | what | how | |', ['6.1.1: no proof, and no reason why']],
    ['| 6.1.1 | what | how | `a/b.test.ts › opens twice` |', ['6.1.1: a/b.test.ts has no test "opens twice"']],
    ['| 6.1.1 | what | how | `a/b.test.ts › never a name` |', ['6.1.1: a/b.test.ts has no test "never a name"']],
    ['| 6.1.1 | what | how | `a/c.test.ts › opens` |', ['6.1.1: a/c.test.ts does not exist']],
    ['| 6.1.1 | what | how | `a/b.test.ts` |', ['6.1.1: "a/b.test.ts" names no test']],
  ])('a breach is found: %s', (row, found) => {
    expect(wrongProofs(`| # | asks for | here | proof |\n| --- | --- | --- | --- |\n${row}\n`, requirement, read)).toEqual(found)
  })
})

describe('links lead somewhere', () => {
  test.each(pages)('%s', (path) => {
    expect(deadLinks(page(path), path, readHere)).toEqual([])
  })

  const read: Read = (path) => ({ 'docs/a.md': '# A page\n## What, and why?\n', 'docs/b.png': '' })[path] ?? null
  test.each([
    ['[a](a.md) [b](#own) ![c](b.png) [d](https://example.com/nothing)\n# Own', []],
    ['[a](a.md#what-and-why)', []],
    ['`[a](c.md)`', []],
    ['[a](c.md)', ['docs/p.md: c.md']],
    ['[a](a.md#who)', ['docs/p.md: a.md#who']],
    ['[a](#who)', ['docs/p.md: #who']],
  ])('a breach is found: %s', (text, found) => {
    expect(deadLinks(text, 'docs/p.md', (path) => (path === 'docs/p.md' ? text : read(path)))).toEqual(found)
  })
})

describe('authentication.md', () => {
  const text = page('docs/security/authentication.md')
  const called = ({ method, path }: { method: string; path: string }) => `\`${method} /api${path}\``

  test('lists every operation that returns a session to a caller without one', () => {
    const ways = allEndpoints.filter(({ access, reply }) => access === 'public' && (reply === Session || reply === SignInResponse))
    expect(ways.length).toBeGreaterThan(5)
    expect(ways.map(called).filter((each) => !text.includes(each))).toEqual([])
  })

  test('lists every operation that requires reauthentication', () => {
    const acts = allEndpoints.filter(({ recentSignIn }) => recentSignIn)
    expect(acts.length).toBeGreaterThan(15)
    expect(acts.map(({ id }) => `\`${id}\``).filter((each) => !text.includes(each))).toEqual([])
  })

  test('lists every algorithm of the server, and allows Math.random for retries only', () => {
    const sources = globSync('server/src/{platform,modules,admin}/**/*.ts', { cwd: root }).filter((path) => !/\btest\b/.test(path))
    const calls = /\b(?:create(?:Hash|Hmac|Cipheriv|Decipheriv|ECDH)|hkdfSync)\(\s*'([^']+)'/g
    const algorithms = new Set(sources.flatMap((path) => [...page(path).matchAll(calls)].map((match) => match[1] ?? '')))
    expect([...algorithms].sort()).toEqual(['aes-256-ctr', 'aes-256-gcm', 'md5', 'prime256v1', 'sha1', 'sha256'])
    for (const name of ['AES-256-CTR', 'RSA-SHA-256', 'HMAC-SHA-1', 'AES-256-GCM', 'P-256', 'SHA-256', 'HKDF', 'argon2id', 'SHA-1', 'MD5'])
      expect(text).toContain(name)
    // Backoff between retries, and nothing else.
    expect(sources.filter((path) => page(path).includes('Math.random')).filter((path) => !/\/retry/.test(path))).toEqual([])
  })
})
