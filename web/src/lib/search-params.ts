// Parses URL parameters. Part of the first chunk: it imports nothing.

/** A parameter as text; the router reads `?q=42` as a number. Blank values become undefined. */
export function textOf(value: unknown, max = 200): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, max) : undefined
}

/** Parameters that are text. */
export const textsOf = <const K extends string>(search: Record<string, unknown>, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(search[name])])) as Record<K, string | undefined>

/** The one of these that the parameter is. */
export const oneOf = <const T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((each) => each === textOf(value))

/** A parameter that is set or not. */
export const flagOf = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined)

/** A parameter that is a moment, in ISO 8601. */
export function momentOf(value: unknown): string | undefined {
  const ms = Date.parse(textOf(value) ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Changes some parameters of a page's address; undefined takes one out. `replace` adds no step to the history. */
export type ChangeSearch<T> = (next: { [K in keyof T]?: T[K] | undefined }, replace?: boolean) => void

/** Drops undefined values, so that a URL contains only values that differ from the defaults. */
export const withoutBlanks = <T extends object>(search: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

/** Changes the address of the page on screen: `changeSearch<KeysSearch>(route.useNavigate())`. */
export const changeSearch =
  <T extends object>(navigate: (to: { search: (now: T) => T; replace: boolean; resetScroll: false }) => Promise<void>): ChangeSearch<T> =>
  (next, replace = false) =>
    void navigate({ search: (now) => withoutBlanks<T>({ ...now, ...next }), replace, resetScroll: false })
