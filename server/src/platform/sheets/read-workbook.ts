import { raiseDigits } from '../text/raised-digits.ts'
import { readRelations, walkXml } from './office-parts.ts'
import { readZip } from './read-zip.ts'
import { builtInFormats, showNumber } from './show-cell.ts'
import type { CellLook } from './show-cell.ts'

export interface Sheet {
  name: string
  /** What its cells show; a merged cell stands in all its places. Empty cells are ''. */
  rows: string[][]
  /** Merged areas, with row and column from 0, both ends included. */
  merges: Area[]
}

export interface Area {
  top: number
  left: number
  bottom: number
  right: number
}

interface ReadOptions {
  /** @throws 'large' past it. */
  maxRows: number
  amounts?: CellLook['amounts']
}

const mostColumns = 1_024
/** Of merged cells that are filled in, over all sheets: an area may span a million rows. */
const mostFilled = 500_000

/** The parts of a workbook write characters that XML forbids as _x000D_. */
const unescapeText = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** Texts of many cells, without the readings that Japanese programs keep beside them. */
function readStrings(bytes: Buffer | undefined): string[] {
  const strings: string[] = []
  let [current, isText, readings, isRaised] = ['', false, 0, false]
  walkXml(bytes, {
    open: (name, { val }) => {
      if (name === 'si') current = ''
      if (name === 'si' || name === 'r') isRaised = false
      if (name === 'vertAlign') isRaised = val === 'superscript'
      if (name === 'rPh') readings++
      if (name === 't') isText = readings === 0
    },
    text: (piece) => {
      if (isText) current += isRaised ? raiseDigits(piece) : piece
    },
    close: (name) => {
      if (name === 'rPh') readings--
      if (name === 't') isText = false
      if (name === 'si') strings.push(unescapeText(current))
    },
  })
  return strings
}

/** The number format of each style of cells. */
function readFormats(bytes: Buffer | undefined): string[] {
  const own = new Map<number, string>()
  const formats: string[] = []
  let inCells = false
  walkXml(bytes, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined) own.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) formats.push(own.get(Number(numFmtId ?? 0)) ?? builtInFormats[Number(numFmtId ?? 0)] ?? '')
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

const columnOf = (reference: string): number => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 65) - 64, 0) - 1
}

function areaOf(reference: string): Area | null {
  const [from = '', to = from] = reference.split(':')
  const rowOf = (each: string) => Number(/\d+$/.exec(each)?.[0] ?? 0) - 1
  const area = { top: rowOf(from), left: columnOf(from), bottom: rowOf(to), right: columnOf(to) }
  return area.top >= 0 && area.bottom >= area.top && area.right >= area.left ? area : null
}

interface Book {
  strings: string[]
  formats: string[]
  is1904: boolean
  amounts: CellLook['amounts']
  maxRows: number
}

function cellText(type: string, style: number, raw: string, { strings, formats, is1904, amounts }: Book): string {
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd')
    return raw
      .replace('T', ' ')
      .replace(/(?:\.\d+)?Z?$/, '')
      .replace(/ 00:00:00$/, '')
  if (type !== 'n') return unescapeText(raw)
  const value = Number(raw)
  return raw.trim() === '' || Number.isNaN(value) ? raw : showNumber(value, { format: formats[style] ?? '', is1904, amounts })
}

function readSheet(bytes: Buffer | undefined, book: Book): Pick<Sheet, 'rows' | 'merges'> {
  const rows: string[][] = []
  const merges: Area[] = []
  const numbers: Place[] = []
  let [row, column, type, style, raw, isValue, formula, isFormula] = [-1, -1, 'n', 0, '', false, '', false]
  walkXml(bytes, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = attributes['r'] ? Number(attributes['r']) - 1 : row + 1
        column = -1
        if (!(row >= 0 && row < book.maxRows)) throw new Error('large')
      } else if (name === 'c') {
        column = attributes['r'] ? columnOf(attributes['r']) : column + 1
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        raw = ''
        formula = ''
      } else if (name === 'mergeCell') {
        const area = areaOf(attributes['ref'] ?? '')
        if (area) merges.push(area)
      }
      isValue = name === 'v' || name === 't'
      isFormula = name === 'f'
    },
    text: (piece) => {
      if (isValue) raw += piece
      else if (isFormula) formula += piece
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'f') isFormula = false
      // A program that computes nothing wrote the formula alone: an empty cell would hide that there is a value.
      if (name === 'c' && raw === '' && formula !== '' && type === 'n') [raw, type] = [`=${formula}`, 'str']
      if (name !== 'c' || raw === '' || column >= mostColumns) return
      const cells = (rows[row] ??= [])
      const text = cellText(type, style, raw, book)
      cells[column] = text
      if (type === 'n' && book.amounts === 'plain' && threeDecimals.test(text)) numbers.push({ row, column })
    },
  })
  const texts = Array.from(rows, (cells) => Array.from(cells ?? [], (cell) => cell ?? ''))
  keepDecimals(texts, numbers)
  return { rows: texts, merges }
}

