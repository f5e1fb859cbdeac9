import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { invitationDays } from '@imperium/contract/team.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'

interface Texts {
  subject: (inviter: string, organization: string) => string
  body: (inviter: string, organization: string) => string
  action: string
  valid: (days: number) => string
  unexpected: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: (inviter, organization) => `${inviter} invites you to ${organization}`,
    body: (inviter, organization) => `${inviter} would like you to join the organization ${organization} on Imperium.`,
    action: 'Accept the invitation',
    valid: (days) => `This link works once and is valid for ${days} days.`,
    unexpected: 'If you do not know why you received this mail, ignore it: nothing happens without you.',
  },
  es: {
    subject: (inviter, organization) => `${inviter} te invita a ${organization}`,
    body: (inviter, organization) => `${inviter} quiere que te unas a la organización ${organization} en Imperium.`,
    action: 'Aceptar la invitación',
    valid: (days) => `Este enlace funciona una sola vez y es válido durante ${days} días.`,
    unexpected: 'Si no sabes por qué has recibido este correo, ignóralo: sin ti no ocurre nada.',
  },
  fr: {
    subject: (inviter, organization) => `${inviter} vous invite à rejoindre ${organization}`,
    body: (inviter, organization) => `${inviter} souhaite que vous rejoigniez l’organisation ${organization} sur Imperium.`,
    action: 'Accepter l’invitation',
    valid: (days) => `Ce lien fonctionne une seule fois et reste valable ${days} jours.`,
    unexpected: 'Si vous ne savez pas pourquoi vous avez reçu ce message, ignorez-le : rien ne se passe sans vous.',
  },
  de: {
    subject: (inviter, organization) => `${inviter} lädt Sie zu ${organization} ein`,
    body: (inviter, organization) => `${inviter} möchte, dass Sie der Organisation ${organization} auf Imperium beitreten.`,
    action: 'Einladung annehmen',
    valid: (days) => `Dieser Link funktioniert einmal und gilt ${days} Tage.`,
    unexpected: 'Wenn Sie nicht wissen, warum Sie diese E-Mail erhalten haben, ignorieren Sie sie: Ohne Sie geschieht nichts.',
  },
  ja: {
    subject: (inviter, organization) => `${inviter} さんから ${organization} への招待`,
    body: (inviter, organization) => `${inviter} さんが、Imperium の組織「${organization}」への参加を求めています。`,
    action: '招待を承認する',
    valid: (days) => `このリンクは一度だけ使用でき、${days} 日間有効です。`,
    unexpected: 'このメールに心当たりがない場合は、無視してください。あなたの操作なしには何も行われません。',
  },
}

/** The email to an invited user, in the inviter's language: that of the invited user is not known yet. */
export function writeInvitation(about: {
  language: Language
  organizationName: string
  inviter: string
  url: string
  style?: EmailStyle | undefined
}): RenderedEmail {
  const { subject, body, action, valid, unexpected } = texts[about.language]
  return renderEmail({
    language: about.language,
    subject: subject(about.inviter, about.organizationName),
    organizationName: about.organizationName,
    style: about.style,
    paragraphs: [body(about.inviter, about.organizationName)],
    action: { label: action, url: about.url },
    notes: [valid(invitationDays), unexpected],
  })
}
