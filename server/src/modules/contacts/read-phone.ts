import type { CountryCode } from 'libphonenumber-js/min'
import type { OrgTx } from '../../platform/db/database.ts'
import { findProfile } from '../organizations/index.ts'

/** Reads a number as people write it or a link does (`tel:`, RFC 3966) into E.164 with its plus, or null for what cannot be one. */
export interface ReadPhone {
  (text: string): string | null
  /** Whether it knows of which country national numbers are. */
  readonly hasCountry?: boolean
}

const longestText = 40
/** Digits without a country: more are not dialled in any country where it can be left out of doubt. */
const longestAtHome = 11
const e164 = /^\+[1-9][0-9]{6,14}$/

/**
 * A parser of phone numbers: without a plus they are of `country` (a name or an ISO code), and refused without one. A number must be possible by
 * its country's lengths, not assigned: numbering plans change faster than any table of them.
 */
export async function phoneReader(country: string): Promise<ReadPhone> {
  // Loaded with the first number: the tables of all countries stay in memory afterwards.
  const { getCountries, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const home = codeOf(country, getCountries())
  const read: ReadPhone = (written) => {
    const text = written.replace(/^\s*tel:/i, '')
    if (text.length > longestText) return null
    const parse = (number: string) => parsePhoneNumberFromString(number, { ...(home ? { defaultCountry: home } : {}), extract: false })
    const atHome = parse(text)
    const digits = text.replaceAll(/\D/g, '')
    // 491701234567 in Germany: lists lose the plus far more often than a trunk zero before an area that begins like the country.
    const isBare = atHome !== undefined && !/^\s*[+0(]/.test(text) && digits === atHome.nationalNumber
    const abroad = isBare && digits.startsWith(atHome.countryCallingCode) ? parse(`+${digits}`) : undefined
    const isDoubtful = abroad?.isValid() === true && parse(`0${digits}`)?.number === atHome?.number
    if (isDoubtful && digits.length <= longestAtHome) return null
    const found = isDoubtful ? abroad : atHome
    if (!found?.isPossible() || found.ext || !e164.test(found.number)) return null
    // Of several zeros in front only one is the trunk prefix: what is left is a number that cannot be read again.
    return text === found.number || parsePhoneNumberFromString(found.number)?.number === found.number ? found.number : null
  }
  return Object.assign(read, { hasCountry: home !== null })
}

/** The calling code of a number (E.164), and whether it is that of the organization's own country; false where its profile names none. */
export async function placeOfPhone(tx: OrgTx, phone: string): Promise<{ callingCode: string; isHome: boolean }> {
  const { getCountries, getCountryCallingCode, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const callingCode = parsePhoneNumberFromString(phone)?.countryCallingCode ?? ''
  const home = codeOf((await findProfile(tx, tx.orgId))?.country ?? '', getCountries())
  return { callingCode, isHome: home !== null && getCountryCallingCode(home) === callingCode }
}

/** The reader of an organization: its country stands in its profile. */
export const phoneReaderOf = async (tx: OrgTx): Promise<ReadPhone> => phoneReader((await findProfile(tx, tx.orgId))?.country ?? '')

const typedAtHome = /^(?=(?:\D*\d){3})[0-9 ()./-]{3,40}$/
/** A country and two digits: less would begin the numbers of half an organization. */
const enough = /^\+\d{4,15}$/

/** The E.164 start of a national number, with or without the leading zero; null for no number or an unknown country. */
export async function numberStartOf(tx: OrgTx, text: string): Promise<string | null> {
  if (!typedAtHome.test(text.trim())) return null
  const { AsYouType, getCountries } = await import('libphonenumber-js/min')
  const home = codeOf((await findProfile(tx, tx.orgId))?.country ?? '', getCountries())
  if (!home) return null
  const typed = new AsYouType(home)
  typed.input(text)
  const start = typed.getNumberValue() ?? ''
  return enough.test(start) ? start : null
}

const languages = ['en', 'es', 'fr', 'de', 'ja'] as const
const usual: Record<string, CountryCode> = { usa: 'US', uk: 'GB', 'great britain': 'GB', england: 'GB', uae: 'AE', holland: 'NL' }

function codeOf(country: string, codes: readonly CountryCode[]): CountryCode | null {
  const name = country.trim().toLowerCase()
  if (!name) return null
  const known = usual[name] ?? codes.find((code) => code.toLowerCase() === name)
  if (known) return known
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const named = codes.find((code) => names.of(code)?.toLowerCase() === name)
    if (named) return named
  }
  return null
}
