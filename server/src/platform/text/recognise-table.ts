import { readCsvCell } from './csv.ts'

export interface TableRow {
  /** Of the file, from 1. */
  line: number
  cells: string[]
}

const tableSeparators = [',', ';', '\t', '|'] as const
export type TableSeparator = (typeof tableSeparators)[number]

/** What Excel writes before a table to say how it is separated. Programs that save the file again fill the line with empty cells. */
export const separatorLine = /^\ufeff?\s*"?sep ?= ?(.)"?[,;|" \t]*(?:\r\n|\n|\r)/i

/** The separator that a file names in its first line, or null. */
function namedSeparator(text: string): TableSeparator | null {
  const named = separatorLine.exec(text)?.[1]
  return tableSeparators.find((each) => each === named) ?? null
}

/** The one that divides the first lines most evenly; what stands in quotes divides nothing, and lines of a title count little. */
export function recogniseSeparator(text: string): TableSeparator {
  const named = namedSeparator(text)
  if (named) return named
  const lines = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  const sample = (lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, 30)
  let best: { separator: TableSeparator; score: number } = { separator: ',', score: 0 }
  for (const separator of tableSeparators) {
    const counts = sample.map((line) => line.split(separator).length - 1)
    const sizes = new Map<number, number>()
    for (const count of counts) if (count > 0) sizes.set(count, (sizes.get(count) ?? 0) + 1)
    const [usual = 0, often = 0] = [...sizes].toSorted(([a, x], [b, y]) => y - x || b - a)[0] ?? []
    const score = usual === 0 ? 0 : (often / Math.max(1, counts.length)) * 10 + Math.min(usual, 9) / 10 + ((counts[0] ?? 0) > 0 ? 1 : 0)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** The text that a cell stands for: without our apostrophe, and without the formula by which Excel keeps text as text: ="0123". */
export const readTableCell = (text: string): string => {
  const bare = readCsvCell(text.trim())
  const formula = /^="((?:[^"]|"")*)"$/.exec(bare)?.[1]
  return formula === undefined ? bare : formula.replaceAll('""', '"').trim()
}

/** Whether bytes begin as a workbook does. */
export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
