const japaneseOrChinese = /[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u
const condenseLimit = 50_000

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Whether a text holds a word. Scripts without spaces are compared without the line breaks that another version has. */
function holder(text: string): (word: string) => boolean {
  const words = new Set(wordsOf(text))
  const condensed = text.length <= condenseLimit ? wordsOf(text).join('') : ''
  return (word) => words.has(word) || (japaneseOrChinese.test(word) && condensed.includes(word))
}

const missingLines = (text: string, other: string): string[] => {
  const holds = holder(other)
  return text.split('\n').filter((line) => wordsOf(line).some((word) => !holds(word)))
}

/** Signs that programs put in the place of pictures. */
const withoutPictures = (text: string): string => text.replaceAll(/\[(cid|image|bild|imagen|画像):[^\]\n]{0,200}\]/gi, '')

/**
 * Joins the versions of one text (multipart/alternative): the first that says all the others say, else the first with the lines that only
 * others have. So a version that only says "your program cannot show HTML" hides nothing.
 */
export function mergeAlternatives(versions: readonly string[]): string {
  const texts = versions.filter((text) => text.trim() !== '')
  const whole = texts.find((text) => texts.every((other) => other === text || missingLines(withoutPictures(other), text).length === 0))
  if (whole !== undefined) return whole
  const [first = '', ...others] = texts
  return others.reduce((merged, other) => [merged, ...missingLines(withoutPictures(other), merged)].join('\n'), first)
}
