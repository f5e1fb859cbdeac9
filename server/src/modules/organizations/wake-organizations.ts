import { sql } from 'kysely'
import { isInUse } from '../../platform/rest/at-rest.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * A process that read the organization at rest may put work off a moment after it was taken up again: so long it is looked for. No
 * statement that takes work runs longer.
 */
const lookForMs = 60_000

/**
 * Lets everything go on that waited for an organization. A trigger notes the change in its own transaction (migration 0410), whether a
 * person, a payment or the operator made it.
 */
export async function wakeOrganizations(platform: Platform): Promise<void> {
  const { db, log } = platform
  const { rows } = await db.withSystem((tx) =>
    sql<{ id: string; wokenAt: string; isOver: boolean }>`
      select org.id, org.woken_at::text as "wokenAt", org.woken_at < now() - ${lookForMs} * interval '1 millisecond' as "isOver"
      from auth.organizations org where org.woken_at is not null and ${isInUse(sql`org.id`)} order by org.woken_at`.execute(tx),
  )
  for (const { id, wokenAt, isOver } of rows) {
    try {
      await platform.wakeRested(id)
      if (!isOver) continue
      // It may have rested again meanwhile, and been taken up again.
      await db.withSystem((tx) =>
        sql`update auth.organizations set woken_at = null where id = ${id} and woken_at = ${wokenAt}::timestamptz`.execute(tx),
      )
    } catch (err) {
      log.error({ orgId: id, err }, 'the work of an organization that was taken up again could not go on')
    }
  }
}
