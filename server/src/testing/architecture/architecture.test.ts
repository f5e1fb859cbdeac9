import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { breaches, parseSourceTree, rules } from './check-structure.ts'
import type { SourceTree, RuleName } from './check-structure.ts'
import { describeProportions } from './size-rules.ts'

const root = resolve(import.meta.dirname, '../../../..')
const patterns = ['{contract,server,web}/src/**/*.{ts,tsx,css}', 'packages/*/src/**/*.ts', '{scripts,bench,e2e}/**/*.{ts,mjs}']

const readSourceTree = (): SourceTree =>
  new Map(
    globSync(patterns, { cwd: root })
      .sort()
      .map((path) => [path, readFileSync(resolve(root, path), 'utf8')]),
  )

/** Tables and views as the generated row types name them: schema `app` without its name. */
function knownTables(): Set<string> {
  const text = readFileSync(resolve(root, 'server/src/platform/db/types.gen.ts'), 'utf8')
  const database = /export interface DB \{([^}]*)\}/.exec(text)?.[1] ?? ''
  return new Set([...database.matchAll(/^\s*"?([\w.]+)"?:/gm)].map((match) => match[1] ?? ''))
}

describe('the repository', () => {
  const sourceTree = readSourceTree()
  const known = knownTables()
  test('is all read', () => {
    expect(sourceTree.size).toBeGreaterThan(150)
    expect(known.size).toBeGreaterThan(20)
    console.log(`proportions: ${describeProportions(parseSourceTree(sourceTree))}`)
  })
  test.each(Object.keys(rules) as RuleName[])('%s', (rule) => {
    expect(breaches(rule, sourceTree, known)).toEqual([])
  })
})

/** A valid repository; each planted breach changes one of its files. */
const sound: Record<string, string> = {
  'contract/src/things.ts': `import { z } from 'zod'\nexport const Thing = z.object({})\n`,
  'server/src/app.ts': `import { thingsModule } from './modules/things/index.ts'\nimport { otherModule } from './modules/other/index.ts'\nexport const modules = [thingsModule, otherModule]\n`,
  'server/src/platform/log.ts': `export const log = 1\n`,
  'server/src/modules/things/index.ts': `export const thingsModule = { tables: ['things'] }\n`,
  'server/src/modules/things/store.ts': `import { log } from '../../platform/log.ts'\nexport const list = (tx) => tx.selectFrom('things as t').innerJoin('audit_log', 'a', 'b')\nexport const raw = log && sql\`select extract(epoch from created_at) from app.things\`\n`,
  'server/src/modules/other/index.ts': `export { thingsModule } from '../things/index.ts'\nexport const otherModule = { tables: ['others'] }\n`,
  'web/src/lib/api.ts': `import { Thing } from '@imperium/contract/things.ts'\nexport const api = Thing\n`,
  'web/src/features/things/index.ts': `export { page } from './page.tsx'\n`,
  'web/src/features/things/page.tsx': `import { api } from '../../lib/api.ts'\nexport const page = <p>{api}</p>\n`,
}
const plantedTables = new Set([
  'installation_keys',
  'installation_lead',
  'sandbox_messages',
  'send_buckets',
  'files',
  'file_pieces',
  'ledger_entries',
  'ledger_postings',
  'audit_log',
  'audit_heads',
  'audit_anchors',
  'outbox',
  'rested_jobs',
  'effects',
  'idempotency_keys',
  'sandbox_mail',
  'auth.rate_hits',
  'things',
  'others',
])

// Concatenated, so that this file does not contain the forbidden text.
const comment = ['//', ['TO', 'DO'].join('')].join(' ')
const longFunction = (lines: number) => `export const long = () => {\n${'  call()\n'.repeat(lines - 2)}}\n`

