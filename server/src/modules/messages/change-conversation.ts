import { z } from 'zod'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { Message, Priority } from '@imperium/contract/messages.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { isActiveMember, listMembersWithRole } from '../organizations/index.ts'
import { ticketConversationChanged } from './tickets/ticket-conversations.ts'
import { answeringRoles, markConversation } from './store.ts'
import { lastMessageId, setAssignment, setPriority } from './threads-store.ts'

/** A member assigned a conversation with a contact to another member. */
export const conversationAssigned = defineInternalEvent(
  'conversation.assigned',
  z.object({ conversationId: Id, userId: Id, by: personalText(), subject: personalText() }),
)

interface Marks {
  isRead?: boolean | undefined
  isFlagged?: boolean | undefined
  isArchived?: boolean | undefined
}

/** Sets the caller's own marks on a conversation; other members do not see them. */
export async function mark({ tx, caller }: OrgContext, id: string, { isRead, isFlagged, isArchived }: Marks): Promise<void> {
  await markConversation(tx, id, caller.userId, {
    ...(isRead === undefined ? {} : { readUntil: isRead ? await lastMessageId(tx, id) : null }),
    ...(isFlagged === undefined ? {} : { flagged: isFlagged }),
    ...(isArchived === undefined ? {} : { archived: isArchived }),
  })
}

/**
 * Sets the assignee and the done state of a conversation with a contact; notifies a new assignee.
 * @throws 404, 409; 422 for a member that may not reply.
 */
export async function assignConversation(
  platform: Platform,
  { tx, audit, caller, actor }: OrgContext,
  { id, kind, subject, ...before }: Message,
  after: Pick<Message, 'assigneeId' | 'status'>,
): Promise<void> {
  const { assigneeId, status } = after
  if (kind === 'internal') throw conflict('Only conversations with contacts are assigned.')
  if (assigneeId && !(await isActiveMember(tx, assigneeId))) throw notFound('Member not found.')
  // The current assignee stays allowed, even if their role has changed.
  if (assigneeId && assigneeId !== before.assigneeId && !(await listMembersWithRole(tx, answeringRoles)).includes(assigneeId))
    throw invalid([{ path: 'assigneeId', message: 'This member can read messages but not reply' }])
  await setAssignment(tx, id, assigneeId, status)
  audit({ targetName: subject, before: { assigneeId: before.assigneeId, status: before.status }, after })
  if (kind === 'support' && status !== before.status) await platform.events.emit(tx, ticketConversationChanged, { conversationId: id })
  if (assigneeId === null || assigneeId === before.assigneeId || assigneeId === caller.userId) return
  await platform.events.emit(tx, conversationAssigned, { conversationId: id, userId: assigneeId, by: actor.name, subject })
}

/** What members write to each other is theirs, subject included. */
const nameOf = ({ kind, subject }: Message) => (kind === 'internal' ? {} : { targetName: subject })

export async function prioritizeConversation({ tx, audit }: OrgContext, message: Message, priority: Priority): Promise<void> {
  await setPriority(tx, message.id, priority)
  audit({ ...nameOf(message), before: { priority: message.priority }, after: { priority } })
}

/** Removes it from the caller's boxes until the next reply. */
export async function removeFromBoxes({ tx, audit, caller }: OrgContext, message: Message): Promise<void> {
  audit(nameOf(message))
  await markConversation(tx, message.id, caller.userId, { deletedUntil: await lastMessageId(tx, message.id) })
}
