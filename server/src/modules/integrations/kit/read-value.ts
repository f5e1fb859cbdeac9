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

/** The text there; '' where there is none. Numbers become text. */
export const textAt = (body: unknown, place: string): string => {
  const value = at(body, place)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
