import type { ChatState } from '@imperium/contract/messages.ts'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Platform } from '../../../platform/platform.ts'

/** What the module that talks with visitors of a website knows of its conversations here. */
interface ChatChannel {
  stateOf(tx: OrgTx, conversationId: string): Promise<ChatState | null>
  /** A member has answered the visitor. */
  answered(tx: OrgTx, conversationId: string, message: { sender: string; text: string }): Promise<void>
  /** Just before conversations are deleted. */
  erasing(tx: OrgTx, conversationIds: readonly string[]): Promise<void>
}

const points = extensionPoint<ChatChannel>()
export const onChatChannel = points.entry

export async function chatStateOf(platform: Platform, tx: OrgTx, conversationId: string): Promise<ChatState | null> {
  for (const point of points.of(platform)) {
    const state = await point.stateOf(tx, conversationId)
    if (state) return state
  }
  return null
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
