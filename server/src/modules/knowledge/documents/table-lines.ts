/** How a row of a table begins a line: names of columns from the first rows, or none where each row says what it is. */
interface Heads {
  /** Rows that name the columns. */
  count: number
  /** Writes a dash for an empty cell, where a reader would otherwise take the value of another row for it. */
  keepsEmpty?: boolean
}

const oneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** The name of a column that stands in several rows: "2026 Q1". A merged cell is named once. */
const columnName = (heads: readonly string[][], column: number): string =>
  [...new Set(heads.map((row) => oneLine(row[column])).filter(Boolean))].join(' ')

/** Each row as "column: value; column: value", so that a passage says what its values are. */
export function tableLines(rows: readonly string[][], { count, keepsEmpty = false }: Heads): string[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const heads = rows.slice(0, count)
  const names = Array.from({ length: width }, (_, column) => columnName(heads, column))
  const body = rows.slice(count)
  if (body.length === 0) return heads.map((row) => row.map(oneLine).filter(Boolean).join('; '))
  return body.map((row) => {
    const cells = Array.from({ length: keepsEmpty ? width : row.length }, (_, column) => oneLine(row[column]))
    if (cells.every((cell) => cell === '')) return ''
    // One cell over all columns is a line of its own: a title between the rows.
    if (width > 1 && cells.length === width && new Set(cells).size === 1) return cells[0] ?? ''
    // The corner above named rows is empty: what a row is called needs no number before it.
    const columnTitle = (column: number) => names[column] || (column === 0 && names[1] ? '' : String(column + 1))
    return cells
      .map((cell, column) => (cell === '' && !keepsEmpty ? '' : `${columnTitle(column) && `${columnTitle(column)}: `}${cell || '–'}`))
      .filter(Boolean)
      .join('; ')
  })
}

/** Rows of two columns without names, as questions of a form with their answers: "Opens: 9:00". */
export const pairLines = (rows: readonly string[][]): string[] =>
  rows.map((row) => {
    const [first = '', ...others] = row.map(oneLine)
    const value = [...new Set(others.filter(Boolean))].join('; ')
    return value === '' || value === first ? first : `${first.replace(/:$/, '')}: ${value}`
  })

/**
 * The lines of a table of a text. Without a row of headings, two columns are pairs; of more the first row names the columns.
 * One row or one column only places its content.
 */
export function textTableLines(rows: readonly string[][], { headRows, hasRowHeads }: { headRows: number; hasRowHeads: boolean }): string[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  // One cell over all columns above the headings is the title of the table.
  const isTitle = width > 1 && rows.length > 2 && headRows !== 1 && rows[0]?.length === width && new Set(rows[0]).size === 1
  if (isTitle) return [oneLine(rows[0]?.[0]), ...textTableLines(rows.slice(1), { headRows: Math.max(0, headRows - 1), hasRowHeads })]
  if (width <= 1 || rows.length <= 1) return rows.flat().map(oneLine)
  if (headRows > 0) return tableLines(rows, { count: headRows, keepsEmpty: true })
  if (hasRowHeads || width === 2) return pairLines(rows)
  const first = rows[0] ?? []
  return tableLines(rows, { count: first.filter((cell) => oneLine(cell) !== '').length >= 2 ? 1 : 0, keepsEmpty: true })
}
