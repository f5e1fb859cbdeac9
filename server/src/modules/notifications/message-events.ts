import { onEvent } from '../../platform/events/events.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { campaignMaker } from '../campaigns/index.ts'
import { whoHears } from '../messages/index.ts'
import { isActiveMember, listMembersWithRole } from '../organizations/index.ts'
import { deleteGroups } from './store.ts'
import { tell } from './tell.ts'

/** News of one conversation, by what is told of it. */
const groupsOf = (conversationId: string) => ({
  received: `messages:${conversationId}`,
  assigned: `messages:${conversationId}:assigned`,
  undelivered: `messages:${conversationId}:undelivered`,
})
const linkTo = (conversationId: string) => `messages?message=${conversationId}`

interface Hearers {
  userIds: readonly string[]
  /** Nobody takes care of it yet: whoever manages the organization sees it, and gets no mail of each. */
  isForAll: boolean
}

/** The maker of the campaign that was answered, else who manages the organization: somebody new is never left unheard. */
async function hearersOfNew(tx: OrgTx, campaignId: string | null): Promise<Hearers> {
  const maker = campaignId ? await campaignMaker(tx, campaignId) : null
  if (maker && (await isActiveMember(tx, maker))) return { userIds: [maker], isForAll: false }
  return { userIds: await listMembersWithRole(tx, ['OWNER', 'ADMIN']), isForAll: true }
}

/** Whoever a message is for hears of it: participants, or who takes care of a contact's conversation; else its campaign's maker; else the managers. */
export const tellMessage = (platform: Platform) =>
  onEvent({
    event: 'message.received',
    name: 'notifications.tellMessage',
    run: async ({ orgId, payload: { conversationId, messageId, from } }) => {
      const { subject, hearers } = await platform.db.withOrg(orgId, async (tx) => {
        const heard = await whoHears(tx, conversationId, messageId)
        const isUnheard = heard.kind === 'contact' && heard.userIds.length === 0
        return {
          subject: heard.subject,
          hearers: isUnheard ? await hearersOfNew(tx, heard.campaignId) : { userIds: heard.userIds, isForAll: false },
        }
      })
      for (const userId of hearers.userIds)
        await tell(platform, orgId, userId, {
          kind: 'message-received',
          values: { name: from, subject },
          actionUrl: linkTo(conversationId),
          source: `message:${messageId}`,
          groupKey: groupsOf(conversationId).received,
          withoutMail: hearers.isForAll,
        })
    },
  })

/** Who is given a conversation hears of it. */
export const tellAssigned = (platform: Platform) =>
  onEvent({
    event: 'conversation.assigned',
    name: 'notifications.tellAssigned',
    run: ({ orgId, eventId, payload: { conversationId, userId, by, subject } }) =>
      tell(platform, orgId, userId, {
        kind: 'conversation-assigned',
        values: { name: by, subject },
        actionUrl: linkTo(conversationId),
        source: `assigned:${eventId}`,
        groupKey: groupsOf(conversationId).assigned,
      }),
  })

/** Who wrote a message hears that it did not arrive. */
export const tellUndelivered = (platform: Platform) =>
  onEvent({
    event: 'message.undelivered',
    name: 'notifications.tellUndelivered',
    run: ({ orgId, eventId, payload: { conversationId, userId, subject, reason } }) =>
      tell(platform, orgId, userId, {
        kind: 'message-undelivered',
        values: { subject, reason },
        actionUrl: linkTo(conversationId),
        source: `undelivered:${eventId}`,
        groupKey: groupsOf(conversationId).undelivered,
      }),
  })

/** News of conversations with people who were erased held their names and words. */
export const forgetConversations = (platform: Platform) =>
  onEvent({
    event: 'conversations.erased',
    name: 'notifications.forgetConversations',
    run: ({ orgId, payload: { conversationIds } }) =>
      platform.db.withSystem((tx) =>
        deleteGroups(
          tx,
          orgId,
          conversationIds.flatMap((id) => Object.values(groupsOf(id))),
        ),
      ),
  })
