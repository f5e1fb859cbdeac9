/** Encoding of a text as SMS (3GPP TS 23.038): 7-bit when all characters are in that alphabet, else 16-bit units. */
export interface SmsParts {
  encoding: 'gsm-7' | 'ucs-2'
  /** Septets or 16-bit units. */
  units: number
  /** Messages that are sent and paid; 0 for an empty text. */
  parts: number
  /** Units that still fit into the last part. */
  unitsLeft: number
}

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each behind an escape, so two septets. */
const GSM_EXTENDED = new Set('^{}\\[~]|€\f')

/** Units of each character that must stay in one part, or null when one is not in the 7-bit alphabet. */
const septetsOf = (characters: readonly string[]): number[] | null => {
  const widths: number[] = []
  for (const character of characters) {
    if (GSM_BASIC.has(character)) widths.push(1)
    else if (GSM_EXTENDED.has(character)) widths.push(2)
    else return null
  }
  return widths
}

/** Counts the parts of a text. A joined message has a header in each part: 153 and 67 units instead of 160 and 70. */
export const smsParts = (text: string): SmsParts => {
  const characters = Array.from(text)
  const septets = septetsOf(characters)
  const widths = septets ?? characters.map((character) => character.length)
  const [single, joined] = septets ? [160, 153] : [70, 67]
  const encoding = septets ? 'gsm-7' : 'ucs-2'
  const units = widths.reduce((sum, width) => sum + width, 0)
  if (units <= single) return { encoding, units, parts: units === 0 ? 0 : 1, unitsLeft: single - units }
  let parts = 1
  let used = 0
  for (const width of widths) {
    // An escape with its character, or a surrogate pair, is never split.
    if (used + width > joined) {
      parts += 1
      used = 0
    }
    used += width
  }
  return { encoding, units, parts, unitsLeft: joined - used }
}

/** Micro-dollars of a text at a price per part. */
export const smsCostMicros = (text: string, microsPerPart: number): number => smsParts(text).parts * microsPerPart
