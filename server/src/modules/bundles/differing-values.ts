import type { BundleDifference } from '@imperium/contract/bundles/bundles.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'

const mostValues = 200
const longestValue = 2_000

type Value = BundleDifference['values'][number]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const written = (value: unknown): string | null => (value === undefined ? null : sortedJson(value).trimEnd().slice(0, longestValue))

/** The values in which two contents differ, by their path. Lists are compared as a whole. */
export function differingValues(before: unknown, after: unknown, path = ''): Value[] {
  if (written(before) === written(after)) return []
  if (!isObject(before) || !isObject(after)) return [{ path, before: written(before), after: written(after) }]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const below = (key: string) => differingValues(before[key], after[key], path ? `${path}.${key}` : key)
  return keys.flatMap(below).slice(0, mostValues)
}
