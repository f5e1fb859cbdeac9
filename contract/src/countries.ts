/** ISO 3166-1 alpha-2, and XK for Kosovo. Names come from the reader's language (`Intl.DisplayNames`). */
export const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV ' +
  'CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM ' +
  'IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ' +
  'ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

const codes: ReadonlySet<string> = new Set(countryCodes)
export const isCountryCode = (text: string): boolean => codes.has(text)

const names = new Map<string, Intl.DisplayNames>()
/** The country in a language; the code itself where it is none. */
export function countryName(code: string, language: string): string {
  if (!isCountryCode(code)) return code
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region' })
  names.set(language, known)
  return known.of(code) ?? code
}

/** How people write countries that is not their name in a language of ours. */
const alsoWritten: Readonly<Record<string, string>> = { uk: 'GB', usa: 'US', bharat: 'IN', holland: 'NL', england: 'GB', भारत: 'IN' }
let byName: ReadonlyMap<string, string> | undefined
const plain = (text: string): string => text.trim().toLocaleLowerCase('en').replaceAll('.', '')

/** The code of a country that a person wrote: a code, or a name in English, German, Spanish, French or Japanese; null: unknown. */
export function countryCodeOf(text: string): string | null {
  const typed = text.trim().toUpperCase()
  if (isCountryCode(typed)) return typed
  byName ??= new Map([
    ...['ja', 'fr', 'es', 'de', 'en'].flatMap((language) =>
      countryCodes.map((code): [string, string] => [plain(countryName(code, language)), code]),
    ),
    ...Object.entries(alsoWritten),
  ])
  return byName.get(plain(text)) ?? null
}
