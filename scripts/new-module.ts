import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

// npm run new:module <name>            creates an empty module in the contract, on the server and in both registries
// npm run new:module <name> -- --table  adds a first tenant table: a migration and its row types. The web feature is added with its first
// page
const root = resolve(import.meta.dirname, '..')
const at = (path: string) => resolve(root, path)
const written: string[] = []

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  written.push(path)
}

/** Replaces the match of `pattern`; stops if the file does not look as expected, so that it is not damaged. */
function edit(path: string, pattern: RegExp, replacement: (found: string) => string): void {
  const before = readFileSync(at(path), 'utf8')
  if (!pattern.test(before)) stop(`${path} does not look as expected: nothing matches ${pattern}.`)
  write(path, before.replace(pattern, replacement))
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) stop(`${args.join(' ')} failed.`)
}

const sortedLines = (lines: string[]) => [...new Set(lines)].toSorted((a, b) => pathIn(a).localeCompare(pathIn(b)))
const pathIn = (line: string) => /from '(.*)'/.exec(line)?.[1] ?? line

function readArguments(): { name: string; withTable: boolean } {
  const [name = '', ...flags] = process.argv.slice(2)
  if (!/^[a-z]+(-[a-z0-9]+)*$/.test(name) || flags.some((flag) => flag !== '--table'))
    stop(
      'Usage: npm run new:module <name> [-- --table]   (a noun in the plural, lowercase, words joined by hyphens: webhooks, email-templates)',
    )
  if (/^(utils?|helpers?|common|misc)$/.test(name)) stop(`"${name}" says nothing: name the module for what it holds.`)
  for (const path of [`contract/src/${name}.ts`, `server/src/modules/${name}`]) if (existsSync(at(path))) stop(`${path} exists already.`)
  return { name, withTable: flags.length > 0 }
}

function addToContract(name: string, camel: string): void {
  write(
    `contract/src/${name}.ts`,
    `import type { Endpoint } from './kit/endpoint.ts'\n\n/** Each operation added here needs a handler in routes.ts and a valid request in testing/samples.ts of the module. */\nexport const ${camel} = {} satisfies Record<string, Endpoint>\n`,
  )
  const line = `import { ${camel} } from './${name}.ts'`
  edit(
    'contract/src/registry.ts',
    /^(?:import [^\n]+\n)+/m,
    (imports) => `${sortedLines([...imports.trim().split('\n'), line]).join('\n')}\n`,
  )
  edit(
    'contract/src/registry.ts',
    /\n\} satisfies Record<string, Record<string, Endpoint>>/,
    (end) => `\n  ${name === camel ? name : `'${name}': ${camel}`},${end}`,
  )
}

function addToServer(name: string, camel: string, tables: string[]): void {
  const folder = `server/src/modules/${name}`
  write(
    `${folder}/routes.ts`,
    `import { ${camel} } from '@imperium/contract/${name}.ts'\nimport { bindOperations } from '../../platform/operations/context.ts'\n\nexport const ${camel}Operations = () => bindOperations(${camel}, {})\n`,
  )
  write(
    `${folder}/index.ts`,
    `import type { ModuleFactory } from '../../platform/module.ts'\nimport { ${camel}Operations } from './routes.ts'\n\nexport const ${camel}Module: ModuleFactory = () => ({\n  name: '${name}',\n  tables: [${tables.map((table) => `'${table}'`).join(', ')}],\n  operations: ${camel}Operations(),\n})\n`,
  )
  const line = `import { ${camel}Module } from './modules/${name}/index.ts'`
  edit(
    'server/src/app.ts',
    /(?:^import [^\n]+ from '\.\/modules\/[^\n]+\n)+/m,
    (imports) => `${sortedLines([...imports.trim().split('\n'), line]).join('\n')}\n`,
  )
  edit('server/src/app.ts', /const factories[^=]*= \[[^\]]*?,?\s*\]/, (list) => `${list.replace(/,?\s*\]$/, '')}, ${camel}Module]`)
}

function addTable(table: string): void {
  const numbers = readdirSync(at('server/migrations')).map((file) => Number.parseInt(file, 10) || 0)
  const number = String(Math.max(...numbers) + 1).padStart(4, '0')
  write(
    `server/migrations/${number}_${table}.sql`,
    `create table app.${table} (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
call app.protect_tenant('app.${table}', 'select, insert, update, delete');
`,
  )
}

const { name, withTable } = readArguments()
const camel = name.replaceAll(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
const table = name.replaceAll('-', '_')
addToContract(name, camel)
addToServer(name, camel, withTable ? [table] : [])
if (withTable) addTable(table)
run(['node_modules/oxfmt/bin/oxfmt', '--write', ...written.filter((path) => path.endsWith('.ts'))])
if (withTable) run(['scripts/codegen.ts'])
console.log(`Made the module ${name}:\n${[...new Set(written)].map((path) => `  ${relative(root, at(path))}`).join('\n')}
Next: an operation in contract/src/${name}.ts (with its permission in permissions.ts), its handler in server/src/modules/${name}/routes.ts,
its SQL in store.ts beside it, a valid request in testing/samples.ts beside it. The matrices, the OpenAPI document
(node scripts/openapi.ts --write) and the typed client follow from the contract. Its pages go to web/src/features/${name}/, with index.ts as the only door.`)