interface Place {
  row: number
  column: number
}

/** A number that reads as a thousand times as much beside texts with a decimal comma: 1.125 beside "2,5". */
const threeDecimals = /^-?[1-9]\d{0,2}\.\d{3}(?=%?$)/
const decimalComma = /^\D*\d[\d.' \u00a0]*,\d+\D*$/

/** Beside texts with a decimal comma, number cells get a fourth decimal: else a reader takes their point for one of thousands. */
function keepDecimals(rows: string[][], numbers: readonly Place[]): void {
  const columns = new Set(numbers.map(({ column }) => column))
  const withComma = new Set([...columns].filter((column) => rows.some((cells) => decimalComma.test(cells[column] ?? ''))))
  for (const { row, column } of numbers) {
    const cells = rows[row]
    if (cells && withComma.has(column)) cells[column] = (cells[column] ?? '').replace(threeDecimals, '$&0')
  }
}

/** The value of a merged cell in all its rows and columns, as far as the sheet has rows. */
function fillMerges({ rows, merges }: Pick<Sheet, 'rows' | 'merges'>, most: number): number {
  let left = most
  for (const { top, left: first, bottom, right } of merges) {
    const value = rows[top]?.[first] ?? ''
    if (value === '') continue
    for (let row = top; row <= Math.min(bottom, rows.length - 1); row++)
      for (let column = first; column <= Math.min(right, mostColumns - 1) && left > 0; column++, left--) {
        const cells = rows[row] ?? []
        while (cells.length < column) cells.push('')
        cells[column] = value
        rows[row] = cells
      }
  }
  return left
}

/** The visible sheets of a workbook as texts. @throws 'broken' for what is none, 'large' past the rows. */
export function readWorkbook(bytes: Uint8Array, { maxRows, amounts = 'shown' }: ReadOptions): Sheet[] {
  const zip = readZip(Buffer.from(bytes))
  const main = [...readRelations(zip, '').values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = readRelations(zip, main)
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.target ?? ''
  const listed: { name: string; part: string }[] = []
  let [is1904, isWorkbook] = [false, false]
  walkXml(zip(main), {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet' || /hidden/i.test(attributes['state'] ?? '')) return
      const relation = relations.get(attributes['id'] ?? '')
      if (relation?.type === 'worksheet') listed.push({ name: attributes['name'] ?? '', part: relation.target })
    },
  })
  // A binary workbook (.xlsb) has parts of the same names, and no XML in them.
  if (!isWorkbook) throw new Error('broken')
  const strings = readStrings(zip(partOf('sharedStrings') || 'xl/sharedStrings.xml'))
  const formats = readFormats(zip(partOf('styles') || 'xl/styles.xml'))
  const book: Book = { strings, formats, is1904, amounts, maxRows }
  let fillable = mostFilled
  return listed.map(({ name, part }) => {
    const sheet = readSheet(zip(part), book)
    fillable = fillMerges(sheet, fillable)
    return { name, ...sheet }
  })
}

const headOf = ({ rows }: Sheet): string => JSON.stringify(rows.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [])

/** Which further sheets may have rows: those of other tables, which are left out, or none. */
export type OtherSheets = 'others' | 'none'

/**
 * The rows of the one table of a workbook: of its first visible sheet that has any. @throws 'sheets' where the table goes on in another one,
 * whose first row is the same, or where there may be none: rows would be lost.
 */
export function readOneTable(bytes: Uint8Array, maxRows: number, allowed: OtherSheets = 'others'): string[][] {
  const [first, ...others] = readWorkbook(bytes, { maxRows, amounts: 'plain' }).filter((sheet) => headOf(sheet) !== '[]')
  if (first && others.some((other) => allowed === 'none' || headOf(other) === headOf(first))) throw new Error('sheets')
  return first?.rows ?? []
}
