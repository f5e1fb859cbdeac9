import type { Language } from '@imperium/contract/languages.ts'
import { renderLetter } from '../../../platform/mail/letter.ts'
import type { Letter } from '../../../platform/mail/letter.ts'

interface Words {
  subject: (organization: string) => string
  body: (organization: string, purpose: string) => string
  action: string
  unexpected: string
}

const words: Record<Language, Words> = {
  en: {
    subject: (organization) => `Please confirm: e-mails from ${organization}`,
    body: (organization, purpose) => `${organization} would like to write to you about: ${purpose}. Please confirm that you want this.`,
    action: 'Confirm',
    unexpected: 'If you did not ask for this, ignore this mail: without your confirmation you will get nothing.',
  },
  es: {
    subject: (organization) => `Confirma, por favor: correos de ${organization}`,
    body: (organization, purpose) => `${organization} quiere escribirte sobre: ${purpose}. Confirma que lo deseas.`,
    action: 'Confirmar',
    unexpected: 'Si no lo has pedido, ignora este correo: sin tu confirmación no recibirás nada.',
  },
  fr: {
    subject: (organization) => `Veuillez confirmer : e-mails de ${organization}`,
    body: (organization, purpose) =>
      `${organization} souhaite vous écrire au sujet de : ${purpose}. Veuillez confirmer que vous êtes d’accord.`,
    action: 'Confirmer',
    unexpected: 'Si vous n’avez rien demandé, ignorez ce message : sans votre confirmation, vous ne recevrez rien.',
  },
  de: {
    subject: (organization) => `Bitte bestätigen: E-Mails von ${organization}`,
    body: (organization, purpose) =>
      `${organization} möchte Ihnen schreiben über: ${purpose}. Bitte bestätigen Sie, dass Sie das wünschen.`,
    action: 'Bestätigen',
    unexpected: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne Ihre Bestätigung erhalten Sie nichts.',
  },
  ja: {
    subject: (organization) => `ご確認ください: ${organization} からのメール`,
    body: (organization, purpose) =>
      `${organization} が「${purpose}」についてのメールをお送りします。受信を希望される場合は確認してください。`,
    action: '確認する',
    unexpected: 'お心当たりがない場合は、このメールを無視してください。確認がない限り、メールは届きません。',
  },
}

interface Asked {
  language: Language
  organizationName: string
  purposeName: string
  url: string
}

/** The letter of double opt-in, in the organization's name and the person's language, and what others may read of it. */
export function writeConfirmation(about: Asked): { letter: Letter; shown: string } {
  const { subject, body, action, unexpected } = words[about.language]
  const shown = body(about.organizationName, about.purposeName)
  const letter = renderLetter({
    language: about.language,
    subject: subject(about.organizationName),
    organizationName: about.organizationName,
    paragraphs: [shown],
    action: { label: action, url: about.url },
    notes: [unexpected],
  })
  return { letter, shown }
}
