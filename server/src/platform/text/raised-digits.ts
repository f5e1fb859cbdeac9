const raised: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [String(digit), sign])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
}
const lowered: Readonly<Record<string, string>> = Object.fromEntries([...'₀₁₂₃₄₅₆₇₈₉'].map((sign, digit) => [String(digit), sign]))

const inSigns = (text: string, signs: Readonly<Record<string, string>>): string => [...text].map((each) => signs[each] ?? each).join('')

/**
 * Digits that stand raised, as a power, the number of a note or the cents of a price do: in the line they would become part of the number before
 * them, and 10⁶ would read 106. Words stay as they are: 1st. A minus alone is the beginning of a number whose text comes in pieces.
 */
export const raiseDigits = (text: string): string => (/^\s*(?:[-+−–]?\d[\d\s,.–-]*|−)$/.test(text) ? inSigns(text, raised) : text)

/** Digits that stand low behind a number or a stroke: ½. Those of CO2 stay what people search for. */
export const lowerDigits = (text: string, before: string): string =>
  /[\d⁰¹²³⁴-⁹⁄/]$/.test(before) && /^\s*\d+\s*$/.test(text) ? inSigns(text, lowered) : text
