import { graphemesOf, splitRuns, splitPieces } from './split-runs.ts'
import type { Run, Script } from './split-runs.ts'

export interface Style {
  size: number
  isBold?: boolean
  color?: string
}

/** Measures and draws text of one script. */
export interface Pen {
  widthOf(text: string, script: Script, style: Style): number
  draw(text: string, script: Script, style: Style, x: number, baseline: number): void
}

export interface Line {
  runs: (Run & { width: number })[]
  width: number
}

const measure = (pen: Pen, text: string, style: Style): Line => {
  const runs = splitRuns(text).map((run) => ({ ...run, width: pen.widthOf(run.text, run.script, style) }))
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
}

/** Breaks a text into lines of at most `width`; a word that is longer than a line is broken anywhere. */
export function breakLines(pen: Pen, text: string, style: Style, width: number): Line[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => breakParagraph(pen, paragraph, style, width))
}

function breakParagraph(pen: Pen, text: string, style: Style, width: number): Line[] {
  const lines: Line[] = []
  let current = ''
  const fits = (candidate: string) => measure(pen, candidate.trimEnd(), style).width <= width
  const finish = () => {
    lines.push(measure(pen, current.trimEnd(), style))
    current = ''
  }
  for (const word of splitPieces(text)) {
    if (current !== '' && !fits(current + word)) finish()
    if (current !== '' || fits(word)) {
      current += word
      continue
    }
    for (const grapheme of graphemesOf(word)) {
      if (current !== '' && !fits(current + grapheme)) finish()
      current += grapheme
    }
  }
  if (current !== '' || lines.length === 0) finish()
  return lines
}

export function drawLine(pen: Pen, line: Line, style: Style, x: number, baseline: number): void {
  let at = x
  for (const { text, script, width } of line.runs) {
    pen.draw(text, script, style, at, baseline)
    at += width
  }
}
