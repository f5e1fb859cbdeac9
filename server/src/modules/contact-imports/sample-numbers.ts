import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { readTableCell } from '../../platform/text/recognise-table.ts'
import { decimalSignOf } from '../../platform/text/read-number.ts'
import type { DecimalSign } from '../../platform/text/read-number.ts'
import { readRecords } from './read-records.ts'
import type { Open } from './recognise-layout.ts'

/** Preview and import look at the same ones: what is shown is what is done, also by a process that takes the import over. */
const sampledRows = 1_000
const longestNumber = 40

/** By column how the numbers of a file are written, in its first rows; null for what is no column of numbers. */
export async function sampleNumbers(
  open: Open,
  { columns, ...layout }: Pick<ImportSettings, 'separator' | 'columns'>,
  fields: readonly ContactField[],
): Promise<(DecimalSign | null)[]> {
  const numbers = new Set<string>(fields.filter(({ type }) => type === 'number').map(({ key }) => `custom:${key}`))
  const values = columns.map((target): string[] | null => (numbers.has(target) ? [] : null))
  if (values.every((each) => each === null)) return columns.map(() => null)
  let rows = 0
  for await (const { cells } of readRecords(open, 0, layout)) {
    for (const [index, found] of values.entries()) {
      const text = readTableCell(cells[index] ?? '')
      if (text && text.length <= longestNumber) found?.push(text)
    }
    rows += 1
    if (rows >= sampledRows) break
  }
  return values.map((each) => each && decimalSignOf(each))
}
