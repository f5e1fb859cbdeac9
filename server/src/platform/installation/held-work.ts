import { sql } from 'kysely'
import type { HeldKind } from '@imperium/contract/dashboard.ts'
import type { SystemTx } from '../db/database.ts'

/** Work that was due by now: the installation that was backed up may have done it since. */
export interface HeldWork {
  orgId: string
  kind: HeldKind
  id: string | null
  name: string
  count: number
  dueAt: Date | null
}

/** Lists it for one organization, or for all with null. Every module that makes things go out by itself has one in its manifest. */
export type ListHeldWork = (tx: SystemTx, orgId: string | null) => Promise<HeldWork[]>

export const mostListed = 500

/** Product emails by name of their queue, and the other jobs, which carry on what people or modules began. */
export const listHeldJobs: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select group_id as "orgId", case when name in ('platform.deliverLetter', 'platform.deliverContactLetter') then 'email' else 'job' end as kind, null as id, name,
      count(*)::int as count, min(start_after) as "dueAt"
    from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() and (${orgId}::text is null or group_id = ${orgId}::text)
    group by group_id, name order by min(start_after) limit ${mostListed}`.execute(tx)
  return rows
}
