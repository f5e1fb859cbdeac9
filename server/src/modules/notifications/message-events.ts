import { messageEvents } from '@imperium/contract/events/messages.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { campaignMaker } from '../campaigns/index.ts'
import { findNotified, conversationAssigned, conversationsErased, messageUndelivered, personNeeded } from '../messages/index.ts'
import { isActiveMember, listMembersWithRole } from '../organizations/index.ts'
import { deleteGroups } from './store.ts'
import { mentionGroup } from './mention-events.ts'
import { notifyMember } from './notify-member.ts'

/** Notification groups of one conversation, by kind. */
const groupsOf = (conversationId: string) => ({
  received: `messages:${conversationId}`,
  assigned: `messages:${conversationId}:assigned`,
  undelivered: `messages:${conversationId}:undelivered`,
  mentioned: mentionGroup(conversationId),
})
const linkTo = (conversationId: string) => `messages?message=${conversationId}`

interface Hearers {
  userIds: readonly string[]
  /** Not assigned yet: all managers of the organization see it, without an email for each message. */
  isForAll: boolean
}

/** The creator of the campaign that was replied to, else the managers: a new contact never goes unnoticed. */
async function hearersOfNew(tx: OrgTx, campaignId: string | null): Promise<Hearers> {
  const maker = campaignId ? await campaignMaker(tx, campaignId) : null
  if (maker && (await isActiveMember(tx, maker))) return { userIds: [maker], isForAll: false }
  return { userIds: await listMembersWithRole(tx, ['OWNER', 'ADMIN']), isForAll: true }
}

interface About {
  conversationId: string
  messageId: string
  from: string
  kind: string
}

async function tellMessage(platform: Platform, orgId: string, { conversationId, messageId, from, kind }: About): Promise<void> {
  const { subject, hearers } = await platform.db.withOrg(orgId, async (tx) => {
    const recipients = await findNotified(tx, conversationId, messageId)
    const isUnheard = recipients.kind !== 'internal' && recipients.userIds.length === 0
    return {
      subject: recipients.subject,
      hearers: isUnheard ? await hearersOfNew(tx, recipients.campaignId) : { userIds: recipients.userIds, isForAll: false },
    }
  })
  for (const userId of hearers.userIds)
    await notifyMember(platform, orgId, userId, {
      kind: 'message-received',
      values: { name: from, subject },
      actionUrl: linkTo(conversationId),
      source: `message:${messageId}`,
      groupKey: groupsOf(conversationId).received,
      // A ticket waits for an answer of the installation's operator: its managers are mailed too.
      withoutMail: hearers.isForAll && kind === 'contact',
    })
}

/** Notifies the participants or the assigned member of a message; else the creator of its campaign; else the managers. */
export const notifyReceived = (platform: Platform) =>
  onEvent({
    event: messageEvents.received,
    name: 'notifications.tellMessage',
    run: async ({ orgId, payload: { handledByAgent, ...about } }) => {
      if (!handledByAgent) await tellMessage(platform, orgId, about)
    },
  })

/** The same when an agent stopped answering a contact. */
export const notifyPersonNeeded = (platform: Platform) =>
  onEvent({
    event: personNeeded,
    name: 'notifications.tellPersonNeeded',
    run: ({ orgId, payload }) => tellMessage(platform, orgId, { ...payload, kind: 'contact' }),
  })

/** Notifies the new assignee of a conversation. */
export const notifyAssigned = (platform: Platform) =>
  onEvent({
    event: conversationAssigned,
    name: 'notifications.tellAssigned',
    run: ({ orgId, eventId, payload: { conversationId, userId, by, subject } }) =>
      notifyMember(platform, orgId, userId, {
        kind: 'conversation-assigned',
        values: { name: by, subject },
        actionUrl: linkTo(conversationId),
        source: `assigned:${eventId}`,
        groupKey: groupsOf(conversationId).assigned,
      }),
  })

/** Notifies the author of a message that it was not delivered. */
export const notifyUndelivered = (platform: Platform) =>
  onEvent({
    event: messageUndelivered,
    name: 'notifications.tellUndelivered',
    run: ({ orgId, eventId, payload: { conversationId, userId, subject, reason } }) =>
      notifyMember(platform, orgId, userId, {
        kind: 'message-undelivered',
        values: { subject, reason },
        actionUrl: linkTo(conversationId),
        source: `undelivered:${eventId}`,
        groupKey: groupsOf(conversationId).undelivered,
      }),
  })

/** Notifications about conversations with erased contacts contained their names and texts. */
export const deleteConversationNotifications = (platform: Platform) =>
  onEvent({
    event: conversationsErased,
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
