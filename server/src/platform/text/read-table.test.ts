import { expect, test } from 'vitest'
import { makeZip } from '../../testing/make-office.ts'
import { writeWorkbook } from '../sheets/write-workbook.ts'
import { readSeparated, readTable } from './read-table.ts'

const cells = (text: string) => readSeparated(text, 100).map((row) => row.cells)

test('the separator is the one that divides most lines alike, whatever the first line or quotes hold', () => {
  expect(cells('Prices, May; all\nName;Price\nDesk;"1,5"\n"a, b, c";2\n')).toEqual([
    ['Prices, May', 'all'],
    ['Name', 'Price'],
    ['Desk', '1,5'],
    ['a, b, c', '2'],
  ])
  expect(cells('sep=|\na|b;c\n')).toEqual([['a', 'b;c']])
  // As programs save it again.
  for (const line of ['sep=;;;', '"sep=;";;', 'sep = ;', '\nsep=;']) expect(cells(`${line}\na;b;"1,5"\n`)).toEqual([['a', 'b', '1,5']])
  expect(readSeparated('\nsep=;\na;b\n', 9)[0]?.line).toBe(3)
})

test('quotes may be padded, and may stand within a value', () => {
  expect(cells('a , "b, c"  ,d\n')).toEqual([['a', 'b, c', 'd']])
  expect(cells('Ada "the first",5" pipe\n"Cy" Miller,x\n')).toEqual([
    ['Ada "the first"', '5" pipe'],
    ['"Cy" Miller', 'x'],
  ])
  expect(() => cells('"a,b\n')).toThrow('Quote Not Closed')
})

test('text that programs keep as a formula is that text, also when our apostrophe stands before it', () => {
  expect(cells('"=""00123""","\'=""007""",\'=1+1\n')).toEqual([['00123', '007', '=1+1']])
})

const sheet = (name: string, rows: string[][]) => ({ name, rows: rows.map((texts) => texts.map((value) => ({ value }))) })
const table = async (bytes: Uint8Array, others?: 'none') => (await readTable(bytes, 100, others))?.map((row) => row.cells)

test('a workbook gives its first sheet with rows, and is refused where the same table goes on in another one', async () => {
  const notes = sheet('Notes', [['Prices are without tax']])
  const may = sheet('May', [
    ['Name', 'Price'],
    ['Desk', '1'],
  ])
  const june = sheet('June', [
    ['Name', 'Price'],
    ['Chair', '2'],
  ])
  expect(await table(await writeWorkbook([sheet('Empty', []), may, notes]))).toEqual([
    ['Name', 'Price'],
    ['Desk', '1'],
  ])
  await expect(table(await writeWorkbook([may, notes, june]))).rejects.toThrow('sheets')
  await expect(table(await writeWorkbook([may, notes]), 'none')).rejects.toThrow('sheets')
})

test('a binary workbook is refused, and no empty table', async () => {
  const binary = makeZip({
    '_rels/.rels': '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
    'xl/workbook.bin': '\u0083\u0001\u0000',
    'xl/worksheets/sheet1.bin': '\u0081\u0001\u0000',
  })
  await expect(table(binary)).rejects.toThrow('broken')
})
