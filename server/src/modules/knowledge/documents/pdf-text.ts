/** Not text: control characters, the replacement character and private ones that only one font knows. */
const noLetters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd\ue000-\uf8ff]/g
/** A vowel sign or accent without the letter that carries it. */
const tornMarks = /(?<![\p{L}\p{M}\p{N}\u25cc]|\u200c|\u200d)\p{M}/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The share of a page's characters that are no readable letters, from 0 to 1. */
export function shareUnreadable(text: string): number {
  const bad = count(text, noLetters) + count(text, tornMarks)
  return bad === 0 ? 0 : bad / (bad + count(text, /[\p{L}\p{N}]/gu))
}

/** Accents that a font prints over the next letter, and the marks that mean them. */
const accents: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '˚': '\u030a',
  '˜': '\u0303',
  ˇ: '\u030c',
  '˘': '\u0306',
  '˝': '\u030b',
  '˙': '\u0307',
}
/** Some texts write apostrophes with these, so they are taken as accents of TeX only. */
const texAccents: Readonly<Record<string, string>> = { ...accents, '´': '\u0301', '`': '\u0300', ˆ: '\u0302', '^': '\u0302', '¯': '\u0304' }

function composeAccents(text: string, isTex: boolean): string {
  const known = isTex ? texAccents : accents
  const composed = text.replaceAll(/([¨˚˜ˇ˘˝˙´`ˆ^¯])([\p{L}ı])/gu, (both, accent: string, letter: string) => {
    const mark = known[accent]
    const whole = `${letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter}${mark ?? ''}`.normalize('NFC')
    return mark && [...whole].length === 1 ? whole : both
  })
  return isTex ? composed.replaceAll(/([cCsStT])¸/g, (_, letter: string) => `${letter}\u0327`.normalize('NFC')) : composed
}

/** Stays apart from what it is joined with: "Ein- und Ausgang", "pre- or postpaid". */
const suspended = /^(?:und|oder|bzw|sowie|and|or|to|y|o|et|ou)\b/

/** A page as people read it: words that end a line with a hyphen in one piece, letters with their accents, without control characters. */
export function joinLines(page: string, isTex: boolean): string {
  const text = composeAccents(page.replaceAll(/[\u0002\ufffe]\n/g, '-\n').replaceAll(noLetters, ''), isTex)
  // A word that stands with its hyphen elsewhere keeps it: "well-\nknown" beside "well-known".
  const hyphened = new Set(text.match(/\p{L}+-\p{Ll}+/gu)?.map((word) => word.toLowerCase()))
  return text
    .replaceAll('\u00ad\n', '')
    .replaceAll(/(\p{L}+)[-\u2010]\n[ \t]*(\p{Ll}+)/gu, (both, before: string, after: string, at: number, whole: string) => {
      if (suspended.test(after)) return `${before}- ${after}`
      // Within a chain of words: "state-of-\nthe-art".
      if (whole[at - 1] === '-' && whole[at + both.length] === '-') return `${before}-${after}`
      return hyphened.has(`${before}-${after}`.toLowerCase()) ? `${before}-${after}` : `${before}${after}`
    })
    .replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .normalize('NFC')
}
