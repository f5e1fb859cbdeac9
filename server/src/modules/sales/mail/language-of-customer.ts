import { chooseLanguage, languages } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { findContact } from '../../contacts/index.ts'

const speaks = (locale: string, language: string) => locale.toLowerCase().split(/[-_]/)[0] === language

/** The language that the contact is known to read, if it is one of ours; else that of the member who sends. */
export async function languageOfCustomer(tx: OrgTx, contactId: string | null, fallback: Language): Promise<Language> {
  const locale = contactId === null ? null : (await findContact(tx, contactId))?.locale
  return locale && languages.some((each) => speaks(locale, each)) ? chooseLanguage(locale.replace('_', '-')) : fallback
}
