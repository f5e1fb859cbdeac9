import { chatLimits } from '@imperium/contract/chat.ts'
import type { ChatStatus } from '@imperium/contract/chat.ts'
import { conflict } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { limitEmails } from '../../platform/mail/limit-emails.ts'
import { queueContactEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSuppressed } from '../consents/index.ts'
import { listChatMessages } from '../messages/index.ts'
import { findProfile } from '../organizations/index.ts'
import { chatTexts } from './chat-texts.ts'
import { keepEmail } from './hand-over.ts'
import { findSession, lockSession } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'
import { statusOf } from './thread.ts'
import { limitTranscripts, limitVisitor, readVisitor, withVisitorChat } from './visitor.ts'

/** Mails the visitor the conversation. @throws 401, 403, 404; 409 where there is nothing to mail; 429. */
export const mailTranscript = (
  platform: Platform,
  { publicId, email }: { publicId: string; email: string },
  context: PublicContext,
): Promise<ChatStatus> => {
  const { sessionId } = readVisitor(platform, publicId, context)
  return withVisitorChat(platform, publicId, context, async (chat) => {
    const { tx, settings, organization } = chat
    await limitVisitor(platform, chat, sessionId, context.ipAddress)
    await lockSession(tx, sessionId)
    const session = await findSession(tx, sessionId)
    if (!settings.mailsTranscript || !session) throw conflict('There is no conversation to mail.')
    const rows = await listChatMessages(tx, session.conversationId, { limit: chatLimits.shown })
    // Words of a stranger alone are no conversation, and would be anyone's mail in our name.
    if (!rows.some(({ direction }) => direction === 'outbound')) throw conflict('There is no conversation to mail.')
    await limitTranscripts(platform, tx.orgId, sessionId, context.ipAddress)
    await limitEmails(platform.db, email.toLowerCase())
    const texts = chatTexts[session.language]
    const lines = rows.map(({ direction, by_agent: isByAgent, sender_name: name, body }) => {
      const who = direction === 'inbound' ? texts.you : isByAgent ? `${name} (${texts.ai})` : name
      return `${who}: ${body}`
    })
    const rendered = renderEmail({
      language: session.language,
      subject: texts.transcriptSubject.replace('{organization}', () => organization.name),
      organizationName: organization.name,
      paragraphs: [texts.transcriptIntro, ...lines],
      notes: [texts.whyTranscript],
    })
    // The answer is the same, so that it does not tell who is on the list.
    if (!(await isSuppressed(platform, tx, { channel: 'email', address: email.toLowerCase() })))
      await queueContactEmail(platform, tx, email, rendered)
    return statusOf(platform, chat, await keepEmail(chat, session, email))
  })
}

/** A visitor who has not been seen for this long does not read the answer in the chat. */
const awayMs = 2 * 60_000

/** Mails a member's answer to a visitor who has left and gave an address. */
export async function mailReply(
  platform: Platform,
  tx: OrgTx,
  session: SessionRow,
  { sender, text }: { sender: string; text: string },
): Promise<void> {
  const isAway = platform.clock.now().getTime() - session.lastSeenAt.getTime() > awayMs
  if (!session.email || !isAway) return
  const name = (await findProfile(tx, tx.orgId))?.name ?? ''
  const texts = chatTexts[session.language]
  const rendered = renderEmail({
    language: session.language,
    subject: texts.answerSubject.replace('{organization}', () => name),
    organizationName: name,
    paragraphs: [texts.answerIntro.replace('{name}', () => sender), text],
    notes: [texts.whyAnswer],
  })
  await queueContactEmail(platform, tx, session.email, rendered)
}
