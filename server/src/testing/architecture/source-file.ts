import { parseAst } from 'vitest/node'

/** The facts about one source file that the rules need. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
  lines: number
  imports: string[]
  /** Without the lists of tests that `describe` takes; `isTest` for the body of one test. */
  functions: { line: number; lines: number; name: string; isTest: boolean }[]
  /** Lines that use the type `any`. */
  anys: number[]
  /** Table names as written in SQL text and in the query builder, with their lines. */
  tables: { name: string; line: number; isWrite: boolean }[]
  /** Top-level declarations that hold SQL. */
  sqlParts: number
  /** String literals of the property `tables` in an index.ts: the tables a module owns; null without the property. */
  ownedTables: string[] | null
  /** The same of a property `reads`: tables of other modules that its SQL may read. */
  readTables: string[]
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'

/** Parses TypeScript, TSX or JavaScript. @throws for a syntax error. */
export function parseSource(path: string, text: string): SourceFile {
  const file: SourceFile = {
    path,
    text,
    lines: countLines(text),
    imports: [],
    functions: [],
    anys: [],
    tables: [],
    sqlParts: 0,
    ownedTables: null,
    readTables: [],
  }
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const program = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js' }) as unknown as Node
  file.sqlParts = countSqlParts(program)
  walk(program, (node, parent) => {
    const source = importSource(node)
    if (source) file.imports.push(source)
    if (isFunction(node) && !isSuite(parent)) {
      const line = lineOf(node.start)
      file.functions.push({ line, lines: lineOf(node.end) - line + 1, name: nameOf(node, parent), isTest: isTestBody(parent) })
    }
    if (node.type === 'TSAnyKeyword') file.anys.push(lineOf(node.start))
    for (const use of tableNames(node)) file.tables.push({ ...use, line: lineOf(node.start) })
    file.ownedTables ??= textsOf(node, 'tables')
    if (path.endsWith('/index.ts')) file.readTables.push(...(textsOf(node, 'reads') ?? []))
  })
  return file
}

const statementMethods = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/

/** SQL in a tagged template or a statement of the builder. */
function isStatement(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return isNode(node['tag']) && node['tag']['name'] === 'sql'
  const callee = node.type === 'CallExpression' ? node['callee'] : null
  const property = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : null
  return isNode(property) && statementMethods.test(String(property['name']))
}

function countSqlParts(program: Node): number {
  return (program['body'] as Node[]).filter((part) => {
    let holds = false
    walk(part, (node) => {
      holds ||= isStatement(node)
    })
    return holds
  }).length
}

const countLines = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node)
  }
}

/** The name at the left of a call: `describe` of `describe('…', …)` and of `describe.each([…])('…', …)`. */
function calledName(node: Node | null): string | null {
  if (node?.type === 'Identifier') return String(node['name'])
  const inner = node?.type === 'CallExpression' ? node['callee'] : node?.type === 'MemberExpression' ? node['object'] : null
  return isNode(inner) ? calledName(inner) : null
}

/** A callback of `describe` is a list of tests and not limited as a function. */
const isSuite = (parent: Node | null) => parent?.type === 'CallExpression' && calledName(parent) === 'describe'
const isTestBody = (parent: Node | null) => parent?.type === 'CallExpression' && ['test', 'it'].includes(calledName(parent) ?? '')

const isFunction = (node: Node) => ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)

function nameOf(node: Node, parent: Node | null): string {
  for (const holder of [node['id'], parent?.['id'], parent?.['key']])
    if (isNode(holder) && typeof holder['name'] === 'string') return holder['name']
  return '(anonymous)'
}

const literal = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : null

function importSource(node: Node): string | null {
  if (!['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'].includes(node.type))
    return null
  return literal(node['source'])
}

// Kysely methods with a table as first argument: `table`, `schema.table` or `table as alias`.
const builderMethods =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|from|using|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|table)$/
const writingMethods = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/
// SQL keywords that precede a table, unless a parenthesis makes it a function.
const sqlTable = /\b(delete\s+from|from|join|into|update|using|truncate|table)\s+(?:only\s+)?((?:[a-z_]\w*\.)?[a-z_]\w*)(?!\s*\(|\w)/gi

function tableNames(node: Node): TableUse[] {
  const text = sqlText(node)
  if (text !== null) return namesInSql(text)
  if (node.type !== 'CallExpression' || !isNode(node['callee']) || node['callee'].type !== 'MemberExpression') return []
  const property = node['callee']['property']
  if (!isNode(property) || typeof property['name'] !== 'string' || !builderMethods.test(property['name'])) return []
  const [first] = node['arguments'] as unknown[]
  const listed = isNode(first) && first.type === 'ArrayExpression' ? (first['elements'] as unknown[]) : [first]
  const isWrite = writingMethods.test(property['name'])
  return listed.map(literal).flatMap((name) => (name ? [{ name: name.split(' ')[0] ?? '', isWrite }] : []))
}

/** A template tagged `sql`, or any text that begins like a statement. */
function sqlText(node: Node): string | null {
  const tagged = node.type === 'TaggedTemplateExpression' && isNode(node['tag']) && node['tag']['name'] === 'sql'
  const template = tagged ? node['quasi'] : node
  const text =
    isNode(template) && template.type === 'TemplateLiteral'
      ? (template['quasis'] as { value: { raw: string } }[]).map((part) => part.value.raw).join('$')
      : literal(node)
  return text !== null && (tagged || /^\s*(select|insert|update|delete|with|truncate|lock)\b/i.test(text)) ? text : null
}

interface TableUse {
  name: string
  isWrite: boolean
}

const namesInSql = (sql: string): TableUse[] =>
  [...sql.matchAll(sqlTable)].map(([, word = '', name = '']) => ({
    name: name.toLowerCase(),
    isWrite: /^(delete|into|update|truncate)/i.test(word),
  }))

function textsOf(node: Node, property: string): string[] | null {
  if (node.type !== 'Property' || !isNode(node['key']) || node['key']['name'] !== property) return null
  const value = node['value']
  if (!isNode(value) || value.type !== 'ArrayExpression') return null
  return (value['elements'] as unknown[]).flatMap((element) => literal(element) ?? [])
}
