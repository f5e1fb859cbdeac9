import type { FieldError } from '../../platform/errors.ts'

/** Characters of a row that are kept. */
export const longestLine = 2_000

/** Without a character that no text of the database can hold. */
export const storable = (line: string): string => line.replaceAll('\u0000', '\ufffd')

export const reasonOf = (errors: readonly FieldError[]): string =>
  errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
