import type { Language } from '@imperium/contract/languages.ts'
import { currentLanguage } from '../../lib/words.ts'
import type { FormValues } from './form-values.ts'

interface Texts {
  /** The text for no purpose, for one, and for a choice of several. */
  none: string
  one: string
  several: string
  end: string
}

/** In the language of the form, which need not be that of the page: not in the dictionaries. */
const texts: Readonly<Record<Language, Texts>> = {
  en: {
    none: 'Yes, {organization} may write to me by email.',
    one: 'Yes, {organization} may write to me by email about “{purposes}”.',
    several: 'Yes, {organization} may write to me by email about what I have chosen above ({purposes}).',
    end: 'I can end it at any time by the link in every message.',
  },
  es: {
    none: 'Sí, {organization} puede escribirme por correo.',
    one: 'Sí, {organization} puede escribirme por correo sobre «{purposes}».',
    several: 'Sí, {organization} puede escribirme por correo sobre lo que he elegido arriba ({purposes}).',
    end: 'Puedo darme de baja en cualquier momento con el enlace de cada mensaje.',
  },
  fr: {
    none: 'Oui, {organization} peut m’écrire par e-mail.',
    one: 'Oui, {organization} peut m’écrire par e-mail au sujet de « {purposes} ».',
    several: 'Oui, {organization} peut m’écrire par e-mail au sujet de ce que j’ai choisi ci-dessus ({purposes}).',
    end: 'Je peux y mettre fin à tout moment par le lien présent dans chaque message.',
  },
  de: {
    none: 'Ja, {organization} darf mir E-Mails schreiben.',
    one: 'Ja, {organization} darf mir E-Mails zu „{purposes}“ schreiben.',
    several: 'Ja, {organization} darf mir E-Mails zu dem schreiben, was ich oben ausgewählt habe ({purposes}).',
    end: 'Ich kann das jederzeit über den Link in jeder Nachricht beenden.',
  },
  ja: {
    none: '{organization} からのメールを受け取ることに同意します。',
    one: '{organization} から「{purposes}」についてのメールを受け取ることに同意します。',
    several: '{organization} から、上で選んだもの（{purposes}）についてのメールを受け取ることに同意します。',
    end: '各メッセージのリンクからいつでも停止できます。',
  },
}

export interface Asker {
  organization: string
  purposes: readonly { key: string; name: string }[]
}

type Chosen = Pick<FormValues, 'language' | 'purposes'>

/** The default consent text of a form: sender, channels and purposes. */
export function usualConsent(chosen: Chosen, { organization, purposes }: Asker): string {
  const language = chosen.language || currentLanguage()
  const names = purposes.filter(({ key }) => chosen.purposes.includes(key)).map(({ name }) => name)
  const { none, one, several, end } = texts[language]
  const begin = names.length === 0 ? none : names.length === 1 ? one : several
  const values: Readonly<Record<string, string>> = { organization, purposes: names.join(language === 'ja' ? '、' : ', ') }
  return `${begin} ${end}`.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A change with the updated consent text, unless a member has edited the text. */
export const followedByText = <Change extends Partial<Chosen>>(
  values: Chosen & Pick<FormValues, 'consentText'>,
  change: Change,
  asker: Asker,
): Change & Partial<Pick<FormValues, 'consentText'>> =>
  values.consentText === usualConsent(values, asker) ? { ...change, consentText: usualConsent({ ...values, ...change }, asker) } : change
