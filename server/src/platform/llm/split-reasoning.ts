/**
 * Models that reason in tags write `<think>…</think>`, or a tag of their own, into their text where the server has no parser for it. Such text is reasoning, not
 * answer. Pieces of a stream may end inside a tag, the closing tag may be missing, and some servers leave out the opening one.
 */

export type TextPiece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** All text before was reasoning: its opening tag was part of the prompt. */
  | { type: 'was-reasoning' }

interface Reading {
  /** Waits for more, because it may be the start of a tag. */
  held: string
  isReasoning: boolean
  hasOpened: boolean
  hasText: boolean
  /** The answer begins as JSON does, with or without a fence: what stands in its texts is no tag. */
  isJson: boolean
  /** Inside of code, where a tag is only talked about. */
  isCode: boolean
  /** The character before. */
  last: string
}

/** `<thought>`: Gemini and EXAONE; `<seed:think>`: Seed; `[THINK]`: Magistral, in capitals only; `◁think▷`: Kimi. */
const tag = /<(\/?)(?:[Tt][Hh][Ii][Nn][Kk](?:[Ii][Nn][Gg])?|thought|seed:think)>|\[(\/?)THINK\]|◁(\/?)think▷/
const tagStart = /(?:<\/?[a-z:]{0,10}|\[\/?T?H?I?N?K?|◁\/?[a-z]{0,5})$/i
const backtick = /`/g
const quoteBefore = /["'“„«(]$/
const quoteAfter = /^["'”“»)]/

/**
 * Splits the text of a response. `onlyAtStart`: the answer is JSON and its texts may hold such words, so an opening tag counts only before any
 * other text, and a closing one alone only after text that is no JSON.
 */
export function createReasoningSplitter(onlyAtStart = false) {
  const reading: Reading = { held: '', isReasoning: false, hasOpened: false, hasText: false, isJson: false, isCode: false, last: '' }
  return {
    add: (delta: string): TextPiece[] => split(reading, delta, onlyAtStart, false),
    end: (): TextPiece[] => split(reading, '', onlyAtStart, true),
  }
}

function split(reading: Reading, delta: string, onlyAtStart: boolean, isEnd: boolean): TextPiece[] {
  const pieces: TextPiece[] = []
  let rest = reading.held + delta
  reading.held = ''
  for (let found = tag.exec(rest); found; found = tag.exec(rest)) {
    const before = rest.slice(0, found.index)
    rest = rest.slice(found.index + found[0].length)
    take(reading, before, pieces)
    const closes = found.slice(1).includes('/')
    // An answer that quotes the tag is no reasoning. Whether it does is told by what comes next.
    const mayBeQuoted = closes && !reading.isReasoning && quoteBefore.test(reading.last)
    if (mayBeQuoted && rest === '' && !isEnd) {
      reading.held = found[0]
      return pieces
    }
    if (mayBeQuoted && quoteAfter.test(rest)) take(reading, found[0], pieces)
    else if (countsAsTag(reading, closes, onlyAtStart)) turn(reading, closes, pieces)
    else take(reading, found[0], pieces)
  }
  const open = isEnd ? null : tagStart.exec(rest)
  if (open) reading.held = open[0]
  take(reading, open ? rest.slice(0, open.index) : rest, pieces)
  return pieces
}

const countsAsTag = ({ isReasoning, hasText, isJson, hasOpened, isCode }: Reading, closes: boolean, onlyAtStart: boolean): boolean => {
  if (isReasoning) return closes
  if (isCode || (onlyAtStart && hasText && (isJson || !closes))) return false
  return closes ? !hasOpened : true
}

function turn(reading: Reading, closes: boolean, pieces: TextPiece[]): void {
  if (closes && !reading.isReasoning) {
    reading.hasText = false
    pieces.push({ type: 'was-reasoning' })
  }
  reading.hasOpened = true
  reading.isReasoning = !closes
}

function take(reading: Reading, given: string, pieces: TextPiece[]): void {
  // The blank lines between reasoning and answer belong to neither.
  const text = reading.isReasoning || reading.hasText || !reading.hasOpened ? given : given.trimStart()
  if (text === '') return
  reading.last = text.slice(-1)
  if (reading.isReasoning) return void pieces.push({ type: 'reasoning', text })
  const words = text.trimStart()
  if (words !== '' && !reading.hasText) reading.isJson = /^[[{"`]/.test(words)
  if (words !== '') reading.hasText = true
  if ((text.match(backtick)?.length ?? 0) % 2 === 1) reading.isCode = !reading.isCode
  pieces.push({ type: 'text', text })
}
