/** Line and column, both from 1, of an offset in UTF-16 units. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, Math.max(0, Math.min(offset, text.length)))
  const lines = before.split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** The offset in UTF-16 units of a place counted in code points, as the parser of PostgreSQL counts. */
export const offsetOfCodePoint = (text: string, at: number): number => [...text].slice(0, Math.max(0, at)).join('').length
