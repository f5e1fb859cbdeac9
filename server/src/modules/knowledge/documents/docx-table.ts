import type { Attributes } from '../../../platform/sheets/office-parts.ts'
import { isOn } from './docx-styles.ts'
import { textTableLines } from './table-lines.ts'

interface Row {
  cells: string[]
  isHead: boolean
  isHidden: boolean
}

const mostColumns = 200

/** A table of Word while it is read: its cells at their columns. */
export class DocxTable {
  /** It only places its content, such as headings and further tables. */
  isLayout = false
  readonly #rows: Row[] = []
  #span = 1
  #merge: 'none' | 'continue' = 'none'

  open(name: string, attributes: Attributes): boolean {
    const row = this.#rows.at(-1)
    const value = attributes['val']
    if (name === 'tr') this.#rows.push({ cells: [], isHead: false, isHidden: false })
    else if (name === 'tblHeader' && row) row.isHead = isOn(value)
    else if (name === 'gridBefore' && row) for (let at = 0; at < Math.min(mostColumns, Number(value) || 0); at++) row.cells.push('')
    else if (name === 'hidden' && row) row.isHidden = isOn(value)
    else if (name === 'gridSpan') this.#span = Math.min(mostColumns, Math.max(1, Number(value) || 1))
    else if (name === 'vMerge') this.#merge = value === 'restart' ? 'none' : 'continue'
    else return false
    return true
  }

  closeCell(text: string): void {
    const row = this.#rows.at(-1)
    if (!row) return
    const above = this.#rows.at(-2)?.cells[row.cells.length] ?? ''
    const shown = this.#merge === 'continue' && text.trim() === '' ? above : text
    for (let at = 0; at < this.#span && row.cells.length < mostColumns; at++) row.cells.push(shown)
    this.#span = 1
    this.#merge = 'none'
  }

  lines(): string[] {
    const rows = this.#rows.filter(({ isHidden }) => !isHidden)
    // Merged cells stand in several places of a grid, and once in a text.
    if (this.isLayout) return [...new Set(rows.flatMap(({ cells }) => cells))].filter((cell) => cell.trim() !== '')
    const firstBody = rows.findIndex(({ isHead }) => !isHead)
    return textTableLines(
      rows.map(({ cells }) => cells),
      { headRows: firstBody < 0 ? Math.min(1, rows.length) : firstBody, hasRowHeads: false },
    )
  }
}
