import { writeXlsx } from 'hucre/xlsx'
import type { Cell, WriteSheet } from 'hucre/xlsx'

export interface SheetCell {
  value: string | number | null
  /** The number format of a spreadsheet: `#,##0.00`. */
  format?: string
  isHead?: boolean
}

export interface NewSheet {
  name: string
  rows: readonly (readonly SheetCell[])[]
  frozenRows?: number
}

/** What a cell of Excel holds; longer text is cut there and not refused. */
const mostLetters = 32_767

/** `_x0041_` in a text is read as the letter that it names (ECMA-376, 22.9.2.19): its underscore is written as such a name itself. */
const asText = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').slice(0, mostLetters)

const wide = { fewest: 8, most: 48 }

function sheetOf({ name, rows, frozenRows }: NewSheet): WriteSheet {
  const cells = new Map<string, Partial<Cell>>()
  const widths: number[] = []
  rows.forEach((row, down) =>
    row.forEach(({ value, format, isHead }, across) => {
      const style = { ...(format && value !== null ? { numFmt: format } : {}), ...(isHead ? { font: { bold: true } } : {}) }
      if (Object.keys(style).length > 0) cells.set(`${down},${across}`, { style })
      if (row.length > 1) widths[across] = Math.max(widths[across] ?? wide.fewest, Math.min(wide.most, String(value ?? '').length + 2))
    }),
  )
  return {
    name: name.slice(0, 31),
    rows: rows.map((row) => row.map(({ value }) => (typeof value === 'string' ? asText(value) : Number.isFinite(value) ? value : null))),
    columns: widths.map((width) => ({ width })),
    cells,
    ...(frozenRows ? { freezePane: { rows: frozenRows } } : {}),
  }
}

/** A workbook with typed cells: numbers are numbers, and text is never a formula. */
export const writeWorkbook = (sheets: readonly NewSheet[]): Promise<Uint8Array> => writeXlsx({ sheets: sheets.map(sheetOf) })
