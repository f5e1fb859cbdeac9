import { messages } from '@imperium/contract/messages.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { campaignNames } from '../campaigns/index.ts'
import { loadRecipients, searchContacts } from '../contacts/index.ts'
import { isActiveMember } from '../organizations/index.ts'
import { findAttachment, uploadAttachment } from './attachments.ts'
import { listSendableTemplates } from './choose-way.ts'
import { decideDelivery } from './decide-delivery.ts'
import { loadCompanions, showConversation, toMessage } from './show-message.ts'
import {
  countMessages,
  findActiveMembers,
  findConversation,
  listConversations,
  markConversation,
  setAssignment,
  setPriority,
} from './store.ts'
import type { Viewer } from './store.ts'
import { lastMessageId } from './threads-store.ts'
import { answerConversation, startConversation } from './write-message.ts'

const viewerOf = ({ caller, key }: Pick<OrgContext, 'caller' | 'key'>): Viewer => ({ userId: caller.userId, contactsOnly: key !== null })

export function messageOperations(platform: Platform) {
  const show = (context: OrgContext, id: string) => showConversation(platform, context.tx, viewerOf(context), id, campaignNames)
  const showRow = async (context: OrgContext, id: string) => {
    const row = await findConversation(context.tx, viewerOf(context), id)
    if (!row) throw notFound()
    return toMessage(row, await loadCompanions(context.tx, [row], campaignNames))
  }
  return bindOperations(messages, {
    list: async ({ query }, context) => {
      const { tx, org } = context
      const { limit, cursor, ...filter } = query
      const viewer = viewerOf(context)
      const scope = { orgId: org.id, list: 'messages', filter: { ...filter, ...viewer } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listConversations(tx, viewer, { filter, limit, after })
      const companions = await loadCompanions(tx, rows, campaignNames)
      return { rows: rows.map((row) => toMessage(row, companions)), nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: async (_input, context) => countMessages(context.tx, viewerOf(context), context.org.timeZone),
    recipients: async ({ query: { q } }, { tx, caller, key }) => {
      const hits = await searchContacts(tx, q, 20)
      const contacts = await loadRecipients(
        tx,
        hits.map(({ id }) => id),
      )
      return {
        members: key ? [] : await findActiveMembers(tx, { q, except: caller.userId, limit: 20 }),
        contacts: [...contacts.values()].map(({ id, name, email, phone }) => ({ id, name, email, phone })),
      }
    },
    create: async ({ body }, context) => show(context, await startConversation(platform, context, body)),
    read: ({ params }, context) => show(context, params.id),
    reply: async ({ params, body }, context) => {
      await answerConversation(platform, context, viewerOf(context), params.id, body)
      return show(context, params.id)
    },
    templates: (_input, { tx }) => listSendableTemplates(tx),
    decide: async ({ params, body }, context) => {
      await decideDelivery(platform, context, viewerOf(context), { ...params, ...body })
      return show(context, params.id)
    },
    mark: async ({ params, body }, context) => {
      const { tx, caller } = context
      await showRow(context, params.id)
      const { isRead, isFlagged, isArchived } = body
      await markConversation(tx, params.id, caller.userId, {
        ...(isRead === undefined ? {} : { readUntil: isRead ? await lastMessageId(tx, params.id) : null }),
        ...(isFlagged === undefined ? {} : { flagged: isFlagged }),
        ...(isArchived === undefined ? {} : { archived: isArchived }),
      })
      return showRow(context, params.id)
    },
    assign: async ({ params, body }, context) => {
      const { tx, audit } = context
      const row = await showRow(context, params.id)
      if (row.kind !== 'contact') throw conflict('Only conversations with contacts are assigned.')
      if (body.assigneeId && !(await isActiveMember(tx, body.assigneeId))) throw notFound('Member not found.')
      await setAssignment(tx, params.id, body.assigneeId, body.status)
      audit({ targetName: row.subject, before: { assigneeId: row.assigneeId, status: row.status }, after: body })
      return showRow(context, params.id)
    },
    prioritize: async ({ params, body }, context) => {
      const { tx, audit } = context
      const row = await showRow(context, params.id)
      await setPriority(tx, params.id, body.priority)
      // What members write to each other is theirs, subject included.
      audit({ ...(row.kind === 'contact' ? { targetName: row.subject } : {}), before: { priority: row.priority }, after: body })
      return showRow(context, params.id)
    },
    remove: async ({ params }, context) => {
      const row = await showRow(context, params.id)
      context.audit(row.kind === 'contact' ? { targetName: row.subject } : {})
      await markConversation(context.tx, params.id, context.caller.userId, { deletedUntil: await lastMessageId(context.tx, params.id) })
      return null
    },
    attach: ({ query, body }, { org, caller }) =>
      uploadAttachment(platform, org.id, caller.userId, { name: query.name, bytes: body.bytes }),
    attachment: async ({ params }, context) => {
      const { org, caller } = context
      const file = await platform.db.withOrg(org.id, async (tx) => {
        const found = await findAttachment(tx, params.id)
        const mine = found.conversation_id
          ? await findConversation(tx, viewerOf(context), found.conversation_id)
          : found.uploaded_by === caller.userId
        if (!mine) throw notFound()
        return found
      })
      return { content: platform.files.read(org.id, file.file_id), fileName: file.name }
    },
  })
}
