import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { camel } from './new-module/noun.ts'
import { root } from './words/syntax-tree.ts'

const file = join(root, 'contract/src/permissions.gen.ts')

/** Gathers what `contract/src/<module>/permissions.ts` declares, without its operations: the web app's frame loads this and no schema. */
export function gatherPermissions(): string {
  const folders = globSync('contract/src/*/permissions.ts', { cwd: root }).map((path) => path.split('/')[2] ?? '')
  const names = folders.toSorted().map((folder) => ({ folder, name: camel(folder) }))
  return [
    '// Written by scripts/write-permissions.ts: do not edit.',
    ...names.map(({ folder, name }) => `import { permissions as ${name} } from './${folder}/permissions.ts'`),
    '',
    `export const declared = {\n${names.map(({ name }) => `  ...${name},\n`).join('')}}`,
    '',
  ].join('\n')
}

export const writtenPermissions = (): string => readFileSync(file, 'utf8')

if (import.meta.main) writeFileSync(file, gatherPermissions())
