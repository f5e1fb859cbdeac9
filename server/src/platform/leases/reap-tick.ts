import type { SystemTx } from '../db/database.ts'
import type { Platform } from '../platform.ts'
import { reapLeases } from './lease-store.ts'
import type { Reaped } from './lease-store.ts'
import type { KeyColumns, LeaseTable } from './lease-table.ts'
import type { Tick } from '../tick.ts'

const reapEveryMs = 2_000

interface ReapOptions<K extends KeyColumns> {
  /** Rows are due by the clock of the process instead of the database's. */
  byClock?: boolean
  /** What else is written with it. */
  also?: (tx: SystemTx, reaped: readonly Reaped<K>[]) => Promise<void>
}

/** Makes the items of dead processes due again; returns their number. */
export function reap<K extends KeyColumns>(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  of: LeaseTable<K>,
  { byClock = false, also }: ReapOptions<K> = {},
): Promise<number> {
  return db.withSystem(async (tx) => {
    const reaped = await reapLeases(tx, of, byClock ? clock.now() : undefined)
    for (const { orgId, key, owner } of reaped) log.warn({ table: of.table, orgId, key, owner }, 'an item without a worker is due again')
    if (reaped.length > 0) await also?.(tx, reaped)
    return reaped.length
  })
}

/** The same every two seconds, on every worker and scheduler: a process that hangs must not keep the items of dead ones. */
export const reapTick = <K extends KeyColumns>(platform: Platform, of: LeaseTable<K>, options?: ReapOptions<K>): Tick => ({
  name: `reap ${of.table}`,
  everyMs: reapEveryMs,
  everywhere: true,
  // The items are only due again; no runner takes them while effects are held.
  whileHeld: true,
  run: () => reap(platform, of, options),
})
