import type { JsonValue } from '../../../platform/llm/types.ts'

/** Characters of a text, and parts of a list or object, that are kept: less each time until it fits. */
const tries = [
  [8_192, 500],
  [2_048, 200],
  [512, 100],
  [128, 40],
  [64, 10],
] as const
const deepest = 8

/** The item in at most so many characters of JSON: long texts and lists are cut, and say so. */
export function shortenItem(data: JsonValue, most: number): { data: JsonValue; isShortened: boolean } {
  if (JSON.stringify(data).length <= most) return { data, isShortened: false }
  for (const [characters, parts] of tries) {
    const shorter = cut(data, { characters, parts }, 0)
    if (JSON.stringify(shorter).length <= most) return { data: shorter, isShortened: true }
  }
  return { data: '[Too large]', isShortened: true }
}

function cut(value: JsonValue, most: { characters: number; parts: number }, depth: number): JsonValue {
  if (typeof value === 'string') return cutText(value, most.characters)
  if (value === null || typeof value !== 'object') return value
  if (depth >= deepest) return '[Cut here]'
  if (Array.isArray(value)) return value.slice(0, most.parts).map((each) => cut(each, most, depth + 1))
  const fields = Object.entries(value).slice(0, most.parts)
  return Object.fromEntries(fields.map(([name, each]) => [cutText(name, most.characters), cut(each, most, depth + 1)]))
}

const cutText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '')} [Cut here]` : text
