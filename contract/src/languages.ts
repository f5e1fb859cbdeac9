import { z } from 'zod'
import { languages } from './choose-language.ts'

export { chooseLanguage, languages } from './choose-language.ts'

export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

/** The same text or object in every language. */
export const inEachLanguage = <T>(write: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(languages.map((language) => [language, write(language)])) as Record<Language, T>

export const dateFormats = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const
export const timeFormats = ['12h', '24h'] as const
