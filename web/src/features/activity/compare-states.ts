export interface Difference {
  field: string
  /** As text; null when there was no value. */
  before: string | null
  after: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 1)

/**
 * Returns the fields that differ between two recorded states; all fields when only one exists. A value that is not an object gets one
 * field.
 */
export function compareStates(before: unknown, after: unknown): Difference[] {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {})) return differ('value', before, after)
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields.flatMap((field) => differ(field, was[field], is[field]))
}

function differ(field: string, before: unknown, after: unknown): Difference[] {
  const [was, is] = [textOf(before), textOf(after)]
  return was === is ? [] : [{ field, before: was, after: is }]
}
