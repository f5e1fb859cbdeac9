import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertInbound } from './inbound-store.ts'
import type { NewInboundItem } from './inbound-store.ts'
import { numberAsKept } from '../../contacts/index.ts'
import { inboundReceived } from './inbound-received.ts'

/** Stores an inbound item and emits its event. Returns false for a repeat of the same item. */
export async function receiveInbound(platform: Pick<Platform, 'events'>, tx: OrgTx, item: NewInboundItem): Promise<boolean> {
  const itemId = await insertInbound(tx, await withKeptNumber(tx, item))
  if (itemId === null) return false
  await platform.events.emit(tx, inboundReceived, { itemId, kind: item.kind, channel: item.channel })
  return true
}

/** WhatsApp writes some numbers in a way of its own: everything that follows (replies, STOP) goes by the way in which the contact has it. */
async function withKeptNumber(tx: OrgTx, item: NewInboundItem): Promise<NewInboundItem> {
  if (item.channel !== 'whatsapp') return item
  const { originalRecipient } = item.data
  return {
    ...item,
    sender: await numberAsKept(tx, item.sender),
    data: originalRecipient ? { ...item.data, originalRecipient: await numberAsKept(tx, originalRecipient) } : item.data,
  }
}
