import { randomInt } from 'node:crypto'
import { chatLimits } from '@imperium/contract/chat.ts'
import type { ChatStatus, RequestedTranscript } from '@imperium/contract/chat.ts'
import { constantTimeEqual, hashToken, newToken } from '../../platform/crypto/crypto.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { limitEmails } from '../../platform/mail/limit-emails.ts'
import { queueContactEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSuppressed } from '../consents/index.ts'
import { findContactByAddress } from '../contacts/index.ts'
import { listChatMessages, nameVisitor } from '../messages/index.ts'
import { chatTexts } from './chat-texts.ts'
import { keepEmail } from './hand-over.ts'
import { changeSession, findSession, lockSession } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'
import { statusOf } from './thread.ts'
import { deleteCode, findCode, keepCode, keepLink } from './transcripts-store.ts'
import { limitCode, limitTranscripts, limitVisitor, readVisitor, withVisitorChat } from './visitor.ts'
import type { OpenChat } from './visitor.ts'
import { publicUrlOf } from '../../platform/http/host-owners.ts'

const codeMs = 15 * 60_000
const linkMs = 7 * 86_400_000

const nothingToMail = () => conflict('There is no conversation to email.')
const wrongCode = () => invalid([{ path: 'code', message: 'This code is wrong or has expired. Ask for a new one.' }])

/** Within its session: six digits alone are soon guessed from a hash. */
const hashOf = (sessionId: string, code: string): Buffer => hashToken(`chat code ${sessionId} ${code}`)

/** Locked until the transaction ends. @throws 409 where there is nothing to mail */
async function mailable({ tx, settings }: OpenChat, sessionId: string): Promise<{ session: SessionRow; lastMessage: string }> {
  await lockSession(tx, sessionId)
  const session = await findSession(tx, sessionId)
  if (!settings.mailsTranscript || !session) throw nothingToMail()
  const rows = await listChatMessages(tx, session.conversationId, { limit: chatLimits.shown })
  const last = rows.at(-1)
  // Words of a stranger alone are no conversation.
  if (!last || !rows.some(({ direction }) => direction === 'outbound')) throw nothingToMail()
  return { session, lastMessage: last.id }
}

/**
 * Mails an unproved address a code, and nothing that a visitor wrote: else a stranger's words would go to any address in the organization's
 * name. A proved one gets the link. @throws 401, 403, 404; 409 where there is nothing to mail; 429.
 */
export const mailTranscript = (
  platform: Platform,
  { publicId, email }: { publicId: string; email: string },
  context: PublicContext,
): Promise<RequestedTranscript> => {
  const { sessionId } = readVisitor(platform, publicId, context)
  return withVisitorChat(platform, publicId, context, async (chat) => {
    const { tx } = chat
    await limitVisitor(platform, chat, sessionId, context.ipAddress)
    const { session, lastMessage } = await mailable(chat, sessionId)
    const address = email.toLowerCase()
    await limitTranscripts(platform, { orgId: tx.orgId, sessionId, email: address, ipAddress: context.ipAddress })
    await limitEmails(platform.db, address)
    const named = await keepEmail(chat, session, address)
    const asksCode = named.emailProvedAt === null
    if (asksCode) await mailCode(platform, chat, named, address)
    else await mailLink(platform, chat, named, { email: address, lastMessage })
    return { status: await statusOf(platform, chat, named), asksCode }
  })
}

/**
 * Proves the address of the conversation by the code that was mailed to it: from now on it is the contact's who has it, and the link is on
 * its way. @throws 401, 403, 404; 409 where there is nothing to mail; 422 for a wrong code; 429.
 */
export const proveAddress = (
  platform: Platform,
  { publicId, code }: { publicId: string; code: string },
  context: PublicContext,
): Promise<ChatStatus> => {
  const { sessionId } = readVisitor(platform, publicId, context)
  return withVisitorChat(platform, publicId, context, async (chat) => {
    const { tx } = chat
    await limitVisitor(platform, chat, sessionId, context.ipAddress)
    const { session, lastMessage } = await mailable(chat, sessionId)
    const sent = await findCode(tx, sessionId)
    const now = platform.clock.now()
    if (!sent || sent.expiresAt <= now || sent.email !== session.email) throw wrongCode()
    await limitCode(platform, sent.hash)
    if (!constantTimeEqual(hashOf(sessionId, code).toString('hex'), sent.hash.toString('hex'))) throw wrongCode()
    await deleteCode(tx, sessionId)
    const contact = await findContactByAddress(tx, 'email', sent.email)
    await changeSession(tx, sessionId, { emailProvedAt: now })
    await nameVisitor(tx, session.conversationId, { email: sent.email, contactId: contact?.id ?? null, isProved: true })
    const proved = { ...session, emailProvedAt: now }
    await mailLink(platform, chat, proved, { email: sent.email, lastMessage })
    return statusOf(platform, chat, proved)
  })
}

/** The visitor is answered the same, so that it does not tell who is on the list. */
async function queueUnlessSuppressed(platform: Platform, tx: OrgTx, email: string, rendered: RenderedEmail): Promise<void> {
  if (await isSuppressed(platform, tx, { channel: 'email', address: email })) return
  await queueContactEmail(platform, tx, email, rendered)
}

async function mailCode(platform: Platform, { tx, organization }: OpenChat, { id, language }: SessionRow, email: string): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await keepCode(tx, id, { email, hash: hashOf(id, code), expiresAt: new Date(platform.clock.now().getTime() + codeMs) })
  const texts = chatTexts[language]
  const rendered = renderEmail({
    language,
    subject: texts.codeSubject.replace('{organization}', () => organization.name),
    organizationName: organization.name,
    paragraphs: [texts.codeIntro, code],
    notes: [texts.whyCode],
  })
  await queueUnlessSuppressed(platform, tx, email, rendered)
}

async function mailLink(
  platform: Platform,
  { tx, publicId, organization }: OpenChat,
  { id, language }: SessionRow,
  { email, lastMessage }: { email: string; lastMessage: string },
): Promise<void> {
  const token = newToken()
  const expiresAt = new Date(platform.clock.now().getTime() + linkMs)
  await keepLink(tx, { sessionId: id, hash: hashToken(token), expiresAt, untilMessage: lastMessage })
  const texts = chatTexts[language]
  const rendered = renderEmail({
    language,
    subject: texts.transcriptSubject.replace('{organization}', () => organization.name),
    organizationName: organization.name,
    paragraphs: [texts.linkIntro],
    action: { label: texts.linkAction, url: `${publicUrlOf(platform, tx.orgId)}/chat/${publicId}/conversation/${token}` },
    notes: [texts.whyLink],
  })
  await queueUnlessSuppressed(platform, tx, email, rendered)
}
