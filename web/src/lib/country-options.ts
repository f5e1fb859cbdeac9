import { countryCodes, countryName } from '@imperium/contract/countries.ts'
import { currentLanguage } from './words.ts'

/** Countries by their code, with their names in the reader's language, in its order. */
export const countryOptions = () =>
  countryCodes
    .map((value) => ({ value, label: countryName(value, currentLanguage()) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLanguage()))
