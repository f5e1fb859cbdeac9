// Splits each contract module for the build, so that a page that only calls operations does not download schemas and zod.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import type { Plugin } from 'vite'

const contractFolder = join(import.meta.dirname, '../contract/src')
const suffix = '?light'
/** The properties of an operation that the client reads; its schemas are only for forms, which import them by name. */
const readByClient = /^(id|method|path|access|paged|idempotent|upload)$/
const schemaOf = (name: string) => new RegExp(`(?<!typeof )(?<![\\w.])${name}(\\.\\w+)?\\.(params|query|body|event|reply)\\b`)

/** contract/src/kit/operations.ts for the client: the same operations without their schemas. */
const operationKit = join(contractFolder, 'kit/operations.ts')
/** Keeps the messages that schemas bring: a second copy of it would not know them. */
const issueTexts = join(contractFolder, 'kit/issue-texts.ts')
/** Needs every fact of a permission, which the light files leave out. */
const keyScopes = join(contractFolder, 'key-scopes.ts')
const operationMakers = ['get', 'post', 'put', 'patch', 'del', 'create', 'update', 'remove', 'list']
const lightKit = `
export const operations = (module, access, drafts) => {
  const { read, write } = typeof access === 'string' ? { read: access, write: access } : access
  return Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, { id: module + '.' + key, access: draft.method === 'GET' ? read : write, ...draft }]))
}
const call = (method, usual) => (path, _summary, details) => ({ method, path, ...usual, ...details })
${operationMakers
  .map(
    (name) =>
      `export const ${name} = call('${{ del: 'DELETE', create: 'POST', update: 'PATCH', remove: 'DELETE', list: 'GET' }[name] ?? name.toUpperCase()}'${name === 'list' ? ', { paged: true }' : ''})`,
  )
  .join('\n')}
`

/** Argument index of an operation's details object: `list('/path', 'Summary', { ... })`. */
export const detailsPlace = 2
/** Whether a call makes an operation: one of the kit's functions with a path. */
export const isOperation = (callee: string, first: object | undefined): boolean =>
  operationMakers.includes(callee) && first !== undefined && 'value' in first && String(first.value).startsWith('/')

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Statement {
  names: string[]
  uses: Set<string>
  text: string
}

interface Module {
  /** Exported and local names that need no schema, with the statements that make them. */
  light: ReadonlySet<string>
  text: string
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && 'type' in value
const nameOf = (node: unknown) => (isNode(node) ? String(node['name'] ?? node['value']) : '')
const pathOf = (importer: string, source: string) =>
  source.startsWith('@imperium/contract/')
    ? join(contractFolder, source.slice('@imperium/contract/'.length))
    : source.startsWith('.')
      ? join(dirname(importer), source)
      : null

/** Calls `visit` for every node that exists at run time; skips types, and properties of operations that the client does not read. */
function walk(node: Node, visit: (node: Node) => void, cut: (node: Node) => void): void {
  if (node.type.startsWith('TS')) {
    if (isNode(node['expression'])) walk(node['expression'], visit, cut)
    return
  }
  visit(node)
  const given = node.type === 'CallExpression' ? (node['arguments'] as Node[]) : []
  const isMade = isOperation(nameOf(node['callee']), given[0])
  for (const [key, value] of Object.entries(node)) {
    if ((key === 'property' || key === 'key') && node['computed'] !== true) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      if (nameOf(node['callee']) === 'definePermissions' && child === given[0]) cutScopes(child, visit, cut)
      else if (isMade && child === given[detailsPlace] && child.type === 'ObjectExpression') walkDetails(child, visit, cut)
      else if (isMade && child === given[1]) cut(child)
      else walk(child, visit, cut)
    }
  }
}

function walkDetails(definition: Node, visit: (node: Node) => void, cut: (node: Node) => void): void {
  for (const property of definition['properties'] as Node[])
    if (property.type === 'Property' && !readByClient.test(nameOf(property['key']))) cut(property)
    else walk(property, visit, cut)
}

/** What a permission says of API keys: only their pages need it, and load the whole file. */
function cutScopes(permissions: Node, visit: (node: Node) => void, cut: (node: Node) => void): void {
  for (const { value } of permissions['properties'] as Node[])
    for (const fact of isNode(value) ? (value['properties'] as Node[]) : [])
      if (/^(scope|ofAgentKeys)$/.test(nameOf(fact['key']))) cut(fact)
      // The roles are constants of the kit: unread, their import would be left out.
      else walk(fact, visit, cut)
}

