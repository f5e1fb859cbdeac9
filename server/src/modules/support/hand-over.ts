import { supportLimits } from '@imperium/contract/support.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { readTicketConversation, receiveTicketMessage, setTicketConversation } from '../messages/index.ts'
import { findOrganization } from '../organizations/index.ts'
import { copyFile } from './copy-file.ts'
import { bindDesk, findDesk, findMember, linkDeskTicket, listWaitingTickets, lockDeskTicket } from './desk-store.ts'
import { listTicketMessages, readTicket } from './store.ts'

const jobName = 'support.handOver'
const atOnce = 200

interface HandOver {
  orgId: string
  ticketId: string
}

/** Brings what is new in a ticket to the desk, after the commit. */
export const queueHandOver = ({ jobs }: Platform, tx: OrgTx, ticketId: string): Promise<void> =>
  jobs.send<HandOver>(tx, jobName, { orgId: tx.orgId, ticketId })

export const handOverJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'transactional',
  worksAtRest: 'members may still ask the operator',
  run: (data) => handOver(platform, data as HandOver),
})

/** Tickets from before the operator named a desk. */
export const handOverWaiting = ({ db, jobs }: Platform): Promise<void> =>
  db.withSystem(async (tx) => {
    if ((await findDesk(tx)) === null) return
    for (const { org_id: orgId, id } of await listWaitingTickets(tx, atOnce))
      await jobs.send<HandOver>(tx, jobName, { orgId, ticketId: id })
  })

type Opened = NonNullable<Awaited<ReturnType<typeof openTicket>>>

async function openTicket({ db }: Platform, { orgId, ticketId }: HandOver) {
  const named = await db.withSystem(findDesk)
  return db.withOrg(orgId, async (tx) => {
    const ticket = await readTicket(tx, ticketId)
    const desk = ticket ? await bindDesk(tx, ticketId, named) : null
    if (!ticket || desk === null) return null
    const messages = (await listTicketMessages(tx, ticketId, supportLimits.messages)).filter(({ origin }) => origin === 'member')
    return { ticket, desk, messages, email: (await findMember(tx, ticket.author_id))?.email ?? '' }
  })
}

/** Writes all messages that the desk has not, in the desk's organization and nowhere else; a repeat changes nothing. */
async function handOver(platform: Platform, job: HandOver): Promise<void> {
  const { db } = platform
  const opened = await openTicket(platform, job)
  if (!opened) return
  const { ticket, desk, messages, email } = opened
  const organization = (await db.withAuth((tx) => findOrganization(tx, job.orgId)))?.name ?? ''
  const known = await db.withOrg(desk, (tx) => readTicketConversation(tx, ticket.id))
  const knownIds = new Set(known?.messages.map(({ id }) => id))
  const waiting = messages.filter(({ id }) => !knownIds.has(id))
  for (const message of waiting) {
    const files = await copyFiles(platform, job.orgId, desk, message.files ?? [])
    await db.withOrg(desk, async (tx) => {
      await lockDeskTicket(tx, ticket.id)
      const isFirst = message.id === messages[0]?.id
      const isNew = await receiveTicketMessage(platform, tx, {
        conversationId: ticket.id,
        subject: ticket.subject,
        id: message.id,
        from: `${message.author_name} (${organization})`,
        email: message.author_id === ticket.author_id ? email : '',
        body: isFirst ? `${message.body}\n\n${factsOf(opened, organization)}` : message.body,
        at: message.created_at,
        files,
      })
      if (!isNew) return
      await linkDeskTicket(tx, ticket.id, job.orgId)
      for (const { fileId } of files) await platform.files.keepUntil(tx, fileId, null)
    })
  }
  await db.withOrg(desk, (tx) => setTicketConversation(tx, ticket.id, ticket.status === 'closed' ? 'closed' : 'open'))
}

/** What the operator needs besides the text; in English, as the log is. */
function factsOf({ ticket }: Opened, organization: string): string {
  const requests = ticket.request_ids.length > 0 ? [`Requests: ${ticket.request_ids.join(', ')}`] : []
  return ['---', `Organization: ${organization}`, `Category: ${ticket.category}`, `Version: ${ticket.version}`, ...requests].join('\n')
}

type FileRow = NonNullable<Opened['messages'][number]['files']>[number]

async function copyFiles(platform: Platform, orgId: string, desk: string, files: readonly FileRow[]) {
  const copied = []
  for (const file of files) {
    const fileId = await copyFile(platform, { orgId, fileId: file.fileId }, desk, file)
    if (fileId !== null) copied.push({ id: file.id, fileId, name: file.name, contentType: file.type, sizeBytes: file.size })
  }
  return copied
}
