export interface GridCell {
  text: string
  columns: number
  rows: number
  isHead: boolean
}

/** Of copies that spanned cells get: spans are numbers of a foreign file. */
const mostCopied = 200_000

/** The cells of a table at their columns; a spanned cell stands in all its rows and columns. */
export function toGrid(cells: readonly GridCell[][]): { rows: string[][]; headRows: number; hasRowHeads: boolean } {
  const rows: string[][] = cells.map(() => [])
  let left = mostCopied
  cells.forEach((row, at) => {
    let column = 0
    for (const cell of row) {
      while (rows[at]?.[column] !== undefined) column++
      const [height, width] = left > 0 ? [cell.rows, cell.columns] : [1, 1]
      for (let down = 0; down < height && at + down < rows.length; down++)
        for (let right = 0; right < width; right++) {
          const isOwn = down === 0 && right === 0
          if (!isOwn && (left -= 1 + cell.text.length) < 0) continue
          const target = rows[at + down]
          if (target) target[column + right] = cell.text
        }
      column += width
    }
  })
  const isHeadRow = (row: readonly GridCell[]) => row.length > 0 && row.every(({ isHead }) => isHead)
  const firstBody = cells.findIndex((row) => !isHeadRow(row))
  const headRows = firstBody < 0 ? Math.min(1, cells.length) : firstBody
  const hasRowHeads = headRows === 0 && cells.every(([first]) => !first || first.isHead)
  return { rows: rows.map((row) => Array.from(row, (cell) => cell ?? '')), headRows, hasRowHeads }
}
