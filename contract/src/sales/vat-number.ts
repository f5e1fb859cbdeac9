import { isGstin } from './gstin.ts'

const digitsOf = (text: string): number[] => [...text].map(Number)
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at] ?? 0), 0)

function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return sum % 10 === 0
}

/** ISO/IEC 7064, MOD 11,10. */
function mod11And10(text: string): boolean {
  let check = 5
  for (const digit of digitsOf(text)) check = ((((check === 0 ? 10 : check) * 2) % 11) + digit) % 10
  return check === 1
}

/** ISO/IEC 7064, MOD 97,10, letters as two digits: the check of IBANs and of Dutch numbers. */
function mod97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const greek = (text: string): boolean => (weighted(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text[8])

function british(text: string): boolean {
  const sum = weighted(text, [8, 7, 6, 5, 4, 3, 2, 10, 1])
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

function french(text: string): boolean {
  const siren = text.slice(2)
  if (!/^\d{11}$/.test(text)) return true
  return (siren.startsWith('000') || luhn(siren)) && (12 + 3 * (Number(siren) % 97)) % 97 === Number(text.slice(0, 2))
}

function irish(text: string): boolean {
  const second = text[8] === undefined || text[8] === 'W' ? 0 : text.charCodeAt(8) - 64
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(weighted(text, [8, 7, 6, 5, 4, 3, 2]) + second * 9) % 23] === text[7]
}

function spanish(text: string): boolean {
  const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'
  const foreigner: Readonly<Record<string, string>> = { X: '0', Y: '1', Z: '2', '': '' }
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(text)
  if (person && (person[1] ?? '').length + (person[2] ?? '').length === 8)
    return letters[Number(foreigner[person[1] ?? ''] + (person[2] ?? '')) % 23] === person[3]
  const body = text.slice(1, 8)
  const sum = digitsOf(body).reduce((total, digit, at) => total + (at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  const check = (10 - (sum % 10)) % 10
  return text[8] === String(check) || text[8] === 'JABCDEFGHI'[check]
}

const portuguese = (text: string): boolean => ((11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(text[8])

function romanian(text: string): boolean {
  const body = text.slice(0, -1).padStart(9, '0')
  return ((10 * weighted(body, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === Number(text.at(-1))
}

const czech = (text: string): boolean => text.length !== 8 || (11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(text[7])

function austrian(text: string): boolean {
  const sum = digitsOf(text.slice(1, 8)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  )
  return (10 - ((sum + 4) % 10)) % 10 === Number(text[8])
}

const zero =
  (weights: readonly number[], divisor: number) =>
  (text: string): boolean =>
    weighted(text, weights) % divisor === 0
const always = (): boolean => true

interface Scheme {
  format: RegExp
  check: (text: string) => boolean
}

/** By prefix: the form of VIES (Council Regulation 904/2010; europa.eu, "VAT identification numbers"), and the check digits that are published. */
const schemes: Readonly<Record<string, Scheme>> = {
  AT: { format: /^U\d{8}$/, check: austrian },
  BE: { format: /^[01]\d{9}$/, check: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)) },
  BG: { format: /^\d{9,10}$/, check: always },
  CHE: {
    format: /^\d{9}(MWST|TVA|IVA|TPV)?$/,
    check: (text) => (11 - (weighted(text, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(text[8]),
  },
  CY: { format: /^\d{8}[A-Z]$/, check: always },
  CZ: { format: /^\d{8,10}$/, check: czech },
  DE: { format: /^[1-9]\d{8}$/, check: mod11And10 },
  DK: { format: /^\d{8}$/, check: zero([2, 7, 6, 5, 4, 3, 2, 1], 11) },
  EE: { format: /^\d{9}$/, check: zero([3, 7, 1, 3, 7, 1, 3, 7, 1], 10) },
  EL: { format: /^\d{9}$/, check: greek },
  ES: { format: /^[A-Z0-9]\d{7}[A-Z0-9]$/, check: spanish },
  FI: { format: /^\d{8}$/, check: zero([7, 9, 10, 5, 8, 4, 2, 1], 11) },
  FR: { format: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, check: french },
  GB: { format: /^\d{9}(\d{3})?$|^(GD|HA)\d{3}$/, check: (text) => text.length === 5 || british(text) },
  HR: { format: /^\d{11}$/, check: mod11And10 },
  HU: { format: /^\d{8}$/, check: zero([9, 7, 3, 1, 9, 7, 3, 1], 10) },
  IE: { format: /^\d{7}[A-W][A-IW]?$|^\d[A-Z+*]\d{5}[A-W]$/, check: (text) => !/^\d{7}/.test(text) || irish(text) },
  IT: { format: /^\d{11}$/, check: luhn },
  LT: { format: /^(\d{9}|\d{12})$/, check: always },
  LU: { format: /^\d{8}$/, check: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)) },
  LV: { format: /^\d{11}$/, check: always },
  MT: { format: /^\d{8}$/, check: (text) => (weighted(text, [3, 4, 6, 7, 8, 9]) + Number(text.slice(6))) % 37 === 0 },
  NL: {
    format: /^\d{9}B\d{2}$/,
    check: (text) => weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || mod97(`NL${text}`) === 1,
  },
  PL: { format: /^\d{10}$/, check: zero([6, 5, 7, 2, 3, 4, 5, 6, 7, -1], 11) },
  PT: { format: /^[1-9]\d{8}$/, check: portuguese },
  RO: { format: /^[1-9]\d{1,9}$/, check: romanian },
  SE: { format: /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/, check: (text) => luhn(text.slice(0, 10)) },
  SI: {
    format: /^[1-9]\d{7}$/,
    check: (text) => [weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11].every((rest) => rest !== 0 && (11 - rest) % 10 === Number(text[7])),
  },
  SK: { format: /^[1-9]\d[2-47-9]\d{7}$/, check: (text) => Number(text) % 11 === 0 },
  XI: { format: /^\d{9}(\d{3})?$/, check: british },
}

/** Without spaces, dots and hyphens, in capitals. */
export const plainTaxId = (text: string): string => text.toUpperCase().replaceAll(/[\s.\-/]/g, '')

const prefixOf = (plain: string): string | undefined =>
  ['CHE', plain.slice(0, 2)].find((prefix) => plain.startsWith(prefix) && prefix in schemes)

/** With the prefix of its country, as it stands on invoices. Whether it was given out, only VIES knows. */
export function isVatNumber(text: string): boolean {
  const plain = plainTaxId(text)
  const prefix = prefixOf(plain)
  const scheme = prefix === undefined ? undefined : schemes[prefix]
  if (!scheme || prefix === undefined) return false
  const rest = plain.slice(prefix.length)
  return scheme.format.test(rest) && scheme.check(rest)
}

/** The country of a VAT number, by ISO code; null: none of these. */
export function countryOfVatNumber(text: string): string | null {
  const prefix = prefixOf(plainTaxId(text))
  return prefix === undefined ? null : (({ EL: 'GR', XI: 'GB', CHE: 'CH' } as Record<string, string>)[prefix] ?? prefix)
}

/** Countries whose tax numbers these are: another one of them is wrong there. */
export const hasVatNumbers = (country: string): boolean => country === 'GR' || country === 'CH' || country in schemes

/** A number that has the form of a GSTIN or of a VAT number, and not the check digits of one. */
export function isMistypedTaxId(text: string): boolean {
  const plain = plainTaxId(text)
  if (/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(plain)) return !isGstin(plain)
  const prefix = prefixOf(plain)
  const scheme = prefix === undefined ? undefined : schemes[prefix]
  return scheme !== undefined && scheme.format.test(plain.slice(prefix?.length)) && !isVatNumber(plain)
}

const ibanLengths: Readonly<Record<string, number>> = {
  DE: 22,
  AT: 20,
  CH: 21,
  FR: 27,
  ES: 24,
  IT: 27,
  NL: 18,
  BE: 16,
  LU: 20,
  GB: 22,
  PL: 28,
  PT: 25,
}

/** ISO 13616: length by country where it is known, and the check of MOD 97. */
export function isIban(text: string): boolean {
  const plain = plainTaxId(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false
  const length = ibanLengths[plain.slice(0, 2)]
  return (length === undefined || plain.length === length) && mod97(plain.slice(4) + plain.slice(0, 4)) === 1
}
