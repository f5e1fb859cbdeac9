import { billingEvents } from '@imperium/contract/events/billing.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readSettings, saveSettings } from './credit-store.ts'
import type { TopUpFailure } from './credit-store.ts'

/** An automatic top-up was not made: the owner is told, and it is tried again a day later. */
export async function tellFailure(platform: Platform, tx: OrgTx, reason: TopUpFailure): Promise<undefined> {
  await saveSettings(tx, { ...(await readSettings(tx)), failed: { at: platform.clock.now(), reason } })
  await platform.events.emit(tx, billingEvents.topUpFailed, { reason })
}
