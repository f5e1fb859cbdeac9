import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'

export type Keyword = 'stop' | 'start' | 'help'

/** The words by language; where several languages say the same it is the first one's, and the answer comes in the person's own. */
const texts: Record<Keyword, Record<Language, readonly string[]>> = {
  stop: {
    en: ['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'opt out', 'opt-out', 'optout', 'revoke'],
    es: ['alto', 'parar', 'baja', 'darme de baja', 'cancelar', 'detener'],
    fr: ['arrêt', 'arrêter', 'désabonner', 'se désabonner', 'désinscription', 'désinscrire'],
    de: ['stopp', 'abmelden', 'abbestellen', 'abmeldung', 'beenden'],
    ja: ['停止', '配信停止', 'ストップ', '解除', '配信解除', '中止'],
  },
  start: {
    en: ['start', 'unstop', 'subscribe', 'resume', 'opt in', 'opt-in', 'optin'],
    es: ['iniciar', 'alta', 'comenzar', 'reanudar', 'suscribir'],
    fr: ['démarrer', 'reprendre', 'commencer', 'abonner'],
    de: ['starten', 'anmelden', 'fortsetzen'],
    ja: ['開始', '再開', 'スタート', '配信再開', '登録'],
  },
  help: {
    en: ['help', 'info'],
    es: ['ayuda'],
    fr: ['aide'],
    de: ['hilfe'],
    ja: ['ヘルプ', '助けて'],
  },
}

/** One form for what phones write: width, case and accents aside, without punctuation and quotes around it. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')

const politeness = / (please|pls|now|por favor|s'il vous plait|svp|bitte|お願いします)$/u

const known = new Map<string, { keyword: Keyword; language: Language }>()
for (const keyword of ['stop', 'start', 'help'] as const)
  for (const [language, list] of Object.entries(texts[keyword]) as [Language, readonly string[]][])
    for (const word of list) if (!known.has(plain(word))) known.set(plain(word), { keyword, language })

/** The word that a whole message consists of; null for any other message: "stop by tomorrow" ends nothing. */
export function readKeyword(text: string): { keyword: Keyword; language: Language } | null {
  if (text.length > 100) return null
  const consent = plain(text)
  return known.get(consent) ?? known.get(consent.replace(politeness, '')) ?? null
}

/** Where a signature begins: RFC 3676, and what phones write below a mail by themselves. */
const signature =
  /^(--\s?$|(sent (from|with|via)|get outlook|envoyé (de|depuis|à partir|avec)|enviado (desde|do|con)|inviato (da|con)|verstuurd vanaf|verzonden (vanuit|met)|von mein\S* .*gesendet|gesendet (von|mit|über)|diese nachricht wurde (von|mit))\b|(t[eé]l[eé]charger|obtenir|obtener|descargar|ottieni|scarica) outlook\b|outlook (für|voor|pour|para|per) (ios|android|mac)\b|.*から送信)/i

/**
 * Whether a mail ends what it answers: all that its writer says (`text`, without what is quoted) is STOP, or it says nothing and is called
 * "unsubscribe", as programs write it for a mailto: address. START and HELP are words like any other there.
 */
export function isStopByMail({ subject, text }: { subject: string; text: string }): boolean {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => signature.test(line.trim()))
  const own = lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim()
  return own === '' ? plain(subject) === 'unsubscribe' : readKeyword(own)?.keyword === 'stop'
}

const yes = new Set(
  (
    ['yes', 'y', 'yes please', 'confirm', 'sí', 'confirmo', 'confirmar', 'oui', 'je confirme', 'ja', 'bestätigen', 'はい', '同意'] as const
  ).map(plain),
)

/** Whether a whole message says yes to what was asked. */
export const isYes = (text: string): boolean => text.length <= 100 && yes.has(plain(text).replace(politeness, ''))

interface Replies {
  stopped: string
  started: string
  confirmed: string
  /** START, and the number is kept off for another reason than STOP. */
  stillOff: string
  /** START, and there is no consent that it could bring back. */
  nothing: string
  help: string
}

