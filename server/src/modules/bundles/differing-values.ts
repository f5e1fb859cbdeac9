import type { BundleDifference } from '@imperium/contract/bundles/bundles.ts'
import { hasValues } from '../../platform/text/exact-json.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'

const mostValues = 200
const longestValue = 2_000

type Value = BundleDifference['values'][number]

const isObject = (value: unknown): value is Record<string, unknown> => hasValues(value) && !Array.isArray(value)

const written = (value: unknown): string | null => (value === undefined ? null : sortedJson(value).trimEnd())
const shown = (text: string | null): string | null => text && text.slice(0, longestValue).toWellFormed()

/** The values in which two contents differ, by their path, up to so many. Lists are compared as a whole. */
export function differingValues(before: unknown, after: unknown): Value[] {
  const found: Value[] = []
  collect(found, before, after, '')
  return found
}

/** Writes only what is no object on both sides: written at each depth, deep contents would hold the process for seconds. */
function collect(found: Value[], before: unknown, after: unknown, path: string): void {
  if (isObject(before) && isObject(after)) {
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()) {
      if (found.length >= mostValues) return
      collect(found, before[key], after[key], path ? `${path}.${key}` : key)
    }
    return
  }
  const [old, wanted] = [written(before), written(after)]
  if (old !== wanted) found.push({ path, before: shown(old), after: shown(wanted) })
}
