import { chooseLanguage } from '@imperium/contract/choose-language.ts'
import type { Language } from '@imperium/contract/languages.ts'

export interface FooterTexts {
  unsubscribe: string
  preferences: string
  stop: string
}

/** What we add to messages ourselves, in the recipient's language. */
const texts: Record<Language, FooterTexts> = {
  en: { unsubscribe: 'Unsubscribe', preferences: 'Preferences', stop: 'Reply STOP to unsubscribe.' },
  de: { unsubscribe: 'Abmelden', preferences: 'Einstellungen', stop: 'Abmelden: Antwort mit STOP.' },
  es: { unsubscribe: 'Darse de baja', preferences: 'Preferencias', stop: 'Responda STOP para darse de baja.' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Préférences', stop: 'Répondez STOP pour vous désabonner.' },
  ja: { unsubscribe: '配信停止', preferences: '配信設定', stop: '配信停止はSTOPと返信してください。' },
}

export const footerText = (locale: string | null): FooterTexts => texts[chooseLanguage(locale ?? undefined)]
