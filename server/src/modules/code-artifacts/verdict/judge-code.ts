import type { ArtifactLanguage, SyntaxFault } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { findJsonFault } from './find-json-fault.ts'
import { offsetOfCodePoint, placeOf } from './place-in-text.ts'

const mostFaults = 20
const longestMessage = 300

const inOrder = (faults: readonly SyntaxFault[]): SyntaxFault[] => faults.toSorted((a, b) => a.line - b.line || a.column - b.column)

type Found = readonly [offset: number, message: string]

/** The first of what was found in any order. Line and column are counted from the start of the code: for each of many it would take long. */
const firstOf = (code: string, found: readonly Found[]): SyntaxFault[] =>
  found
    .toSorted(([a], [b]) => a - b)
    .slice(0, mostFaults)
    .map(([offset, message]) => faultAt(code, offset, message))

type Judge = (code: string) => Promise<SyntaxFault[]>

const faultAt = (code: string, offset: number, message: string): SyntaxFault => ({
  ...placeOf(code, offset),
  message: message.slice(0, longestMessage),
})

const judgeScript =
  (extension: 'js' | 'ts' | 'jsx' | 'tsx'): Judge =>
  async (code) => {
    const { parseSync } = await import('oxc-parser')
    const { errors } = parseSync(`code.${extension}`, code, { sourceType: 'module', showSemanticErrors: true })
    return errors.slice(0, mostFaults).map(({ message, labels }) => {
      // Of a name that is declared twice the second place is the fault.
      const at = message.endsWith('already been declared') ? labels.at(-1) : labels[0]
      return faultAt(code, at?.start ?? 0, message)
    })
  }

const judgeSql: Judge = async (code) => {
  const { SqlError, parse } = await import('libpg-query')
  try {
    await parse(code)
    return []
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    return [faultAt(code, offsetOfCodePoint(code, error.sqlDetails?.cursorPosition ?? 0), error.message)]
  }
}

interface RuffFinding {
  code: string | null
  message: string
  start_location: { row: number; column: number }
}

const judgePython: Judge = async (code) => {
  const { PositionEncoding, Workspace } = await import('@astral-sh/ruff-wasm-nodejs')
  const workspace = new Workspace({ lint: { select: [] } }, PositionEncoding.Utf16)
  try {
    const found = workspace.check(code) as RuffFinding[]
    return found
      .slice(0, mostFaults)
      .map(({ message, start_location: at }) => ({ line: at.row, column: at.column, message: message.slice(0, longestMessage) }))
  } finally {
    workspace.free()
  }
}

const judgeJson: Judge = (code) => {
  const at = findJsonFault(code)
  if (at === null) return Promise.resolve([])
  const message =
    at >= code.length ? 'Unexpected end of JSON' : `Unexpected ${JSON.stringify(String.fromCodePoint(code.codePointAt(at) ?? 0))}`
  return Promise.resolve([faultAt(code, at, message)])
}

const judgeYaml: Judge = async (code) => {
  const { parseAllDocuments } = await import('yaml')
  const documents = parseAllDocuments(code, { prettyErrors: false })
  if (!Array.isArray(documents)) return []
  const errors = documents.flatMap((document) => document.errors)
  return errors.slice(0, mostFaults).map(({ pos, message }) => faultAt(code, pos[0], message))
}

/** The standard lets these go without an end tag. */
const optionalEnd = new Set('html head body p li dt dd rb rt rtc rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' '))
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

const startOfWord = (code: string, before: number): number => {
  let at = before
  while (at > 0 && /[^\s"'<>/=]/.test(code.charAt(at - 1))) at -= 1
  return at
}

const judgeHtml: Judge = async (code) => {
  const { defaultTreeAdapter, html, parse, parseFragment } = await import('parse5')
  const found: Found[] = []
  const isDocument = /^\s*(<!doctype|<html)/i.test(code)
  const options = {
    sourceCodeLocationInfo: true,
    onParseError: ({ code: name, startOffset }: { code: string; startOffset: number }) => {
      // It is reported behind the name of the attribute.
      const offset = name === 'duplicate-attribute' ? startOfWord(code, startOffset) : startOffset
      if (name !== 'missing-doctype') found.push([offset, name.replaceAll('-', ' ')])
    },
  }
  const root = isDocument ? parse(code, options) : parseFragment(code, options)
  // The parser repairs what is not closed, as browsers do, and reports nothing.
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const node = waiting.pop() as Parameters<typeof defaultTreeAdapter.isElementNode>[0]
    if (defaultTreeAdapter.isElementNode(node)) {
      const { tagName, sourceCodeLocation: at } = node
      const isForeign = node.namespaceURI !== html.NS.HTML
      if (at?.startTag && !at.endTag && !isForeign && !voidElements.has(tagName) && !optionalEnd.has(tagName))
        found.push([at.startTag.startOffset, `<${tagName}> is not closed`])
    }
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push(child)
    if ('content' in node) waiting.push(node.content)
  }
  return firstOf(code, found)
}

class EnoughFaults extends Error {}

const judgeCss: Judge = async (code) => {
  const { parse, tokenize, tokenTypes } = await import('css-tree')
  const faults: SyntaxFault[] = []
  const onParseError = ({ line, column, message }: SyntaxFault) => {
    faults.push({ line, column, message: message.slice(0, longestMessage) })
    // The parser takes long for each.
    if (faults.length === mostFaults) throw new EnoughFaults()
  }
  try {
    parse(code, { positions: true, onParseError })
  } catch (error) {
    if (!(error instanceof EnoughFaults)) throw error
    return inOrder(faults)
  }
  // At the end of the file every open block is closed, as browsers do; an author has forgotten a bracket.
  const open: number[] = []
  tokenize(code, (type, start) => {
    if (type === tokenTypes.LeftCurlyBracket) open.push(start)
    if (type === tokenTypes.RightCurlyBracket) open.pop()
  })
  return inOrder([
    ...faults,
    ...firstOf(
      code,
      open.map((start) => [start, '"}" is missing']),
    ),
  ])
}

/** Every text is Markdown; fenced code that never ends is what authors forget. */
const judgeMarkdown: Judge = async (code) => {
  let fence: { mark: string; line: number } | null = null
  for (const [at, line] of code.split(/\r\n|\r|\n/).entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (!mark?.[1]) continue
    if (fence === null) fence = { mark: mark[1], line: at + 1 }
    else if (mark[1].startsWith(fence.mark) && mark[2]?.trim() === '') fence = null
  }
  return fence === null ? [] : [{ line: fence.line, column: 1, message: 'The code block is not closed' }]
}

const judges: Readonly<Record<ArtifactLanguage, Judge>> = {
  javascript: judgeScript('js'),
  typescript: judgeScript('ts'),
  jsx: judgeScript('jsx'),
  tsx: judgeScript('tsx'),
  sql: judgeSql,
  python: judgePython,
  json: judgeJson,
  yaml: judgeYaml,
  html: judgeHtml,
  css: judgeCss,
  markdown: judgeMarkdown,
}

/** What a strict parser of the language says, the first faults first. */
export const judgeCode = async (language: ArtifactLanguage, code: string): Promise<SyntaxFault[]> =>
  (await judges[language](code)).slice(0, mostFaults)
