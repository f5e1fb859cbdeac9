import { usageEvents } from '@imperium/contract/events/usage.ts'
import { monthCostMicros } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAlert, markNotified, organizationsWithAlerts, pruneSlots } from './alert-store.ts'

const atOnce = 500
const pruneBatch = 20_000

/** Tells the owners once a month that models cost as much as a member has said. */
export async function tellAlerts(platform: Platform): Promise<void> {
  const month = `${platform.clock.now().toISOString().slice(0, 7)}-01`
  let after: string | null = null
  do {
    const ids: string[] = await platform.db.withSystem((tx) => organizationsWithAlerts(tx, month, after, atOnce))
    for (const orgId of ids)
      await platform.db.withOrg(orgId, async (tx) => {
        const alert = await findAlert(tx)
        const costMicros = await monthCostMicros(tx, month)
        if (!alert || costMicros < alert.amountMicros || !(await markNotified(tx, month))) return
        await platform.events.emit(tx, usageEvents.alert, { costMicros, amountMicros: alert.amountMicros })
      })
    after = ids.length < atOnce ? null : (ids.at(-1) ?? null)
  } while (after !== null)
}

/** In small transactions. @returns how many rows went. */
export async function pruneUsage({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  let pruned = 0
  for (;;) {
    const count = await db.withSystem((tx) => pruneSlots(tx, pruneBatch, clock.now()))
    pruned += count
    if (count < pruneBatch) return pruned
  }
}
