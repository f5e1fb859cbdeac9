import type { Language } from '@imperium/contract/languages.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../../platform/mail/render-email.ts'

interface Texts {
  subject: (organization: string) => string
  body: (person: string, organization: string, email: string) => string
  action: string
  valid: (days: number) => string
  unexpected: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: (organization) => `May ${organization} send mail from this address?`,
    body: (person, organization, email) =>
      `${person} of ${organization} would like to send mail from ${email}. Confirm it if you agree: the address then stands as sender of their mail.`,
    action: 'Confirm this sender',
    valid: (days) => `This link works once and is valid for ${days} days.`,
    unexpected: 'If you did not expect this mail, ignore it: nothing is sent from your address without you.',
  },
  es: {
    subject: (organization) => `¿Puede ${organization} enviar correo desde esta dirección?`,
    body: (person, organization, email) =>
      `${person}, de ${organization}, quiere enviar correo desde ${email}. Confírmalo si estás de acuerdo: la dirección figurará como remitente de sus mensajes.`,
    action: 'Confirmar este remitente',
    valid: (days) => `Este enlace funciona una sola vez y es válido durante ${days} días.`,
    unexpected: 'Si no esperabas este correo, ignóralo: sin ti no se envía nada desde tu dirección.',
  },
  fr: {
    subject: (organization) => `${organization} peut-elle envoyer des e-mails depuis cette adresse ?`,
    body: (person, organization, email) =>
      `${person}, de ${organization}, souhaite envoyer des e-mails depuis ${email}. Confirmez si vous êtes d’accord : l’adresse figurera comme expéditeur de ses messages.`,
    action: 'Confirmer cet expéditeur',
    valid: (days) => `Ce lien fonctionne une seule fois et reste valable ${days} jours.`,
    unexpected: 'Si vous n’attendiez pas ce message, ignorez-le : rien n’est envoyé depuis votre adresse sans vous.',
  },
  de: {
    subject: (organization) => `Darf ${organization} von dieser Adresse E-Mails senden?`,
    body: (person, organization, email) =>
      `${person} von ${organization} möchte E-Mails von ${email} senden. Bestätigen Sie das, wenn Sie einverstanden sind: Die Adresse steht dann als Absender in diesen E-Mails.`,
    action: 'Diesen Absender bestätigen',
    valid: (days) => `Dieser Link funktioniert einmal und gilt ${days} Tage.`,
    unexpected: 'Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie: Ohne Sie wird nichts von Ihrer Adresse gesendet.',
  },
  ja: {
    subject: (organization) => `${organization} がこのアドレスからメールを送信してもよろしいですか`,
    body: (person, organization, email) =>
      `${organization} の ${person} さんが、${email} からメールを送信することを希望しています。同意する場合は確認してください。このアドレスがメールの差出人として表示されます。`,
    action: 'この差出人を確認する',
    valid: (days) => `このリンクは一度だけ使用でき、${days} 日間有効です。`,
    unexpected: 'このメールに心当たりがない場合は、無視してください。あなたの同意なしに、あなたのアドレスから送信されることはありません。',
  },
}

/** The email that asks an address to confirm that an organization may send from it, in the language of the requesting user. */
export function writeSenderEmail(about: {
  language: Language
  organizationName: string
  person: string
  email: string
  days: number
  url: string
}): RenderedEmail {
  const { subject, body, action, valid, unexpected } = texts[about.language]
  return renderEmail({
    language: about.language,
    subject: subject(about.organizationName),
    organizationName: about.organizationName,
    paragraphs: [body(about.person, about.organizationName, about.email)],
    action: { label: action, url: about.url },
    notes: [valid(about.days), unexpected],
  })
}
