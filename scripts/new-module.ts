import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fill, readNoun } from './new-module/noun.ts'
import type { Noun } from './new-module/noun.ts'
import { register, registries } from './new-module/register.ts'
import { translate } from './new-module/translate.ts'
import { root } from './words/syntax-tree.ts'

// npm run new:module invoices -- --de Rechnung/Rechnungen --es factura/facturas --fr facture/factures --ja 請求書
// makes a full slice for a noun with a name and a description: contract, migration, module, matrix samples, tests, web feature, route, words.

const templates = join(import.meta.dirname, 'new-module/template')

function run(args: string[], cwd = root): void {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${args.join(' ')} failed.`)
}

/** The paths of the files that the templates make for the noun, with their texts. */
function filesFor(noun: Noun): [path: string, text: string][] {
  const found = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.txt'))
  return found.toSorted().map((template) => {
    const path = fill(template.replace(/\.txt$/, ''), noun).replace(/^(server\/migrations\/)/, `$1${nextMigration()}_`)
    return [path, fill(readFileSync(join(templates, template), 'utf8'), noun)]
  })
}

function nextMigration(): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) => Number.parseInt(file, 10) || 0)
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

function make(noun: Noun): string[] {
  const files = filesFor(noun)
  for (const [path] of files) if (existsSync(join(root, path))) throw new Error(`${path} exists already.`)
  register(noun)
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  run(['scripts/write-permissions.ts'])
  translate(noun)
  const written = files.map(([path]) => path)
  run(['node_modules/oxfmt/bin/oxfmt', '--write', ...written.filter((path) => !path.endsWith('.sql')), ...registries])
  run(['scripts/codegen.ts'])
  // The plugin of the routes writes their tree as soon as the configuration is read.
  run(['--input-type=module', '--eval', "import { resolveConfig } from 'vite'; await resolveConfig({}, 'build')"], join(root, 'web'))
  run(['scripts/openapi.ts', '--write'])
  return written
}

try {
  const noun = readNoun(process.argv.slice(2))
  const written = make(noun)
  console.log(`Made ${noun.many}:\n${[...written, ...registries].map((path) => `  ${relative(root, join(root, path))}`).join('\n')}`)
  if (noun.untranslated.length > 0)
    console.log(
      `\nThe screens say "${noun.many}" in English in: ${noun.untranslated.join(', ')}. Reread web/src/words for these languages.`,
    )
  console.log('\nNext: fields of your own in contract, migration, store and dialog; icon and place in feature.ts. Then npm test.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
