import type { ArtifactLanguage } from '@imperium/contract/code-artifacts/code-artifact.ts'

/** Code as the sandbox takes it: the body of a function, with the names that it offers. */
export interface PreparedCode {
  body: string
  /** What can be called: of a function itself, of a class by the name of a method. */
  entry: { kind: 'function' | 'class'; name: string } | null
}

export class PrepareError extends Error {
  override readonly name = 'PrepareError'
}

interface Span {
  start: number
  end: number
}

type Exported = { type: string; id?: { name: string } | null }

const isScript = (language: ArtifactLanguage): boolean => language === 'javascript' || language === 'typescript'

/** Blanks keep every other character at its place. */
const blank = (code: string, { start, end }: Span): string =>
  code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n\r]/g, ' ') + code.slice(end)

function entryOf(declaration: Exported): PreparedCode['entry'] {
  const name = declaration.id?.name
  if (name === undefined) return null
  if (declaration.type === 'FunctionDeclaration') return { kind: 'function', name }
  return declaration.type === 'ClassDeclaration' ? { kind: 'class', name } : null
}

/** JavaScript of a module without its exports. @throws PrepareError for what the sandbox cannot run */
export async function prepareFunction(language: ArtifactLanguage, code: string): Promise<PreparedCode> {
  if (!isScript(language)) throw new PrepareError('Only JavaScript and TypeScript run in the sandbox.')
  const { parseSync } = await import('oxc-parser')
  const { stripTypeScriptTypes } = await import('node:module')
  let plain: string
  try {
    plain = language === 'typescript' ? stripTypeScriptTypes(code, { mode: 'strip' }) : code
  } catch {
    throw new PrepareError('Only TypeScript whose types can be erased runs in the sandbox: no enums, no namespaces.')
  }
  const { program, errors } = parseSync('code.js', plain, { sourceType: 'module' })
  if (errors.length > 0) throw new PrepareError('The code has syntax errors.')
  let body = plain
  let entry: PreparedCode['entry'] = null
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration')
      throw new PrepareError('The sandbox has no modules: the code may import nothing.')
    if (statement.type === 'ExportNamedDeclaration') {
      if (statement.source) throw new PrepareError('The sandbox has no modules: the code may import nothing.')
      const { declaration } = statement
      body = blank(body, declaration ? { start: statement.start, end: declaration.start } : statement)
      if (declaration) entry ??= entryOf(declaration as Exported)
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement
      const named = entryOf(declaration)
      if (!named) throw new PrepareError('Give the default export a name.')
      body = blank(body, { start: statement.start, end: declaration.start })
      entry = named
    } else entry ??= entryOf(statement as Exported)
  }
  return { body, entry }
}
