import { expect, test } from 'vitest'
import { endOfText, hasMoreValues } from './json-values.ts'

test('marks of structure are counted, those in texts are not', () => {
  expect(hasMoreValues('{"a":[1,2],"b":{}}', 7)).toBe(false)
  expect(hasMoreValues('{"a":[1,2],"b":{}}', 6)).toBe(true)
  expect(hasMoreValues(String.raw`["{[:,\",{[:,\\",0]`, 2)).toBe(false)
  expect(hasMoreValues(`["${'{'.repeat(100)}`, 1)).toBe(false)
})

test('a text ends at the first quote that no backslash stands for', () => {
  for (const text of ['"a"', '""', String.raw`"\""`, String.raw`"\\"`, String.raw`"\\\"a"`])
    expect(endOfText(`${text},"b"`, 0)).toBe(text.length - 1)
  expect(endOfText(String.raw`"a\"`, 0)).toBe(4)
})

test('long texts of quotes and backslashes are passed in one go', () => {
  for (const text of [`"${String.raw`\"`.repeat(2_000_000)}"`, `"${'\\'.repeat(4_000_000)}"`, `"${'a'.repeat(8_000_000)}"`]) {
    const began = process.threadCpuUsage()
    expect(hasMoreValues(text, 1)).toBe(false)
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(250)
  }
})
