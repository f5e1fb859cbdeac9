import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../../platform/mail/render-email.ts'
import { writeMoment } from '../../../platform/text/write-date.ts'
import type { DateReader } from '../../../platform/text/write-date.ts'

interface Texts {
  subject: (title: string) => string
  asks: (workflow: string) => string
  action: string
  until: (when: string) => string
  safe: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: (title) => `To be decided: ${title}`,
    asks: (workflow) => `The workflow "${workflow}" waits for your decision.`,
    action: 'Read and decide',
    until: (when) => `The time for it ends on ${when}.`,
    safe: 'Opening the link decides nothing. Do not pass this mail on: whoever has the link decides in your name.',
  },
  es: {
    subject: (title) => `Por decidir: ${title}`,
    asks: (workflow) => `El flujo de trabajo «${workflow}» espera tu decisión.`,
    action: 'Leer y decidir',
    until: (when) => `El plazo termina el ${when}.`,
    safe: 'Abrir el enlace no decide nada. No reenvíes este correo: quien tenga el enlace decide en tu nombre.',
  },
  fr: {
    subject: (title) => `À décider : ${title}`,
    asks: (workflow) => `Le workflow « ${workflow} » attend votre décision.`,
    action: 'Lire et décider',
    until: (when) => `Le délai prend fin le ${when}.`,
    safe: 'Ouvrir le lien ne décide de rien. Ne transférez pas cet e-mail : quiconque a le lien décide en votre nom.',
  },
  de: {
    subject: (title) => `Zu entscheiden: ${title}`,
    asks: (workflow) => `Der Workflow „${workflow}“ wartet auf Ihre Entscheidung.`,
    action: 'Lesen und entscheiden',
    until: (when) => `Die Frist endet am ${when}.`,
    safe: 'Das Öffnen des Links entscheidet nichts. Geben Sie diese E-Mail nicht weiter: Wer den Link hat, entscheidet in Ihrem Namen.',
  },
  ja: {
    subject: (title) => `承認の依頼: ${title}`,
    asks: (workflow) => `ワークフロー「${workflow}」があなたの判断を待っています。`,
    action: '内容を確認して判断する',
    until: (when) => `期限は ${when} です。`,
    safe: 'リンクを開いただけでは何も決まりません。このメールを転送しないでください。リンクを持つ人は、あなたの名前で判断できます。',
  },
}

/** The question to a member whether a run may go on, with the link that decides in their name. */
export function writeApprovalEmail(about: {
  language: Language
  reader: DateReader
  organizationName: string
  workflowName: string
  title: string
  message: string
  expiresAt: Date | null
  url: string
  style: EmailStyle | undefined
}): RenderedEmail {
  const { language, reader, expiresAt } = about
  const { subject, asks, action, until, safe } = texts[language]
  const when = expiresAt && writeMoment(expiresAt, reader)
  const title = about.title.replaceAll(/\s+/g, ' ')
  return renderEmail({
    language,
    subject: subject(title),
    organizationName: about.organizationName,
    style: about.style,
    paragraphs: [asks(about.workflowName), title, ...about.message.split(/\n{2,}/).map((part) => part.trim())].filter(
      (part) => part !== '',
    ),
    action: { label: action, url: about.url },
    notes: [...(when === null ? [] : [until(`${when} (${reader.timeZone ?? 'UTC'})`)]), safe],
  })
}
