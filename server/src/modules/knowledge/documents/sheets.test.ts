import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWorkbook } from '../../../platform/sheets/read-workbook.ts'
import { showNumber } from '../../../platform/sheets/show-cell.ts'
import { parseFile } from './parse-file.ts'
import { makeXlsx, makeZip } from './test-files.ts'

const shown = (value: number, format: string, is1904 = false) => showNumber(value, { format, is1904, amounts: 'shown' })

test('numbers are written as the sheet shows them', () => {
  const cells: [number, string, string][] = [
    [0.375, 'h:mm', '09:00'],
    [1.5, '[h]:mm', '36:00'],
    [26.5 / 24, '[hh]:mm:ss', '26:30:00'],
    [-1 / 16, '[h]:mm', '-01:30'],
    [0.75, 'h:mm AM/PM', '6:00 PM'],
    [0.000694444, 'mm:ss', '01:00'],
    [45_992, 'dd/mm/yyyy', '2025-12-01'],
    [45_992, '[$-407]dddd, d. mmmm yyyy', '2025-12-01'],
    [45_992, 'mmm yyyy', 'Dec 2025'],
    [45_992.75, String.raw`yyyy\-mm\-dd\ hh:mm`, '2025-12-01 18:00'],
    [0.19, '0%', '19%'],
    [0.077, '0.0%', '7.7%'],
    [19, '0" %"', '19 %'],
    [19, String.raw`0.0\%`, '19.0%'],
    [1_234.5, '#,##0.00 "€"', '1,234.50 €'],
    [1_234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
    [1_500, '[$₹-4009]#,##0', '₹1,500'],
    [1_200, '#,##0 "€"', '1200 €'],
    [-1_200, '#,##0', '-1200'],
    [1_200_000, '#,##0', '1,200,000'],
    [-1_234.5, '_-* #,##0.00 €_-;-* #,##0.00 €_-', '-1,234.50 €'],
    [1_067, '00000', '01067'],
    [12, 'General "pcs"', '12 pcs'],
    [0.1 + 0.2, '', '0.3'],
    [1e21, '', '1000000000000000000000'],
    // No days of a calendar.
    [919_876_543_210, 'dd/mm/yyyy', '919876543210'],
    [-3, 'dd/mm/yyyy', '-3'],
    [20_260_331, 'dd/mm/yyyy', '20260331'],
    [0, 'dd/mm/yyyy', '0'],
  ]
  for (const [value, format, text] of cells) expect([format, value, shown(value, format)]).toEqual([format, value, text])
  expect(shown(44_530, 'yyyy-mm-dd', true)).toBe('2025-12-01')
  expect(showNumber(1_234.5, { format: '#,##0.00 "€"', is1904: false, amounts: 'plain' })).toBe('1234.5')
})

test('a code keeps its zeros and signs for imports, an amount is digits only', () => {
  const plain = (value: number, format: string) => showNumber(value, { format, is1904: false, amounts: 'plain' })
  const cells: [number, string, string][] = [
    [950, String.raw`00\-000`, '00-950'],
    [1_067, '00000', '01067'],
    [12_345_678, '000-00-0000', '012-34-5678'],
    [12_345, '[$-415]0000" "0000', '0001 2345'],
    [491_701_234_567, '"+"0', '+491701234567'],
    [5, '0', '5'],
    [5, '0.00', '5'],
    [12.5, '00', '12.5'],
    [1_234.5, '#,##0.00', '1234.5'],
    [5, '000" pcs"', '5'],
    [-5, '0;(0)', '-5'],
  ]
  for (const [value, format, text] of cells) expect([format, plain(value, format)]).toEqual([format, text])
})

test('property: a day and a time are read as they were written, to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), fc.integer({ min: 0, max: 86_399 }), (day, second) => {
      const at = new Date(Date.UTC(1899, 11, 30) + (day * 86_400 + second) * 1_000).toISOString()
      expect(shown(day + second / 86_400, 'yyyy-mm-dd hh:mm:ss')).toBe(at.slice(0, 19).replace('T', ' '))
    }),
    { numRuns: 200 },
  )
})

const sheetXml = (rows: string, merges = '') => `<x:worksheet xmlns:x="http://x"><x:sheetData>${rows}</x:sheetData>${merges}</x:worksheet>`
const workbook = (sheet: string) =>
  makeZip({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="A &amp; B" r:id="r1"/><sheet name="Off" state="hidden" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="/xl/s.xml"/></Relationships>',
    'xl/s.xml': sheet,
    'xl/sharedStrings.xml': '<sst><si><r><t>part_x0041_</t></r><r><t xml:space="preserve"> no</t></r><rPh><t>reading</t></rPh></si></sst>',
  })

test('merged cells stand in all their rows, prefixes and missing references are read, hidden sheets left out', () => {
  const cell = (text: string, at = '') => `<x:c${at && ` r="${at}"`} t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`
  const rows = `<x:row r="1">${cell('Region')}<x:c t="s"><x:v>0</x:v></x:c></x:row><x:row r="3">${cell('North', 'A3')}${cell('Lamp', 'B3')}</x:row><x:row>${cell('Chair', 'B4')}<x:c r="D4" t="e"><x:v>#N/A</x:v></x:c></x:row>`
  const merges = '<x:mergeCells><x:mergeCell ref="A3:A1048576"/></x:mergeCells>'
  expect(readWorkbook(workbook(sheetXml(rows, merges)), { maxRows: 10 })).toMatchObject([
    { name: 'A & B', rows: [['Region', 'partA no'], [], ['North', 'Lamp'], ['North', 'Chair', '', '#N/A']] },
  ])
  expect(() => readWorkbook(workbook(sheetXml(rows)), { maxRows: 2 })).toThrow('large')
})

test('a formula without its result is told, one whose result is an empty text is empty', () => {
  // As programs write them that compute nothing.
  const rows =
    '<x:row r="1"><x:c r="A1"><x:f>B1*2</x:f><x:v/></x:c><x:c r="B1"><x:f>1+2</x:f><x:v>3</x:v></x:c><x:c r="C1" t="str"><x:f>""</x:f><x:v></x:v></x:c><x:c r="D1"><x:v>4</x:v></x:c></x:row>'
  expect(readWorkbook(workbook(sheetXml(rows)), { maxRows: 10 })[0]?.rows).toEqual([['=B1*2', '3', '', '4']])
})

test('a title above the headings is a line of its own', async () => {
  const bytes = makeXlsx('Prices', [['Prices of 2026'], [], ['Plan', 'Price'], ['Basic', '10']])
  const { passages } = await parseFile({ name: 'p.xlsx', format: 'xlsx', bytes })
  expect(passages[0]?.passage).toBe('Prices of 2026\n\nPlan: Basic; Price: 10')
})
