#!/bin/sh
# Guess: readers of XLSX know that a letter after a backslash (0.0\d, shown as "1.5d") or after an underscore (0.00_d, room as wide as a d) belongs to
# no date, so the cells are numbers.
# What happens: SheetJS and hucre give 1234.5. exceljs gives 18 May 1903 for both, while it leaves out letters in quotes and brackets.
# Seen with exceljs 4.4.0, xlsx 0.18.5, hucre 1.0.0.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 hucre@1.0.0 >/dev/null
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs'
import { readXlsx } from 'hucre/xlsx'
import XLSX from 'xlsx'
const formats = ['0.0\\d', '0.00_d', '0.00" USD"', '[Red]#,##0.00']
const written = new ExcelJS.Workbook()
const sheet = written.addWorksheet('Sheet')
for (const [at, numFmt] of formats.entries()) Object.assign(sheet.getCell(at + 1, 1), { value: 1234.5, numFmt })
const file = await written.xlsx.writeBuffer()
const read = new ExcelJS.Workbook()
await read.xlsx.load(file)
const bySheetJs = XLSX.read(file, { cellDates: true }).Sheets.Sheet
const byHucre = await readXlsx(new Uint8Array(file))
const got = formats.map((format, at) => [
  format,
  read.worksheets[0].getCell(at + 1, 1).value,
  bySheetJs[`A${at + 1}`].v,
  byHucre.sheets[0].rows[at][0],
])
const guess = '1234.5 everywhere'
const expected = [
  ['0.0\\d', '1903-05-18T12:00:00.000Z', 1234.5, 1234.5],
  ['0.00_d', '1903-05-18T12:00:00.000Z', 1234.5, 1234.5],
  ['0.00" USD"', 1234.5, 1234.5, 1234.5],
  ['[Red]#,##0.00', 1234.5, 1234.5, 1234.5],
]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
