import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine, readCsvCell } from './csv.ts'

/** RFC 4180 read back: the records of a file. */
function parse(file: string): string[][] {
  const records: string[][] = []
  let [record, cell, quoted] = [[] as string[], '', false]
  for (let at = 0; at < file.length; at++) {
    const char = file[at]
    if (quoted && char === '"' && file[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1]
    else if (char === '"') quoted = !quoted
    else if (!quoted && char === ',') [record, cell] = [[...record, cell], '']
    else if (!quoted && char === '\r' && file[at + 1] === '\n') {
      records.push([...record, cell])
      ;[record, cell, at] = [[], '', at + 1]
    } else cell += char
  }
  return records
}

const starters = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '−']
const lead = fc
  .array(fc.constantFrom(' ', '"', "'", '\t', '\u00a0', '\u200b', '\ufeff', ''), { maxLength: 4 })
  .map((parts) => parts.join(''))

test('starts no cell with a formula character, whatever precedes it (CWE-1236)', () => {
  fc.assert(
    fc.property(lead, fc.constantFrom(...starters), fc.string({ unit: 'binary' }), (before, starter, after) => {
      const [[read = ''] = []] = parse(csvLine([before + starter + after]))
      expect(read).toBe(`'${before}${starter}${after}`)
    }),
    { numRuns: 2_000 },
  )
})

test('reads all other text back unchanged, with quotes, commas and line ends', () => {
  const harmless = fc.string({ unit: 'binary' }).map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(fc.array(harmless, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(parse(rows.map((row) => csvLine(row)).join(''))).toEqual(rows)
    }),
    { numRuns: 1_000 },
  )
})

test('keeps a phone number, but escapes text that only starts like one', () => {
  expect(csvCell('+4915112345678')).toBe('"+4915112345678"')
  for (const text of ['+49151123+1', '+491511234567890123', '+49 151 1234567', '+12345', '+4915112345678\n', '-4915112345678'])
    expect(csvCell(text)).toBe(`"'${text}"`)
})

test('well-known payloads', () => {
  expect(csvCell(`=cmd|'/C calc'!A0`)).toBe(`"'=cmd|'/C calc'!A0"`)
  expect(csvCell('"=HYPERLINK("http://x","y")')).toBe(`"'""=HYPERLINK(""http://x"",""y"")"`)
  expect(csvCell('  +1+1')).toBe(`"'  +1+1"`)
  expect(csvCell('@SUM(1)')).toBe(`"'@SUM(1)"`)
  expect(csvCell('a,b')).toBe('"a,b"')
  expect(csvCell(null)).toBe('""')
  expect(csvCell(12)).toBe('"12"')
})

test('keeps a negative number as one, and escapes text that only looks like one', () => {
  expect(csvCell(-1_999.5)).toBe('"-1999.5"')
  expect(csvCell('-1999.5')).toBe(`"'-1999.5"`)
})

test('what we wrote is read as it was', () => {
  const read = (text: string) => readCsvCell(parse(csvLine([text]))[0]?.[0] ?? '')
  for (const text of ['+44 20 7946 0958', '+442079460958', '=1+1', 'plain', "O'Brien", "'quoted'", '']) expect(read(text)).toBe(text)
})
