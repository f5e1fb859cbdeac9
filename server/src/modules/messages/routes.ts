import { startOfToday } from '../../platform/local-days.ts'
import { messages } from '@imperium/contract/messages.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { campaignNames } from '../campaigns/index.ts'
import { loadRecipients, searchContacts } from '../contacts/index.ts'
import { findAttachment, uploadAttachment, uploaderOf } from './attachment-store.ts'
import { listSendableTemplates } from './choose-way.ts'
import { assignConversation, mark, prioritizeConversation, removeFromBoxes } from './change-conversation.ts'
import { decideDelivery } from './decide-delivery.ts'
import { loadRelated, showConversation, toMessage } from './show-message.ts'
import { countMessages, findActiveMembers, findConversation, listConversations } from './store.ts'
import type { Viewer } from './store.ts'
import { replyToConversation, startConversation } from './write-message.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const messagesActs: ModuleActs = {
  sentences: {
    'messages.create': describedAct('change', '{actor} sent "{target}"'),
    'messages.reply': describedAct('change', '{actor} replied to "{target}"'),
    'messages.assign': describedAct('change', '{actor} assigned "{target}"'),
    'messages.decide': describedAct('change', '{actor} decided about an unsent message of "{target}"'),
    'messages.prioritize': describedAct('change', '{actor} changed the priority of "{target}"'),
    'messages.remove': describedAct('change', '{actor} removed "{target}" from their messages'),
    'messages.attach': describedAct('change', '{actor} uploaded a file'),
  },
}

const viewerOf = ({ caller, key }: Pick<OrgContext, 'caller' | 'key'>): Viewer => ({
  userId: caller.userId,
  contactsOnly: key !== null,
  keyId: key?.id ?? null,
})

export function messageOperations(platform: Platform) {
  const show = (context: OrgContext, id: string) => showConversation(platform, context.tx, viewerOf(context), id, campaignNames)
  const showRow = async (context: OrgContext, id: string) => {
    const row = await findConversation(context.tx, viewerOf(context), id)
    if (!row) throw notFound()
    return toMessage(row, await loadRelated(context.tx, [row], campaignNames))
  }
  return bindOperations(messages, {
    list: async ({ query }, context) => {
      const { tx, org } = context
      const { limit, cursor, ...filter } = query
      const viewer = viewerOf(context)
      const scope = { orgId: org.id, list: 'messages', filter: { ...filter, ...viewer } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listConversations(tx, viewer, { filter, limit, after })
      const related = await loadRelated(tx, rows, campaignNames)
      return { rows: rows.map((row) => toMessage(row, related)), nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: async (_input, context) =>
      countMessages(context.tx, viewerOf(context), startOfToday(platform.clock.now(), context.org.timeZone)),
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
      await replyToConversation(platform, context, viewerOf(context), params.id, body)
      return show(context, params.id)
    },
    templates: (_input, { tx }) => listSendableTemplates(tx),
    decide: async ({ params, body }, context) => {
      await decideDelivery(platform, context, viewerOf(context), { ...params, ...body })
      return show(context, params.id)
    },
    mark: async ({ params, body }, context) => {
      await showRow(context, params.id)
      await mark(context, params.id, body)
      return showRow(context, params.id)
    },
    assign: async ({ params, body }, context) => {
      await assignConversation(platform, context, await showRow(context, params.id), body)
      return showRow(context, params.id)
    },
    prioritize: async ({ params, body }, context) => {
      await prioritizeConversation(context, await showRow(context, params.id), body.priority)
      return showRow(context, params.id)
    },
    remove: async ({ params }, context) => {
      await removeFromBoxes(context, await showRow(context, params.id))
      return null
    },
    attach: ({ query, body }, context) =>
      uploadAttachment(platform, context.org.id, uploaderOf(context), { name: query.name, bytes: body.bytes }),
    attachment: async ({ params }, context) => {
      const { org } = context
      const file = await platform.db.withOrg(org.id, async (tx) => {
        const found = await findAttachment(tx, params.id)
        const mine = found.conversation_id
          ? await findConversation(tx, viewerOf(context), found.conversation_id)
          : found.uploaded_by === uploaderOf(context)
        if (!mine) throw notFound()
        return found
      })
      return { content: platform.files.read(org.id, file.file_id), fileName: file.name }
    },
  })
}
