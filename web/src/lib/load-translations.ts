import type { Language } from '@imperium/contract/languages.ts'
import { preferredLanguage, speak } from './words.ts'
import type { Dictionary } from './words.ts'

type Load = () => Promise<{ default: Dictionary }>

const dictionaries: Record<Exclude<Language, 'en'>, Load> = {
  es: () => import('../words/es.json'),
  fr: () => import('../words/fr.json'),
  de: () => import('../words/de.json'),
  ja: () => import('../words/ja.json'),
}

/** Loads the translations of the preferred language. If that fails, the page uses English. */
export async function loadTranslations(
  language: Language = preferredLanguage(),
  loads: Partial<Record<Language, Load>> = dictionaries,
): Promise<void> {
  const load = loads[language]
  if (load) {
    try {
      speak(language, (await load()).default)
    } catch (error) {
      console.warn(`The words of "${language}" cannot be loaded; the page speaks English.`, error)
      return
    }
  }
  document.documentElement.lang = language
}
