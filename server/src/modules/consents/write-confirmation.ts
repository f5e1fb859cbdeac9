import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'

interface Texts {
  subject: (organization: string) => string
  body: (organization: string, purpose: string) => string
  /** Where a text message follows to a number, of which this is enough to recognise it. */
  sms: (hint: string) => string
  action: string
  unexpected: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: (organization) => `Please confirm: emails from ${organization}`,
    body: (organization, purpose) => `${organization} would like to write to you about: ${purpose}. Please confirm that you want this.`,
    sms: (hint) => `You also asked for text messages to ${hint}. Once you have confirmed, one will ask you to answer YES.`,
    action: 'Confirm',
    unexpected: 'If you did not ask for this, ignore this mail: without your confirmation you will get nothing.',
  },
  es: {
    subject: (organization) => `Confirma, por favor: correos de ${organization}`,
    body: (organization, purpose) => `${organization} quiere escribirte sobre: ${purpose}. Confirma que lo deseas.`,
    sms: (hint) => `También has pedido mensajes de texto en el ${hint}. Después de confirmar, uno te pedirá que respondas SÍ.`,
    action: 'Confirmar',
    unexpected: 'Si no lo has pedido, ignora este correo: sin tu confirmación no recibirás nada.',
  },
  fr: {
    subject: (organization) => `Veuillez confirmer : e-mails de ${organization}`,
    body: (organization, purpose) =>
      `${organization} souhaite vous écrire au sujet de : ${purpose}. Veuillez confirmer que vous êtes d’accord.`,
    sms: (hint) => `Vous avez aussi demandé des SMS au ${hint}. Après votre confirmation, l’un d’eux vous demandera de répondre OUI.`,
    action: 'Confirmer',
    unexpected: 'Si vous n’avez rien demandé, ignorez ce message : sans votre confirmation, vous ne recevrez rien.',
  },
  de: {
    subject: (organization) => `Bitte bestätigen: E-Mails von ${organization}`,
    body: (organization, purpose) =>
      `${organization} möchte Ihnen schreiben über: ${purpose}. Bitte bestätigen Sie, dass Sie das wünschen.`,
    sms: (hint) => `Sie wünschen außerdem SMS an ${hint}. Nach der Bestätigung bittet eine SMS Sie um die Antwort JA.`,
    action: 'Bestätigen',
    unexpected: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne Ihre Bestätigung erhalten Sie nichts.',
  },
  ja: {
    subject: (organization) => `ご確認ください: ${organization} からのメール`,
    body: (organization, purpose) =>
      `${organization} が「${purpose}」についてのメールをお送りします。受信を希望される場合は確認してください。`,
    sms: (hint) => `${hint} 宛てのSMSも希望されています。確認後に届くSMSに YES と返信してください。`,
    action: '確認する',
    unexpected: 'お心当たりがない場合は、このメールを無視してください。確認がない限り、メールは届きません。',
  },
}

interface Request {
  language: Language
  organizationName: string
  purposeName: string
  url: string
  smsHint: string | null
  style: EmailStyle | undefined
}

/** The letter of double opt-in, in the organization's name and the person's language, and what others may read of it. */
export function writeConfirmation(about: Request): { emailMessage: RenderedEmail; shown: string } {
  const { subject, body, sms, action, unexpected } = texts[about.language]
  const paragraphs = [body(about.organizationName, about.purposeName), ...(about.smsHint ? [sms(about.smsHint)] : [])]
  const emailMessage = renderEmail({
    language: about.language,
    subject: subject(about.organizationName),
    organizationName: about.organizationName,
    style: about.style,
    paragraphs,
    action: { label: action, url: about.url },
    notes: [unexpected],
  })
  return { emailMessage, shown: paragraphs.join('\n\n') }
}
