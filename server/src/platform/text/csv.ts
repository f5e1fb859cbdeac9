/**
 * Formula prefixes of spreadsheets: one of these at the start, also after spaces, quotes and control characters, and in
 * the full-width forms that some of them convert (CWE-1236).
 */
// oxlint-disable-next-line no-control-regex -- tab, carriage return and their like are the point
const formula = /^[\s"'\u0000-\u001f\u00a0\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212]/u

/** A phone number alone in the cell: a spreadsheet reads its digits, however it treats the plus. */
const phone = /^\+\d{6,15}$/

const mayRun = (text: string): boolean => formula.test(text) && !phone.test(text)

/** One value by RFC 4180, always quoted; text with an apostrophe before a formula (SEC-29), numbers as they are. */
export function csvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  return `"${(typeof value !== 'number' && mayRun(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** A value of a file that may be one of ours: without the apostrophe that `csvCell` put before it. */
export const readCsvCell = (text: string): string => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)

/** One record, with its line end. */
export const csvLine = (values: readonly (string | number | null | undefined)[]): string => `${values.map(csvCell).join(',')}\r\n`

/** A line of a table as it is read again, without its end: nothing is changed in its cells. */
export const tableLine = (cells: readonly string[], separator: string): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)