function readStatement(node: Node, code: string): Statement {
  const uses = new Set<string>()
  const cuts: Node[] = []
  walk(
    node,
    (each) => each.type === 'Identifier' && uses.add(nameOf(each)),
    (property) => cuts.push(property),
  )
  const declaration = isNode(node['declaration']) ? node['declaration'] : node
  const declared = Array.isArray(declaration['declarations']) ? (declaration['declarations'] as Node[]) : [declaration]
  const names = declared.map((each) => nameOf(each['id'])).filter((name) => name !== '')
  const text = cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (rest, { type, start, end }) => {
        const behind = rest.slice(end - node.start)
        return rest.slice(0, start - node.start) + (type === 'Property' ? behind.replace(/^\s*,/, '') : `''${behind}`)
      },
      code.slice(node.start, node.end),
    )
  return { names, uses, text }
}

/** Parses a contract module and keeps the parts that depend on no schema. */
function readModule(file: string, known: Map<string, Module>): Module {
  const found = known.get(file)
  if (found) return found
  if (file === issueTexts || file === keyScopes) return { light: new Set(), text: '' }
  if (file === operationKit) return { light: new Set(['operations', ...operationMakers]), text: lightKit }
  // A circular import sees an empty module, so that its names count as schemas.
  known.set(file, { light: new Set(), text: '' })
  const code = readFileSync(file, 'utf8')
  const imported = new Map<string, string>()
  const statements: Statement[] = []
  for (const node of parseSync(file, code).program.body as unknown as Node[]) {
    if (node.type === 'ImportDeclaration') {
      const target = pathOf(file, nameOf(node['source']))
      if (node['importKind'] === 'type') continue
      for (const specifier of node['specifiers'] as Node[])
        if (target && specifier['importKind'] !== 'type' && readModule(target, known).light.has(nameOf(specifier['imported'])))
          imported.set(
            nameOf(specifier['local']),
            `import { ${code.slice(specifier.start, specifier.end)} } from '${nameOf(node['source'])}${suffix}'`,
          )
        else imported.set(nameOf(specifier['local']), '')
    } else if (!/^TS|^Export(All|Default)/.test(node.type)) statements.push(readStatement(node, code))
  }
  const own = new Set(statements.flatMap(({ names }) => names))
  const heavy = new Set([...imported].filter(([, line]) => line === '').map(([name]) => name))
  for (let before = -1; before !== heavy.size;) {
    before = heavy.size
    for (const { names, uses } of statements) if ([...uses].some((name) => heavy.has(name))) names.forEach((name) => heavy.add(name))
  }
  const light = statements.filter(({ names }) => names.length > 0 && !names.some((name) => heavy.has(name)))
  const used = new Set(light.flatMap(({ uses }) => [...uses]))
  const lines = [...imported].filter(([name, line]) => line !== '' && used.has(name)).map(([, line]) => line)
  const module = { light: own.difference(heavy), text: [...lines, ...light.map(({ text }) => text)].join('\n') }
  known.set(file, module)
  return module
}

/** Splits each import of the contract: names without a schema come from `file.ts?light`, the others from the file itself. */
export function lightContract(): Plugin {
  const known = new Map<string, Module>()
  return {
    name: 'imperium-light-contract',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (!importer) return null
      const path = pathOf(importer.split('?')[0] ?? importer, source.endsWith(suffix) ? source.slice(0, -suffix.length) : source)
      // The web app needs none of the kit's server parts.
      return path !== null && (source.endsWith(suffix) || path === operationKit) ? path + suffix : null
    },
    load(id) {
      return id.endsWith(suffix) ? { code: readModule(id.slice(0, -suffix.length), known).text, moduleType: 'ts' } : null
    },
    transform: {
      filter: { id: { include: /\/web\/src\/.*\.tsx?$/, exclude: /\.test\./ }, code: /@imperium\/contract\// },
      handler(code, id) {
        let text = code
        const { program } = parseSync(id, code)
        for (const node of (program.body as unknown as Node[]).toReversed()) {
          const source = node.type === 'ImportDeclaration' ? nameOf(node['source']) : ''
          if (!source.startsWith('@imperium/contract/') || node['importKind'] === 'type') continue
          const { light } = readModule(pathOf(id, source) ?? '', known)
          const [lightOnes, others]: [string[], string[]] = [[], []]
          for (const specifier of node['specifiers'] as Node[]) {
            if (specifier['importKind'] === 'type') continue
            const isLight = light.has(nameOf(specifier['imported'])) && !schemaOf(nameOf(specifier['local'])).test(code)
            ;(isLight ? lightOnes : others).push(code.slice(specifier.start, specifier.end))
          }
          const lines = [
            ...(lightOnes.length > 0 ? [`import { ${lightOnes.join(', ')} } from '${source}${suffix}'`] : []),
            ...(others.length > 0 ? [`import { ${others.join(', ')} } from '${source}'`] : []),
          ]
          text = text.slice(0, node.start) + lines.join('; ') + text.slice(node.end)
        }
        return { code: text, map: null }
      },
    },
  }
}
