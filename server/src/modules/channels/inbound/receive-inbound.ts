import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertInbound } from './inbound-store.ts'
import type { NewInboundItem } from './inbound-store.ts'
import { inboundReceived } from './inbound-received.ts'

/** Stores an inbound item and emits its event. Returns false for a repeat of the same item. */
export async function receiveInbound(platform: Pick<Platform, 'events'>, tx: OrgTx, item: NewInboundItem): Promise<boolean> {
  const itemId = await insertInbound(tx, item)
  if (itemId === null) return false
  await platform.events.emit(tx, inboundReceived, { itemId, kind: item.kind, channel: item.channel })
  return true
}
