import type { z } from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * For `z.toJSONSchema`: schemas that every reader of our documents understands, with their examples. Recursive `z.json()` becomes "anything". A text with several
 * patterns is one flat schema: zod writes an `allOf` of patterns, which readers take for an object made of parts.
 */
export function plainSchema({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  const definition = (zodSchema as z.ZodType)._zod.def as { type: string }
  if (definition.type === 'lazy') for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  // Zod leaves out the examples of inputs that it transforms; ours are always what is sent.
  const { examples } = (zodSchema as z.ZodType).meta() ?? {}
  if (Array.isArray(examples)) jsonSchema['examples'] ??= examples
  const { allOf } = jsonSchema
  if (jsonSchema['type'] !== 'string' || !Array.isArray(allOf) || !allOf.every(isPattern)) return
  delete jsonSchema['allOf']
  jsonSchema['pattern'] = joinPatterns(allOf.map(({ pattern }) => pattern))
}

const isPattern = (part: unknown): part is { pattern: string } =>
  typeof part === 'object' &&
  part !== null &&
  Object.keys(part).join() === 'pattern' &&
  'pattern' in part &&
  typeof part.pattern === 'string'

/** Those of `text` and `line`, which most texts have: one class says both. */
const withoutControls = String.raw`^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$`
const onOneLine = String.raw`^[^\r\n\t]*$`
const lineOfText = String.raw`^[^\u0000-\u001F\u007F]*$`

/** One pattern that a text matches if it matches them all. */
export function joinPatterns(patterns: readonly string[]): string {
  const isLine = patterns.includes(withoutControls) && patterns.includes(onOneLine)
  const left = isLine ? [lineOfText, ...patterns.filter((each) => each !== withoutControls && each !== onOneLine)] : patterns
  const [only] = left
  if (left.length === 1 && only !== undefined) return only
  return `^${left.map((each) => (each.startsWith('^') ? `(?=${each})` : `(?=[\\s\\S]*?(?:${each}))`)).join('')}`
}
