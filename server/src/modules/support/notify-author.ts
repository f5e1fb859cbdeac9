import { z } from 'zod'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPerson } from '../auth/index.ts'
import { resolveSender } from '../channels/index.ts'
import { findOrganization, isActiveMember } from '../organizations/index.ts'

import { ticketMailId } from './ticket-address.ts'

/** The operator answered a ticket. */
export const ticketAnswered = defineInternalEvent(
  'support.ticketAnswered',
  z.object({ ticketId: Id, messageId: Id, userId: Id, subject: personalText(), from: personalText() }),
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
  /** Where replies by email are read. */
  replyNote: string
}

const mailTexts: Record<Language, MailTexts> = {
  en: {
    subject: (subject) => `Answer to your support ticket: ${subject}`,
    open: 'Open the ticket',
    note: 'Answer on the page of the ticket. Replies to this email are not read.',
    replyNote: 'Reply to this email, or on the page of the ticket.',
  },
  de: {
    subject: (subject) => `Antwort auf Ihre Support-Anfrage: ${subject}`,
    open: 'Anfrage öffnen',
    note: 'Bitte antworten Sie auf der Seite der Anfrage. Antworten auf diese E-Mail werden nicht gelesen.',
    replyNote: 'Antworten Sie auf diese E-Mail oder auf der Seite der Anfrage.',
  },
  es: {
    subject: (subject) => `Respuesta a su solicitud de soporte: ${subject}`,
    open: 'Abrir la solicitud',
    note: 'Responda en la página de la solicitud. Las respuestas a este correo no se leen.',
    replyNote: 'Responda a este correo o en la página de la solicitud.',
  },
  fr: {
    subject: (subject) => `Réponse à votre demande d’assistance : ${subject}`,
    open: 'Ouvrir la demande',
    note: 'Répondez sur la page de la demande. Les réponses à cet e-mail ne sont pas lues.',
    replyNote: 'Répondez à cet e-mail ou sur la page de la demande.',
  },
  ja: {
    subject: (subject) => `サポートへのお問い合わせへの回答: ${subject}`,
    open: 'お問い合わせを開く',
    note: 'お問い合わせのページでご返信ください。このメールへの返信は読まれません。',
    replyNote: 'このメールに返信するか、お問い合わせのページでご返信ください。',
  },
}

/** Where the operator's organization reads its email: its verified default sender. Null for none. */
const deskAddress = ({ db }: Platform, desk: string): Promise<string | null> =>
  db.withOrg(desk, async (tx) => {
    const sender = await resolveSender(tx, null)
    return sender?.verifiedAt ? (sender.replyTo ?? sender.email) : null
  })

/** Prepares the mail of an answer; the returned function sends it with a notification, in the transaction that stores the answer. */
export async function prepareNews(
  platform: Platform,
  { orgId, desk }: { orgId: string; desk: string },
  answered: AnsweredTicket,
): Promise<(tx: OrgTx) => Promise<void>> {
  const { body, ...event } = answered
  const { ticketId, userId, subject } = event
  const { person, organization } = await platform.db.withAuth(async (tx) => ({
    person: await findPerson(tx, userId),
    organization: await findOrganization(tx, orgId),
  }))
  if (!person || !organization || person.status !== 'ACTIVE') return () => Promise.resolve()
  const { language } = person.preferences
  const { subject: title, open, note, replyNote } = mailTexts[language]
  const replyTo = await deskAddress(platform, desk)
  const mail = renderEmail({
    language,
    subject: title(subject),
    paragraphs: body.split(/\n{2,}/),
    action: { label: open, url: `${platform.config.publicUrl}/org/${organization.slug}/support?ticket=${ticketId}` },
    notes: [replyTo === null ? note : replyNote],
  })
  const reply = replyTo === null ? {} : { replyTo, messageId: ticketMailId(platform, ticketId, event.messageId) }
  return async (tx) => {
    if (!(await isActiveMember(tx, userId))) return
    await queueEmail(platform, tx, orgId, person.email, { ...mail, ...reply })
    await platform.events.emit(tx, ticketAnswered, event)
  }
}
