import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill, readNoun } from './new-module/noun.ts'
import { root } from './words/syntax-tree.ts'

const copied = [
  'contract',
  'docs/api',
  'packages',
  'scripts',
  'server',
  'web',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
]
let copy: string

/** A copy of the tree that shares the installed packages, except for the product's own. */
function copyTree(): string {
  const folder = mkdtempSync('/var/tmp/imperium-new-module-')
  const isLeftOut = (path: string) => /\/(node_modules|dist|\.cache)(\/|$)/.test(path.slice(root.length))
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !isLeftOut(from) })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@imperium'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!['@imperium', '.cache', '.vite', '.vite-temp'].includes(name)) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of ['contract', 'server', 'web']) {
    symlinkSync(join(folder, name), join(modules, '@imperium', name))
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, name, 'node_modules'))
  }
  return folder
}

function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const { VITEST: _own, ...env } = process.env
    const child = spawn(process.execPath, args, { cwd: copy, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('close', (code) => resolve({ code, output }))
  })
}

const tsc = (project: string) => run('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', project)

beforeAll(() => {
  copy = copyTree()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('makes a module that passes the types, its own tests and every rule of the tree', { timeout: 900_000 }, async () => {
  const made = await run('scripts/new-module.ts', 'purchase-orders', '--de', 'Bestellung/Bestellungen')
  expect(made.output).toContain('contract/src/purchase-orders/purchase-orders.ts')
  expect(made.code).toBe(0)
  const types = await Promise.all([tsc('server'), tsc('web')])
  expect(types).toEqual([
    { code: 0, output: '' },
    { code: 0, output: '' },
  ])
  const rules = ['server/src/testing/architecture', 'server/src/testing/plain-words', 'scripts/words.test', 'scripts/write-permissions']
  const tests = await run('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers', '2', 'purchase-orders', ...rules)
  expect(tests.output).toMatch(/Test Files .*6 passed/)
  expect(tests.code, tests.output).toBe(0)
  const german = JSON.parse(readFileSync(join(copy, 'web/src/words/de.json'), 'utf8')) as Record<string, unknown>
  expect(german['No purchase orders yet']).toBe('Noch keine Bestellungen')
  const again = await run('scripts/new-module.ts', 'purchase-orders')
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('exists already')])
})

describe('the noun of a new module', () => {
  test.each([
    ['invoices', 'invoice'],
    ['companies', 'company'],
    ['boxes', 'box'],
    ['sales-orders', 'sales-order'],
    ['houses', 'house'],
  ])('%s are many of %s', (many, one) => expect(readNoun([many]).one).toBe(one))

  test.each([[[]], [['Invoices']], [['invoices', '--color', 'red']], [['invoices', '--de']], [['helpers']], [['news-']]])(
    'refuses %j',
    (args) => expect(() => readNoun(args)).toThrow(/^Usage|says nothing/),
  )

  test('asks for the singular of a noun that does not change', () => {
    expect(() => readNoun(['sheep'])).toThrow('--singular')
    expect(readNoun(['people', '--singular', 'person']).one).toBe('person')
  })

  test('spells it as a template does', () => {
    const noun = readNoun(['entry-fees'])
    expect(fill('gift-cards gift_cards giftCards GiftCard `Gift cards` a gift card', noun)).toBe(
      'entry-fees entry_fees entryFees EntryFee `Entry fees` an entry fee',
    )
  })
})
