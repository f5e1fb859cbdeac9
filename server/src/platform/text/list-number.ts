const romanDigits = { m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 }

const roman = (value: number): string => {
  let [rest, text] = [value, '']
  for (const [sign, size] of Object.entries(romanDigits)) for (; rest >= size; rest -= size) text += sign
  return text
}
const letters = (value: number): string =>
  value <= 0 ? '' : letters(Math.floor((value - 1) / 26)) + String.fromCodePoint(97 + ((value - 1) % 26))

/** The number of a list as its reader sees it: 4, d, D, iv, IV. */
export function listNumber(value: number, type: string): string {
  if (value < 1 || value > 3_999) return String(value)
  if (type === 'i' || type === 'I') return type === 'i' ? roman(value) : roman(value).toUpperCase()
  if (type === 'a' || type === 'A') return type === 'a' ? letters(value) : letters(value).toUpperCase()
  return String(value)
}