const replies: Record<Language, Replies> = {
  en: {
    stopped: '{organization}: You are unsubscribed and will get no more messages. Reply START to get them again.',
    started: '{organization}: You will get messages again. Reply STOP to end them.',
    confirmed: '{organization}: Thank you, you will get our messages. Reply STOP to end them.',
    stillOff: '{organization}: This number stays off our list, for it was removed in another way. Please contact us.',
    nothing: '{organization}: There is nothing to resume, for this number is not signed up. To sign up, please contact us. {help}',
    help: '{organization}: {help}Reply STOP to get no more messages.',
  },
  es: {
    stopped: '{organization}: Te has dado de baja y no recibirás más mensajes. Responde START para volver a recibirlos.',
    started: '{organization}: Volverás a recibir mensajes. Responde STOP para darte de baja.',
    confirmed: '{organization}: Gracias, recibirás nuestros mensajes. Responde STOP para darte de baja.',
    stillOff:
      '{organization}: Este número sigue fuera de nuestra lista porque se dio de baja de otra forma. Ponte en contacto con nosotros.',
    nothing:
      '{organization}: No hay nada que reanudar, porque este número no está suscrito. Para suscribirte, ponte en contacto con nosotros. {help}',
    help: '{organization}: {help}Responde STOP para no recibir más mensajes.',
  },
  fr: {
    stopped: '{organization} : vous êtes désabonné et ne recevrez plus de messages. Répondez START pour en recevoir à nouveau.',
    started: '{organization} : vous recevrez à nouveau des messages. Répondez STOP pour les arrêter.',
    confirmed: '{organization} : merci, vous recevrez nos messages. Répondez STOP pour les arrêter.',
    stillOff: '{organization} : ce numéro reste hors de notre liste, car il a été retiré autrement. Veuillez nous contacter.',
    nothing:
      '{organization} : il n’y a rien à reprendre, car ce numéro n’est pas inscrit. Pour vous inscrire, veuillez nous contacter. {help}',
    help: '{organization} : {help}Répondez STOP pour ne plus recevoir de messages.',
  },
  de: {
    stopped: '{organization}: Sie sind abgemeldet und erhalten keine Nachrichten mehr. Antworten Sie START, um wieder welche zu erhalten.',
    started: '{organization}: Sie erhalten wieder Nachrichten. Antworten Sie STOP, um sie zu beenden.',
    confirmed: '{organization}: Danke, Sie erhalten unsere Nachrichten. Antworten Sie STOP, um sie zu beenden.',
    stillOff: '{organization}: Diese Nummer bleibt gesperrt, denn sie wurde auf anderem Weg abgemeldet. Bitte nehmen Sie Kontakt auf.',
    nothing:
      '{organization}: Es gibt nichts fortzusetzen, denn diese Nummer ist nicht angemeldet. Um sich anzumelden, nehmen Sie bitte Kontakt auf. {help}',
    help: '{organization}: {help}Antworten Sie STOP, um keine Nachrichten mehr zu erhalten.',
  },
  ja: {
    stopped: '{organization}: 配信を停止しました。今後メッセージは届きません。再開するには START と返信してください。',
    started: '{organization}: 配信を再開しました。停止するには STOP と返信してください。',
    confirmed: '{organization}: ご登録ありがとうございます。配信を停止するには STOP と返信してください。',
    stillOff: '{organization}: この番号は別の方法で配信が停止されているため、再開できません。お問い合わせください。',
    nothing: '{organization}: この番号は登録されていないため、再開する配信はありません。登録をご希望の場合はお問い合わせください。 {help}',
    help: '{organization}: {help}配信を停止するには STOP と返信してください。',
  },
}

export interface ReplyParts {
  /** Of the word; an English one is understood everywhere, so that the person's own language counts. */
  language: Language
  locale: string | null
  organization: string
  /** The reply to HELP, and to a START that resumes nothing: the contact details. */
  help: string
}

export function writeReply(kind: keyof Replies, { language, locale, organization, help }: ReplyParts): string {
  const consent = language === 'en' && locale ? chooseLanguage(locale) : language
  return replies[consent][kind]
    .replaceAll(/\{(organization|help)\}/g, (_, name) => (name === 'organization' ? organization : help && `${help} `))
    .trimEnd()
}

/** {purpose} is the organization's own word for it. */
const questions: Record<Language, string> = {
  en: '{organization}: Reply YES to get text messages about: {purpose}. Reply STOP if you do not want them. Message and data rates may apply.',
  es: '{organization}: Responde SÍ para recibir mensajes sobre: {purpose}. Responde STOP si no los quieres. Pueden aplicarse tarifas de mensajes y datos.',
  fr: '{organization} : répondez OUI pour recevoir des messages au sujet de : {purpose}. Répondez STOP si vous n’en voulez pas. Le tarif de votre opérateur s’applique.',
  de: '{organization}: Antworten Sie JA, um Nachrichten zu erhalten über: {purpose}. Antworten Sie STOP, wenn Sie keine wünschen.',
  ja: '{organization}: 「{purpose}」についてのメッセージを受け取るには YES と返信してください。不要な場合は STOP と返信してください。',
}

/** The message of double opt-in: what is asked, and how to answer it. */
export function writeQuestion(locale: string | null, about: { organization: string; purpose: string }): string {
  const question = questions[locale ? chooseLanguage(locale) : 'en']
  return question.replaceAll(/\{(organization|purpose)\}/g, (_, name) => (name === 'organization' ? about.organization : about.purpose))
}
