import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPerson } from '../auth/index.ts'
import { findOrganization, isActiveMember } from '../organizations/index.ts'

/** The operator answered a ticket. */
export const ticketAnswered = defineInternalEvent(
  'support.ticketAnswered',
  z.object({ ticketId: Id, messageId: Id, userId: Id, subject: z.string(), from: z.string() }),
)

interface AnsweredTicket {
  ticketId: string
  messageId: string
  userId: string
  subject: string
  from: string
  body: string
}

interface MailTexts {
  subject: (subject: string) => string
  open: string
  note: string
}

const mailTexts: Record<Language, MailTexts> = {
  en: {
    subject: (subject) => `Answer to your support ticket: ${subject}`,
    open: 'Open the ticket',
    note: 'Answer on the page of the ticket. Replies to this email are not read.',
  },
  de: {
    subject: (subject) => `Antwort auf Ihre Support-Anfrage: ${subject}`,
    open: 'Anfrage öffnen',
    note: 'Bitte antworten Sie auf der Seite der Anfrage. Antworten auf diese E-Mail werden nicht gelesen.',
  },
  es: {
    subject: (subject) => `Respuesta a su solicitud de soporte: ${subject}`,
    open: 'Abrir la solicitud',
    note: 'Responda en la página de la solicitud. Las respuestas a este correo no se leen.',
  },
  fr: {
    subject: (subject) => `Réponse à votre demande d’assistance : ${subject}`,
    open: 'Ouvrir la demande',
    note: 'Répondez sur la page de la demande. Les réponses à cet e-mail ne sont pas lues.',
  },
  ja: {
    subject: (subject) => `サポートへのお問い合わせへの回答: ${subject}`,
    open: 'お問い合わせを開く',
    note: 'お問い合わせのページでご返信ください。このメールへの返信は読まれません。',
  },
}

/** Prepares the mail of an answer; the returned function sends it with a notification, in the transaction that stores the answer. */
export async function prepareNews(platform: Platform, orgId: string, answered: AnsweredTicket): Promise<(tx: OrgTx) => Promise<void>> {
  const { body, ...event } = answered
  const { ticketId, userId, subject } = event
  const { person, organization } = await platform.db.withAuth(async (tx) => ({
    person: await findPerson(tx, userId),
    organization: await findOrganization(tx, orgId),
  }))
  if (!person || !organization || person.status !== 'ACTIVE') return () => Promise.resolve()
  const { language } = person.preferences
  const { subject: title, open, note } = mailTexts[language]
  const mail = renderEmail({
    language,
    subject: title(subject),
    paragraphs: body.split(/\n{2,}/),
    action: { label: open, url: `${platform.config.publicUrl}/org/${organization.slug}/support?ticket=${ticketId}` },
    notes: [note],
  })
  return async (tx) => {
    if (!(await isActiveMember(tx, userId))) return
    await queueEmail(platform, tx, orgId, person.email, mail)
    await platform.events.emit(tx, ticketAnswered, event)
  }
}
