import { Lexer, parse } from 'yaml'

/** Of lists and objects in each other: what walks through a document calls itself as often. */
export const mostDepth = 200
/** Columns before the first word of a line: as many blocks stand in each other at most. */
const mostIndent = 400
/** Of the lexer: seven for each line with a name and a value. */
const mostTokens = 1_200_000

const openings = new Set(['[', '{'])
const closings = new Set([']', '}'])
/** Each begins a block within a block where they stand in one line. */
const indicators = new Set(['-', '?'])

/** Whether a document stays within bounds of depth and width: told by its tokens, before anything is built of them. */
function isBounded(text: string): boolean {
  let [tokens, depth, inLine] = [0, 0, 0]
  let isLineBegin = true
  for (const token of new Lexer().lex(text)) {
    tokens += 1
    if (openings.has(token)) depth += 1
    else if (closings.has(token)) depth -= 1
    else if (indicators.has(token)) inLine += 1
    else if (token.endsWith('\n')) inLine = 0
    const isFarIn = isLineBegin && token.length > mostIndent && /^ +$/.test(token)
    if (tokens > mostTokens || depth > mostDepth || inLine > mostDepth || isFarIn) return false
    isLineBegin = token.endsWith('\n')
  }
  return true
}

/** @throws for what is no YAML, and for what is too deep or too wide to be read. */
export function readYaml(text: string): unknown {
  if (!isBounded(text)) throw new Error('This document is nested too deep or has too many entries')
  // Aliases are bounded: a document of a few lines could otherwise grow without end. The search for equal keys compares each with all.
  return parse(text, { maxAliasCount: 100, uniqueKeys: false })
}
