/** The scripts that have a font of their own; all others are written by the Latin one (with Greek, Cyrillic and currency signs). */
export type Script = 'latin' | 'japanese' | keyof typeof indic

const indic = {
  devanagari: /[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff]/,
  bengali: /[\u0980-\u09ff]/,
  gurmukhi: /[\u0a00-\u0a7f]/,
  gujarati: /[\u0a80-\u0aff]/,
  tamil: /[\u0b80-\u0bff]/,
  telugu: /[\u0c00-\u0c7f]/,
  kannada: /[\u0c80-\u0cff]/,
  malayalam: /[\u0d00-\u0d7f]/,
}
const indicScripts = Object.entries(indic) as [keyof typeof indic, RegExp][]

export interface Run {
  script: Script
  text: string
}

const japanese =
  /[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3130-\u318f\u31f0-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/
/** Stays with what stands before it: joiners and marks. */
const bound = /^(?:[\u200b-\u200d]|\p{M})/u

const scriptOf = (grapheme: string): Script =>
  indicScripts.find(([, letters]) => letters.test(grapheme))?.[0] ?? (japanese.test(grapheme) ? 'japanese' : 'latin')

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What a reader sees as one character. */
export const graphemesOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** A PDF has no fallback of fonts: the text in runs of one script each. */
export function splitRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const grapheme of graphemesOf(text)) {
    const last = runs.at(-1)
    const script = last && bound.test(grapheme) ? last.script : scriptOf(grapheme)
    if (last?.script === script) last.text += grapheme
    else runs.push({ script, text: grapheme })
  }
  return runs
}

/** Words with the spaces that follow them; a line may also end between two characters of Japanese, but for those that begin no line. */
export function splitPieces(text: string): string[] {
  const pieces: string[] = []
  for (const grapheme of graphemesOf(text)) {
    const last = pieces.at(-1)
    const isOpen = last !== undefined && !/\s$/.test(last) && !mayBreakBetween(last, grapheme)
    if (last !== undefined && (isOpen || /^\s/.test(grapheme))) pieces[pieces.length - 1] = last + grapheme
    else pieces.push(grapheme)
  }
  return pieces
}

const beginsNoLine = /^[、。，．・：；？！）」』】〕〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)\]}.,:;!?%]/
const endsNoLine = /[（「『【〔〈《([{]$/

const mayBreakBetween = (before: string, after: string): boolean =>
  (japanese.test(after) || japanese.test(before.at(-1) ?? '')) && !beginsNoLine.test(after) && !endsNoLine.test(before)
