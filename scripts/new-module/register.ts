import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../words/syntax-tree.ts'
import { camel } from './noun.ts'
import type { Noun } from './noun.ts'

/** Files outside of the module that name it. */
export const registries = ['contract/src/registry.ts', 'server/src/app.ts', 'server/src/modules/bundles/scope.ts'] as const

/** Replaces the match of `pattern`. @throws Error if the file does not look as expected, before anything is damaged. */
function edit(path: (typeof registries)[number], pattern: RegExp, replacement: (found: string) => string): void {
  const file = join(root, path)
  const before = readFileSync(file, 'utf8')
  if (!pattern.test(before)) throw new Error(`${path} does not look as expected: nothing matches ${pattern}.`)
  writeFileSync(file, before.replace(pattern, replacement))
}

/** Adds an import after the last one that `pattern` matches. */
const addImport = (path: (typeof registries)[number], from: string, line: string) =>
  edit(path, new RegExp(`(?:^import [^\\n]+ from '${from}[^\\n]+\\n(?:import [^\\n]+\\n)*)+`, 'm'), (imports) => `${imports}${line}\n`)

/** Names the module where every module is named: contract, app, and what bundles hold. */
export function register({ many }: Noun): void {
  const name = many === camel(many) ? many : `'${many}'`
  const key = name === many ? many : `${name}: ${camel(many)}`
  addImport('contract/src/registry.ts', '\\./', `import { ${camel(many)} } from './${many}/${many}.ts'`)
  edit('contract/src/registry.ts', /\n\} satisfies Record<string, Record<string, Endpoint>>/, (end) => `\n  ${key},${end}`)
  addImport('server/src/app.ts', '\\./modules/', `import { ${camel(many)}Module } from './modules/${many}/index.ts'`)
  edit('server/src/app.ts', /const factories[^=]*= \[[^\]]*?,?\s*\]/, (list) => `${list.replace(/,?\s*\]$/, '')}, ${camel(many)}Module]`)
  const nouns = /nounsInBundles: [^\n]+\n[^}]*\n(?=\})/
  edit('server/src/modules/bundles/scope.ts', nouns, (list) => `${list}  ${name}: content,\n`)
}
