import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertInbound } from './inbound-store.ts'
import type { NewInboundItem } from './inbound-store.ts'

/** Keeps what came in and tells of it. The same item again (its source repeats itself) is the same item: false. */
export async function receiveInbound(platform: Pick<Platform, 'events'>, tx: OrgTx, item: NewInboundItem): Promise<boolean> {
  const itemId = await insertInbound(tx, item)
  if (itemId === null) return false
  await platform.events.emit(tx, 'inbound.received', { itemId, kind: item.kind, channel: item.channel })
  return true
}
