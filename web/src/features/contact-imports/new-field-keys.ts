import type { ImportPreview } from '@imperium/contract/contacts/contact-imports.ts'
import { keyOfLabel } from '../contacts/index.ts'

type UnknownColumn = Pick<ImportPreview['columns'][number], 'name' | 'fieldType' | 'examples' | 'outlierCount' | 'outliers'> & {
  index: number
}

/** Columns with values that nothing is done with. Without a header they have no name to give to a field. */
export const unknownColumns = ({ hasHeader, columns }: Pick<ImportPreview, 'hasHeader' | 'columns'>): UnknownColumn[] =>
  hasHeader
    ? columns.flatMap(({ target, name, fieldType, examples, outlierCount, outliers }, index) =>
        target === 'ignore' && examples.length > 0 ? [{ index, name, fieldType, examples, outlierCount, outliers }] : [],
      )
    : []

/** A key that no other field has; a name without Latin letters gets a number. */
export function newKey(name: string, taken: ReadonlySet<string>): string {
  const key = keyOfLabel(name) || 'field'
  if (!taken.has(key)) return key
  for (let number = 2; ; number += 1) {
    const numbered = `${key.slice(0, 36)}_${number}`
    if (!taken.has(numbered)) return numbered
  }
}
