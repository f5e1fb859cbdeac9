import { Readable } from 'node:stream'
import type { Platform } from '../../platform/platform.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { isFromItsSender, readInboundItem } from '../channels/index.ts'
import { onTicketMail } from '../messages/index.ts'
import { newId } from '../../platform/ids.ts'
import { copyFile, storeFile } from './copy-file.ts'
import { findCustomer, findMember } from './desk-store.ts'
import { queueHandOver } from './hand-over.ts'
import { insertTicketFile, insertTicketMessage, readTicket } from './store.ts'
import { ticketOfMail } from './ticket-address.ts'

const jobName = 'support.receiveMail'
const bodyLength = 20_000

interface ReceiveMail {
  /** The operator's organization. */
  orgId: string
  itemId: string
  ticketId: string
}

/** The member who wrote the ticket, if it was handed to this desk. */
async function authorOf(platform: Platform, desk: string, customer: string, ticketId: string) {
  return platform.db.withOrg(customer, async (tx) => {
    const ticket = await readTicket(tx, ticketId)
    const member = ticket?.desk_org === desk ? await findMember(tx, ticket.author_id) : null
    return ticket && member && { id: ticket.author_id, ...member }
  })
}

/** A reply to an answer by email, by the member who wrote the ticket. Any other email stays in the operator's inbox. */
export const takeTicketMail = (platform: Platform) =>
  onTicketMail(async (tx, item) => {
    const ticketId = ticketOfMail(platform, item.data.messageIds ?? [])
    // The From address of an unverified email proves nothing.
    if (ticketId === null || !isFromItsSender(item)) return false
    const customer = await findCustomer(tx, ticketId)
    const author = customer === null ? null : await authorOf(platform, tx.orgId, customer, ticketId)
    if (author?.email.toLowerCase() !== item.sender.toLowerCase()) return false
    await platform.jobs.send<ReceiveMail>(tx, jobName, { orgId: tx.orgId, itemId: item.id, ticketId })
    return true
  })

/** What is longer than a message of a ticket is also a file. */
async function writeText(platform: Platform, orgId: string, text: string) {
  const [name, type] = ['message.txt', 'text/plain']
  const bytes = Buffer.from(text, 'utf8')
  const stored = await storeFile(platform, orgId, { name, type, source: Readable.from([bytes]) })
  return stored === null ? null : { id: newId(), name, type, size: bytes.length, fileId: stored }
}

export const receiveMailJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'transactional',
  run: (data) => receiveMail(platform, data as ReceiveMail),
})

/** Writes it into the member's ticket, once; from there it goes to the desk as any message of the member. */
async function receiveMail(platform: Platform, { orgId: desk, itemId, ticketId }: ReceiveMail): Promise<void> {
  const { db } = platform
  const { item, customer } = await db.withOrg(desk, async (tx) => ({
    item: await readInboundItem(tx, itemId),
    customer: await findCustomer(tx, ticketId),
  }))
  const author = item && customer ? await authorOf(platform, desk, customer, ticketId) : null
  if (!item || !customer || !author) return
  const copied: { id: string; name: string; type: string; size: number; fileId: string }[] = []
  for (const { fileId, name, contentType: type, sizeBytes: size } of item.data.attachments ?? []) {
    const file = { id: fileId, name, type, size }
    const copy = await copyFile(platform, { orgId: desk, fileId }, customer, file)
    if (copy !== null) copied.push({ ...file, fileId: copy })
  }
  const text = item.text.trim()
  if (text.length > bodyLength) {
    const file = await writeText(platform, customer, text)
    if (file) copied.push(file)
  }
  const body = text.slice(0, bodyLength) || '-'
  await db.withOrg(customer, async (tx) => {
    const message = { id: item.id, ticketId, origin: 'member' as const, authorId: author.id, authorName: author.name, body, at: item.at }
    if (!(await insertTicketMessage(tx, message))) return
    for (const file of copied) {
      await insertTicketFile(tx, { ...file, messageId: item.id, uploadedBy: null })
      await platform.files.keepUntil(tx, file.fileId, null)
    }
    await queueHandOver(platform, tx, ticketId)
  })
}
