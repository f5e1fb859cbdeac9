import { z } from 'zod'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { Conversation } from '@imperium/contract/messages.ts'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Platform } from '../../../platform/platform.ts'

/** A message of a contact that is no keyword, no opt-out and not written by a machine. */
export interface ContactMessage {
  conversationId: string
  messageId: string
  channel: 'email' | 'sms' | 'whatsapp'
  /** Null: the sender is not a contact. */
  contactId: string | null
  /** What the contact wrote to. */
  accountId: string | null
  senderId: string | null
  isVerified: boolean
  /** The conversation was marked as done before. */
  wasDone: boolean
}

type AgentView = Pick<Conversation, 'chatState' | 'agentMode' | 'draft' | 'isDrafting'>

/** What the module of agents that talk with visitors and contacts knows of its conversations here. */
interface ChatChannel {
  viewOf(tx: OrgTx, conversationId: string): Promise<AgentView | null>
  /** @returns true where an agent answers by itself: members need not look at it. */
  received(tx: OrgTx, message: ContactMessage): Promise<boolean>
  /** A member has answered. */
  answered(tx: OrgTx, conversationId: string, message: { sender: string; text: string }): Promise<void>
  /** Just before conversations are deleted. */
  erasing(tx: OrgTx, conversationIds: readonly string[]): Promise<void>
}

const points = extensionPoint<ChatChannel>()
export const onChatChannel = points.entry

const noAgent: AgentView = { chatState: null, agentMode: null, draft: null, isDrafting: false }

export async function agentViewOf(platform: Platform, tx: OrgTx, conversationId: string): Promise<AgentView> {
  for (const point of points.of(platform)) {
    const view = await point.viewOf(tx, conversationId)
    if (view) return view
  }
  return noAgent
}

export async function offerToAgent(platform: Platform, tx: OrgTx, message: ContactMessage): Promise<boolean> {
  for (const point of points.of(platform)) if (await point.received(tx, message)) return true
  return false
}

export async function reportReply(platform: Platform, tx: OrgTx, id: string, message: { sender: string; text: string }): Promise<void> {
  for (const point of points.of(platform)) await point.answered(tx, id, message)
}

export async function eraseChats(platform: object, tx: OrgTx, ids: readonly string[]): Promise<void> {
  for (const point of points.of(platform as Platform)) await point.erasing(tx, ids)
}

/** Notifies members of what a visitor wrote: the assigned one, else the managers. */
export const announceVisitor = (platform: Platform, tx: OrgTx, about: { conversationId: string; messageId: string; from: string }) =>
  platform.events.emit(tx, messageEvents.received, { ...about, kind: 'contact', contactId: null, channel: 'chat' })

/** An agent stopped answering a contact: a person continues. */
export const personNeeded = defineInternalEvent(
  'conversation.personNeeded',
  z.object({ conversationId: Id, messageId: Id, from: personalText() }),
)
