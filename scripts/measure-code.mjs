// node scripts/measure-code.mjs [folder of a checkout]: size and structure of the code as a table, for comparing two commits.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(process.argv[2] ?? '.')
const isTest = (file) =>
  /\.(test|e2e)\.tsx?$/.test(file) ||
  /^server\/src\/testing\/|^web\/src\/testing\//.test(file) ||
  /\/(test-[\w-]+|[\w-]+-samples)\.tsx?$/.test(file)
const isSource = (file) => /\.tsx?$/.test(file) && !/\.gen\.|\.d\.ts$/.test(file) && !isTest(file)
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  .split('\n')
  .filter((file) => file !== '' && fs.existsSync(path.join(root, file)))
const textOf = (file) => fs.readFileSync(path.join(root, file), 'utf8')
const linesOf = (list) => list.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
const below = (...folders) => files.filter((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
const rows = []
const row = (name, value) => rows.push([name, String(value)])

const code = files.filter((file) => /^(contract|server|web)\/src\//.test(file))
row('source files (contract, server, web)', code.filter(isSource).length)
row('source lines', linesOf(code.filter(isSource)))
row('style sheet lines', linesOf(code.filter((file) => file.endsWith('.css'))))
// As the architecture test counts them (server/src/testing/architecture/style-rules.ts).
const bodies = code
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) => [
    ...textOf(file)
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/[^{}]+\{([^{}]*)\}/g),
  ])
  .map(([, inside]) => inside.split(';').flatMap((each) => each.trim().replaceAll(/\s+/g, ' ') || []))
const long = bodies.filter((each) => each.length >= 3).map((each) => each.toSorted().join('; '))
row('style rules: repeated bodies of three or more declarations, of all', `${long.length - new Set(long).size} of ${bodies.length}`)
row('test lines', linesOf(files.filter((file) => isTest(file) && /\.tsx?$/.test(file))))
row(
  'comment lines',
  code.filter(isSource).reduce(
    (sum, file) =>
      sum +
      textOf(file)
        .split('\n')
        .filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length,
    0,
  ),
)

const folders = new Map()
for (const file of code.filter(isSource)) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1)
const largest = [...folders].filter(([folder]) => folder !== 'web/src/routes').sort((a, b) => b[1] - a[1])
row('largest folder', largest[0].reverse().join(' '))
row('folders of more than 30 source files', largest.filter(([, count]) => count > 30).length)

const moduleNames = [...new Set(below('server/src/modules').map((file) => file.split('/')[3]))]
const exportsOf = (name) => {
  const index = below(`server/src/modules/${name}/index.ts`)[0]
  return index === undefined
    ? 0
    : [...textOf(index).matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap((match) =>
        match[1].split(',').filter((part) => part.trim() !== ''),
      ).length + [...textOf(index).matchAll(/^export (?:async )?(?:const|function|interface|type|class) /gm)].length
}
const exported = moduleNames.map((name) => [name, exportsOf(name)]).sort((a, b) => b[1] - a[1])
row('server modules', moduleNames.length)
row(
  'exports of the largest modules',
  exported
    .slice(0, 5)
    .map((pair) => pair.join(' '))
    .join(', '),
)
row('import circles (files)', circles().length)
const withSql = code.filter(
  (file) =>
    isSource(file) &&
    file.startsWith('server/src/modules/') &&
    /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(textOf(file)),
)
const isStore = (file) => /(^|[/-])store\.ts$|\/(store|stores|queries|sql)\//.test(file)
row('module files with SQL: stores, others', `${withSql.filter(isStore).length}, ${withSql.filter((file) => !isStore(file)).length}`)

for (const name of ['api-keys', 'team', 'identities', 'settings', 'templates', 'suppressions']) {
  const server = below(`server/src/modules/${name}`).concat(
    name === 'suppressions' ? code.filter((file) => /server\/.*suppress[^/]*\.ts$/.test(file)) : [],
  )
  const contract = code.filter((file) => new RegExp(`^contract/src/(.*/)?${name}[^/]*\\.ts$`).test(file))
  const web = below(`web/src/features/${name}`).concat(
    name === 'suppressions' ? code.filter((file) => /web\/.*suppress[^/]*\.tsx?$/.test(file)) : [],
  )
  const operations = contract.reduce(
    (sum, file) =>
      sum + [...textOf(file).matchAll(/\bid: '[\w-]+\.[\w-]+'|\b(?:get|post|put|patch|del|create|update|remove|list)\('\//g)].length,
    0,
  )
  const lines = [server, contract, web].map((list) => linesOf(list.filter((file) => isSource(file) || file.endsWith('.css'))))
  row(`${name}: operations; lines of server, contract, web`, `${operations}; ${lines.join(', ')}`)
}

const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`)

/** Strongly connected groups of more than one file, by imports of values and types. */
function circles() {
  const graph = new Map()
  for (const file of code.filter(isSource)) {
    const targets = [...textOf(file).matchAll(/(?:from|import\()\s*'((?:\.{1,2}\/|@imperium\/contract\/)[^']+)'/g)].map(([, name]) =>
      name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : `contract/src/${name.slice('@imperium/contract/'.length)}`,
    )
    graph.set(file, targets)
  }
  const index = new Map()
  const low = new Map()
  const stack = []
  const found = []
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group)
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return found
}
