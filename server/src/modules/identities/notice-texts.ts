import type { Language } from '@imperium/contract/languages.ts'
import type { NoticeText } from '../auth/index.ts'

const subjects = {
  connected: {
    en: '{provider} was connected to your account',
    es: 'Se ha conectado {provider} a tu cuenta',
    fr: '{provider} a été associé à votre compte',
    de: '{provider} wurde mit Ihrem Konto verbunden',
    ja: '{provider} がアカウントに連携されました',
  },
  disconnected: {
    en: '{provider} was disconnected from your account',
    es: 'Se ha desconectado {provider} de tu cuenta',
    fr: '{provider} a été dissocié de votre compte',
    de: '{provider} wurde von Ihrem Konto getrennt',
    ja: '{provider} とアカウントの連携が解除されました',
  },
} satisfies Record<string, Record<Language, string>>

const texts = {
  connected: {
    en: 'From now on {email} at {provider} signs in to your account.',
    es: 'A partir de ahora, {email} en {provider} inicia sesión en tu cuenta.',
    fr: 'Désormais, {email} chez {provider} permet de se connecter à votre compte.',
    de: 'Ab jetzt meldet {email} bei {provider} Sie in Ihrem Konto an.',
    ja: '今後は {provider} の {email} でアカウントにサインインできます。',
  },
  disconnected: {
    en: '{email} at {provider} no longer signs in to your account.',
    es: '{email} en {provider} ya no inicia sesión en tu cuenta.',
    fr: '{email} chez {provider} ne permet plus de se connecter à votre compte.',
    de: '{email} bei {provider} meldet Sie nicht mehr in Ihrem Konto an.',
    ja: '{provider} の {email} ではアカウントにサインインできなくなりました。',
  },
} satisfies Record<string, Record<Language, string>>

const languagesOf = Object.keys(texts.connected) as Language[]

/** The notice when a provider account becomes, or stops being, a sign-in method of the account. */
export function writeIdentityNotice(what: keyof typeof texts, provider: string, email: string): Record<Language, NoticeText> {
  const fill = (text: string) => text.replaceAll('{provider}', provider).replaceAll('{email}', email)
  const entries = languagesOf.map((language) => [language, { subject: fill(subjects[what][language]), text: fill(texts[what][language]) }])
  return Object.fromEntries(entries) as Record<Language, NoticeText>
}
