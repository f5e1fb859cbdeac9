/** JSON with sorted keys, two spaces and a line break at the end: the same value is the same bytes, in git too. */
export const sortedJson = (value: unknown): string => `${JSON.stringify(value, sortKeys, 2)}\n`

const sortKeys = (_key: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** A name as part of a file's name. */
export const fileNameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'file'
