import { usageEvents } from '@imperium/contract/events/usage.ts'
import type { SystemTx } from '../../platform/db/database.ts'
import { eachOrganization } from '../../platform/each-organization.ts'
import { monthCostMicros } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAlert, markNotified, organizationsWithAlerts, pruneSlots } from './alert-store.ts'

const pruneBatch = 20_000

/** Tells the owners once a month that models cost as much as a member has said. */
export async function tellAlerts(platform: Platform): Promise<void> {
  const month = `${platform.clock.now().toISOString().slice(0, 7)}-01`
  const tell = (orgId: string) =>
    platform.db.withOrg(orgId, async (tx) => {
      const alert = await findAlert(tx)
      const costMicros = await monthCostMicros(tx, month)
      if (!alert || costMicros < alert.amountMicros || !(await markNotified(tx, month))) return
      await platform.events.emit(tx, usageEvents.alert, { costMicros, amountMicros: alert.amountMicros })
    })
  const list = (tx: SystemTx, after: string | null, limit: number) => organizationsWithAlerts(tx, month, after, limit)
  await eachOrganization(platform, list, tell, 'an alert of model cost could not be told')
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