type Planted = [what: string, rule: RuleName, path: string, text: string, found: RegExp]
const planted: Planted[] = [
  [
    'contract uses the server',
    'imports only point the allowed way',
    'contract/src/bad.ts',
    `import { log } from '../../server/src/platform/log.ts'\n`,
    /contract\/src\/bad\.ts/,
  ],
  ['contract uses a package', 'imports only point the allowed way', 'contract/src/bad.ts', `import fs from 'node:fs'\n`, /node:fs/],
  [
    'platform knows a module',
    'imports only point the allowed way',
    'server/src/platform/bad.ts',
    `import { thingsModule } from '../modules/things/index.ts'\n`,
    /platform\/bad/,
  ],
  ...(
    [
      ['by its client', 'export const ask = (platform) => platform.llm.call({}, {})\n'],
      ['by a name of its own', 'export const ask = ({ llm }: Platform) => llm.stream({}, {})\n'],
      ['by a client of its own', 'export const own = createLlm({})\n'],
    ] as const
  ).map(([what, text]): Planted => [
    `a model is called ${what}`,
    'models are called through the guard alone',
    'server/src/modules/things/bad.ts',
    text,
    /things\/bad\.ts:1 reaches a model/,
  ]),
  [
    'a style rule again and again',
    'style sheets repeat few rules',
    'web/src/ui/styles.module.css',
    Array.from({ length: 160 }, (_, at) => `.a${at} {\n  display: flex;\n  gap: 8px;\n  min-width: 0;\n}\n`).join(''),
    /159 repeated/,
  ],
  [
    'two files in a circle, one way lazy',
    'files form no circle',
    'web/src/features/things/page.tsx',
    `export const page = () => import('./index.ts')\n`,
    /features\/things\/index\.ts, web\/src\/features\/things\/page\.tsx/,
  ],
  [
    'two files in a circle, one way a type',
    'files form no circle',
    'web/src/features/things/page.tsx',
    `import type * as entry from './index.ts'\nexport const page = (all: typeof entry) => all\n`,
    /features\/things\/index\.ts, web\/src\/features\/things\/page\.tsx/,
  ],
  [
    'a module imports past an index.ts',
    'imports only point the allowed way',
    'server/src/modules/other/bad.ts',
    `import { list } from '../things/store.ts'\n`,
    /other\/bad/,
  ],
  [
    'app.ts imports past an index.ts',
    'imports only point the allowed way',
    'server/src/app.ts',
    `import { list } from './modules/things/store.ts'\n`,
    /app\.ts/,
  ],
  [
    'a type past an index.ts',
    'imports only point the allowed way',
    'server/src/modules/other/bad.ts',
    `export type { List } from '../things/store.ts'\n`,
    /other\/bad/,
  ],
  [
    'a lazy import past an index.ts',
    'imports only point the allowed way',
    'web/src/features/other/index.ts',
    `export const load = () => import('../things/page.tsx')\n`,
    /features\/other/,
  ],
  [
    'web uses the server',
    'imports only point the allowed way',
    'web/src/lib/bad.ts',
    `import { log } from '../../../server/src/platform/log.ts'\n`,
    /lib\/bad/,
  ],
  [
    'ui knows a feature',
    'imports only point the allowed way',
    'web/src/ui/bad.tsx',
    `import { page } from '../features/things/index.ts'\n`,
    /ui\/bad/,
  ],
  [
    "ui knows a module's contract",
    'imports only point the allowed way',
    'web/src/ui/bad.tsx',
    `import type { Thing } from '@imperium/contract/things.ts'\n`,
    /ui\/bad/,
  ],
  [
    'a module uses test code',
    'imports only point the allowed way',
    'server/src/modules/things/bad.ts',
    `import { t } from '../../testing/test-app.ts'\n`,
    /things\/bad/,
  ],
  [
    'a module uses its own test code',
    'imports only point the allowed way',
    'server/src/modules/things/bad.ts',
    `import { t } from './test-things.ts'\n`,
    /things\/bad/,
  ],
  [
    'a module without an index.ts',
    'imports only point the allowed way',
    'server/src/modules/closed/store.ts',
    `export const x = 1\n`,
    /closed has no index/,
  ],
  [
    'two modules in a circle',
    'modules and features form no cycle',
    'server/src/modules/things/bad.ts',
    `import { otherModule } from '../other/index.ts'\n`,
    /things.*other|other.*things/,
  ],
  ['a file of 401 lines', 'files and functions stay small', 'server/src/platform/bad.ts', 'export {}\n'.repeat(401), /401 lines/],
  ['a function of 81 lines', 'files and functions stay small', 'server/src/platform/bad.ts', longFunction(81), /long has 81 lines/],
  ['a component of 121 lines', 'files and functions stay small', 'web/src/ui/bad.tsx', longFunction(121), /long has 121 lines/],
  [
    'any',
    'no any, no work left without an issue',
    'server/src/platform/bad.ts',
    `export const f = (x: any[]) => x\n`,
    /bad\.ts:1 says any/,
  ],
  ['unfinished work', 'no any, no work left without an issue', 'server/src/platform/bad.ts', `export {}\n${comment} later\n`, /bad\.ts:2/],
  [
    'a time limit as an assertion',
    'tests assert no time limit',
    'server/src/platform/bad.test.ts',
    ['expect(performance.', 'now() - begun).toBeLessThan(2_000)\n'].join(''),
    /bad\.test\.ts:1 asserts a time limit/,
  ],
  [
    'a time limit behind a constant',
    'tests assert no time limit',
    'server/src/platform/bad.test.ts',
    ['const left = (Date.parse(at) - Date.', 'now()) / 1_000\nexpect(left).toBeGreaterThan(50)\n'].join(''),
    /bad\.test\.ts:2 asserts a time limit/,
  ],
  [
    'a time limit as a comparison',
    'tests assert no time limit',
    'server/src/platform/bad.test.ts',
    ['expect(Math.abs(Date.', 'now() - at) < 60_000).toBe(true)\n'].join(''),
    /bad\.test\.ts:1 asserts a time limit/,
  ],
  ['a file called utils', 'names are kebab-case and say something', 'web/src/lib/utils.ts', '', /utils\.ts/],
  ['a folder called helpers', 'names are kebab-case and say something', 'server/src/modules/things/helpers/list.ts', '', /helpers/],
  ['a file in camel case', 'names are kebab-case and say something', 'web/src/ui/DataTable.tsx', '', /DataTable/],
  [
    "another module's table in the builder",
    'SQL names only tables of its own module',
    'server/src/modules/things/bad.ts',
    `export const f = (tx) => tx.updateTable('others as o')\n`,
    /names others/,
  ],
  [
    "another module's table in SQL",
    'SQL names only tables of its own module',
    'server/src/modules/things/bad.ts',
    'export const f = sql`select 1 from things t\n  join app.others o on true`\n',
    /names app\.others/,
  ],
  [
    "a module's table in the reader of questions",
    'tables that modules offer are named by them alone',
    'server/src/platform/llm/sandbox/build-query.ts',
    `export const isAbout = (text) => /\\bthings?\\b/i.test(text)\n`,
    /build-query\.ts names things/,
  ],
  [
    "another module's table in the tool of queries",
    'tables that modules offer are named by them alone',
    'server/src/modules/runs/tools/database-query.ts',
    `export const tables = ['others']\n`,
    /database-query\.ts names others/,
  ],
  [
    "a module's table in the platform",
    'SQL names only tables of its own module',
    'server/src/platform/bad.ts',
    'export const f = sql`delete from things`\n',
    /names things/,
  ],
  [
    'SQL in routes',
    'SQL stands in stores, and in verbs only a little',
    'server/src/modules/things/routes.ts',
    `export const list = (tx) => tx.selectFrom('things').selectAll()\n`,
    /routes\.ts holds SQL/,
  ],
  [
    'a store under another name',
    'SQL stands in stores, and in verbs only a little',
    'server/src/modules/things/bad.ts',
    Array.from({ length: 5 }, (_, index) => `export const f${index} = sql\`select 1\`\n`).join(''),
    /holds 5 parts/,
  ],
  [
    'a local day in SQL',
    'SQL computes in no time zone but UTC',
    'server/src/modules/things/bad-store.ts',
    'export const f = (zone) => sql`select now() at time zone ${zone}`\n',
    /bad-store\.ts:1 computes in a time zone/,
  ],
  [
    'a write to a table that may be read',
    'SQL names only tables of its own module',
    'server/src/modules/other/index.ts',
    `export const m = { tables: ['others'], reads: ['things'] }\nexport const f = sql\`delete from things\`\n`,
    /names things/,
  ],
  [
    'a read table of a module that is not imported',
    'tables that a module reads belong to modules that it imports',
    'server/src/modules/other/index.ts',
    `export const m = { tables: ['others'], reads: ['things'] }\nexport const f = sql\`select from things\`\n`,
    /does not import/,
  ],
  [
    'a read table that no SQL names',
    'tables that a module reads belong to modules that it imports',
    'server/src/modules/other/index.ts',
    `export { thingsModule } from '../things/index.ts'\nexport const m = { tables: ['others'], reads: ['things'] }\n`,
    /no SQL/,
  ],
  [
    'a table of two modules',
    'every table has one owner',
    'server/src/modules/other/index.ts',
    `export const m = { tables: ['others', 'things'] }\n`,
    /things belongs to/,
  ],
  [
    'a table without a module',
    'every table has one owner',
    'server/src/modules/other/index.ts',
    `export const m = { tables: [] }\n`,
    /others belongs to no module/,
  ],
  ['a manifest without tables', 'every table has one owner', 'server/src/modules/other/index.ts', `export const m = {}\n`, /does not say/],
]

