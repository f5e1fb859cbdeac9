import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'

export type Config = Record<string, Json>

export const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path such as `until.amount`; undefined if there is none. */
export function readAt(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value
  for (const part of path.split('.')) {
    if (Array.isArray(at)) at = at[Number(part)]
    else if (isRecord(at) && Object.hasOwn(at, part)) at = at[part]
    else return undefined
  }
  return at
}

/** The same configuration with another value at the path; undefined takes the entry out. */
export function writeAt(config: Config, path: string, value: Json | undefined): Config {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    const { [first]: _old, ...others } = config
    return value === undefined ? others : { ...config, [first]: value }
  }
  const inner = config[first]
  return { ...config, [first]: writeAt(isRecord(inner) ? inner : {}, rest.join('.'), value) }
}

/** The same value with every text in it changed. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
  return value
}

/** Equal as JSON, independent of the key order. */
export function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length && left.every((each, at) => isSame(each, right[at]))
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
}
