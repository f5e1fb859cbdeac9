import type { AddressFile } from '@imperium/contract/contacts/suppressions.ts'

type Line = AddressFile['addresses'][number]

/** Lines as two pieces: the event loop takes hundreds of thousands of objects from a thread ten times as slowly. */
export interface PackedLines {
  numbers: Uint32Array
  texts: string
}

const between = '\n'

/** Line breaks inside of a text become spaces. */
export const packLines = (lines: readonly Line[]): PackedLines => ({
  numbers: Uint32Array.from(lines, ({ line }) => line),
  texts: lines.map(({ text }) => text.replaceAll(between, ' ')).join(between),
})

/** So many lines at a time, from the first on. */
export function* unpackLines({ numbers, texts }: PackedLines, atOnce: number): Generator<Line[]> {
  let at = 0
  for (let from = 0; from < numbers.length; from += atOnce) {
    yield Array.from(numbers.subarray(from, from + atOnce), (line) => {
      const end = texts.indexOf(between, at)
      const text = texts.slice(at, end < 0 ? undefined : end)
      at = end + 1
      return { line, text }
    })
  }
}
