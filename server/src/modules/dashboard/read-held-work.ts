import type { HeldWork } from '@imperium/contract/dashboard.ts'
import type { Platform } from '../../platform/platform.ts'

/** What waits of one organization. Single jobs of the product are left to the operator's list. */
export async function readHeldWork(
  { db, hold, listHeldWork }: Pick<Platform, 'db' | 'hold' | 'listHeldWork'>,
  orgId: string,
): Promise<HeldWork | null> {
  const state = hold.state()
  if (!state) return null
  const found = await db.withSystem((tx) => listHeldWork(tx, orgId))
  const items = found
    .filter(({ kind }) => kind !== 'job')
    .slice(0, 500)
    .map(({ kind, id, name, count, dueAt }) => ({ kind, id, name, count, dueAt: dueAt?.toISOString() ?? null }))
  return { since: state.since.toISOString(), dataUntil: state.dataUntil?.toISOString() ?? null, items }
}
