import type { z } from 'zod'
import type { Attachment } from '@imperium/contract/messages.ts'
import type { CreateTicketBody } from '@imperium/contract/support.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { storeAttachment } from '../messages/index.ts'
import { queueHandOver } from './hand-over.ts'
import { productVersion } from './product-version.ts'
import { claimTicketFiles, findTicket, insertTicket, insertTicketFile, insertTicketMessage, setStatus } from './store.ts'
import type { TicketReader } from './store.ts'

export const readerOf = ({ caller, may }: Pick<OrgContext, 'caller' | 'may'>): TicketReader => ({
  userId: caller.userId,
  seesAll: may('support:manage'),
})

export async function createTicket(platform: Platform, context: OrgContext, body: z.output<typeof CreateTicketBody>): Promise<string> {
  const { tx, caller, actor, audit } = context
  const id = newId()
  const at = platform.clock.now()
  const { category, subject, requestIds } = body
  await insertTicket(tx, {
    id,
    authorId: caller.userId,
    authorName: actor.name,
    version: productVersion,
    category,
    subject,
    requestIds,
    at,
  })
  await addMessage(platform, context, id, body)
  audit({ targetId: id, after: { category } })
  return id
}

/** @throws 404 */
export async function replyToTicket(
  platform: Platform,
  context: OrgContext,
  id: string,
  body: { message: string; attachmentIds: string[] },
): Promise<void> {
  found(await findTicket(context.tx, readerOf(context), id))
  await addMessage(platform, context, id, body)
}

async function addMessage(
  platform: Platform,
  { tx, caller, actor }: OrgContext,
  ticketId: string,
  { message, attachmentIds }: { message: string; attachmentIds: string[] },
): Promise<void> {
  const id = newId()
  await insertTicketMessage(tx, {
    id,
    ticketId,
    origin: 'member',
    authorId: caller.userId,
    authorName: actor.name,
    body: message,
    at: platform.clock.now(),
  })
  await claimTicketFiles(tx, id, caller.userId, attachmentIds)
  await queueHandOver(platform, tx, ticketId)
}

/** @throws 404 */
export async function closeTicket(platform: Platform, context: OrgContext, id: string): Promise<void> {
  const { tx } = context
  const { status } = found(await findTicket(tx, readerOf(context), id))
  if (status === 'closed') return
  await setStatus(tx, id, 'closed', platform.clock.now())
  await queueHandOver(platform, tx, id)
}

/** Stores a file for a ticket that is being written. @throws 415, 422. */
export async function uploadTicketFile(
  platform: Platform,
  { org, caller }: Pick<OrgContext, 'org' | 'caller'>,
  file: { name: string; bytes: Uint8Array },
): Promise<Attachment> {
  const { fileId, type, sizeBytes: size } = await storeAttachment(platform, org.id, file)
  const shown = { id: newId(), name: file.name, type, size }
  await platform.db.withOrg(org.id, (tx) => insertTicketFile(tx, { ...shown, messageId: null, fileId, uploadedBy: caller.userId }))
  return shown
}