const support = `import { t } from '../../testing/test-app.ts'\nexport const made = t\n`

describe('a planted breach is found', () => {
  test.each(Object.keys(rules) as RuleName[])('finds no breach in a valid repository: %s', (rule) => {
    expect(breaches(rule, new Map(Object.entries(sound)), plantedTables)).toEqual([])
  })
  test.each(planted)('%s', (_what, rule, path, text, found) => {
    const sourceTree = new Map([...Object.entries(sound), ['server/src/modules/things/test-things.ts', support], [path, text]])
    expect(breaches(rule, sourceTree, plantedTables).join('\n')).toMatch(found)
  })
  test('a test of 121 lines', () => {
    const body = `import { test } from 'vitest'\ntest('long', () => {\n${'  call()\n'.repeat(119)}})\n`
    const sourceTree = new Map([...Object.entries(sound), ['server/src/platform/bad.test.ts', body]])
    expect(breaches('files and functions stay small', sourceTree, plantedTables).join()).toMatch(/121 lines, more than 120/)
  })
  test('a folder of 31 source files', () => {
    const crowd = Array.from({ length: 31 }, (_, index) => [`web/src/lib/crowd/file-${index}.ts`, 'export {}\n'] as const)
    const rule = 'folders hold at most 30 source files'
    expect(breaches(rule, new Map([...Object.entries(sound), ...crowd.slice(1)]), plantedTables)).toEqual([])
    expect(breaches(rule, new Map([...Object.entries(sound), ...crowd]), plantedTables).join()).toMatch(/crowd holds 31/)
  })
  test('allows a function of 80 lines and a component of 120', () => {
    const sourceTree = new Map([
      ...Object.entries(sound),
      ['server/src/platform/good.ts', longFunction(80)],
      ['web/src/ui/good.tsx', longFunction(120)],
    ])
    expect(breaches('files and functions stay small', sourceTree, plantedTables)).toEqual([])
  })
})
