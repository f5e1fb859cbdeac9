import { fontOf } from './pdf-pen.ts'
import { splitRuns } from './split-runs.ts'

/** Shown as nothing: spaces, line breaks, joiners. */
const shapeless = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u

/** The characters of texts that no font of the product has, each once: a PDF shows boxes for them. */
export function missingLetters(texts: readonly string[], most: number): string[] {
  const missing = new Set<string>()
  for (const { script, text } of splitRuns(texts.join('\n')))
    for (const character of text) {
      if (missing.size >= most) return [...missing]
      if (!shapeless.test(character) && !fontOf(script, 'regular').hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
        missing.add(character)
    }
  return [...missing]
}
