import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hasValues } from '../../../platform/text/exact-json.ts'

/** A string that is one reference alone: `{{ steps.lead.items[0].name }}`. */
const alone = /^\s*\{\{-?\s*([a-z_][\w-]*(?:\.[\w-]+|\[(?:\d+|"[^"\]]*"|'[^'\]]*')\])*)\s*-?\}\}\s*$/i
const piece = /\.?([\w-]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/g
/** Words of Liquid's own, not names. */
const keywords = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])

/** The parts of a string that is one reference and nothing else; null for any other text. */
export function readPath(text: string): string[] | null {
  const path = alone.exec(text)?.[1]
  if (path === undefined || keywords.has(path)) return null
  return [...path.matchAll(piece)].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
}

/** What stands at the path, by own properties alone; `size`, `first` and `last` as Liquid has them. Undefined where there is nothing. */
export function follow(value: Json | undefined, path: readonly string[]): Json | undefined {
  let at = value
  for (const part of path) {
    if (at === undefined || at === null) return undefined
    at = own(at, part)
  }
  return at
}

function own(value: Json, part: string): Json | undefined {
  if (typeof value === 'string') return part === 'size' ? value.length : undefined
  if (Array.isArray(value)) {
    if (part === 'size') return value.length
    if (part === 'first') return value[0]
    if (part === 'last') return value.at(-1)
    return /^\d+$/.test(part) ? value[Number(part)] : undefined
  }
  if (!hasValues(value)) return undefined
  if (Object.hasOwn(value, part)) return value[part]
  return part === 'size' ? Object.keys(value).length : undefined
}
