import type { Contact } from '@imperium/contract/contacts/contacts.ts'

const plainFields = ['email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone'] as const

/** One field in which two contacts differ. */
export interface MergeRow {
  field: string
  kept: unknown
  other: unknown
  /** Both have a value, so one must be chosen. If only one has a value, it is taken: `only`. */
  isChoice: boolean
  only: unknown
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Every field in which the two differ; tags are united and need no choice. */
export function mergeRows(kept: Contact, other: Contact): MergeRow[] {
  const keys = [...new Set([...Object.keys(kept.custom), ...Object.keys(other.custom)])]
  const pairs = [
    ...plainFields.map((field) => ({ field: field as string, kept: kept[field] as unknown, other: other[field] as unknown })),
    ...keys.map((key) => ({ field: `custom.${key}`, kept: kept.custom[key] as unknown, other: other.custom[key] as unknown })),
  ]
  return pairs
    .filter((pair) => !(isEmpty(pair.kept) && isEmpty(pair.other)) && pair.kept !== pair.other)
    .map((pair) => ({
      ...pair,
      isChoice: !isEmpty(pair.kept) && !isEmpty(pair.other),
      only: isEmpty(pair.kept) ? pair.other : pair.kept,
    }))
}

/** Display names of the two: their names, or a distinguishing field if those are equal. */
export function namesApart(kept: Contact, other: Contact): { kept: string; other: string } {
  if (kept.name !== other.name) return { kept: kept.name, other: other.name }
  if (kept.email !== other.email) return { kept: kept.email ?? kept.name, other: other.email ?? other.name }
  return { kept: kept.phone ?? kept.name, other: other.phone ?? other.name }
}
