import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { currentLanguage } from '../../../lib/words.ts'

type Texts = Readonly<Record<string, string>>

const loads: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  es: () => import('./texts/es.json'),
  fr: () => import('./texts/fr.json'),
  de: () => import('./texts/de.json'),
  ja: () => import('./texts/ja.json'),
}

/** The content of the layouts in the language of the page. It stays out of the dictionaries: only this dialog needs it. */
export const layoutTextsQuery = () => {
  const language = currentLanguage()
  return {
    queryKey: ['layout-texts', language],
    queryFn: async (): Promise<Texts> => (language === 'en' ? {} : (await loads[language]()).default),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { silent: true },
  }
}

const textNames = new Set(['text', 'label', 'alt', 'title', 'value', 'fallback'])

/** The texts of a layout, as `change` has them. */
export const mapLayoutTexts = (design: EmailDesign, change: (text: string) => string): EmailDesign => ({
  ...design,
  blocks: JSON.parse(JSON.stringify(design.blocks), (name, value: unknown) =>
    typeof value === 'string' && textNames.has(name) ? change(value) : value,
  ) as EmailDesign['blocks'],
})
