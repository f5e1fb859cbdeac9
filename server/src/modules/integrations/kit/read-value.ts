/** A value at a path of an answer (`data.items.0.id`); undefined where there is none. Own fields only. */
export function at(body: unknown, place: string): unknown {
  let value = body
  for (const name of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The list there; empty where there is none. */
export const listAt = (body: unknown, place: string): readonly unknown[] => {
  const value = place === '' ? body : at(body, place)
  return Array.isArray(value) ? value : []
}

/** Items in the order that triggers answer: a service asked from a cursor on lists the oldest first, so that a full page loses none. */
export const newestFirst = (items: readonly unknown[], place: string): unknown[] =>
  items.toSorted((a, b) => (Date.parse(textAt(b, place)) || 0) - (Date.parse(textAt(a, place)) || 0))

/**
 * The newest of these times as milliseconds, null without one. Where a full page holds only the time of before, one step on: it would
 * be the same page for ever.
 */
export function newestTime(
  items: readonly unknown[],
  place: string,
  { before, fullPage, stepMs = 1 }: { before: string | null; fullPage: number; stepMs?: number },
): number | null {
  const newest = Date.parse(textAt(newestFirst(items, place)[0], place))
  if (Number.isNaN(newest)) return null
  const known = before === null ? null : /^\d+$/.test(before) ? Number(before) : Date.parse(before)
  return items.length >= fullPage && newest === known ? newest + stepMs : newest
}

/** The text there; '' where there is none. Numbers become text. */
export const textAt = (body: unknown, place: string): string => {
  const value = at(body, place)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
