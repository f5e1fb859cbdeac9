import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { isInUse } from '../organizations/index.ts'

export interface Failing {
  orgId: string
  id: string
  /** The first and the last failure since the last success. */
  since: Date
  until: Date
  isWarned: boolean
}

const mostAtOnce = 500

/** Enabled webhooks whose failures without a success span this many days. */
export async function listFailing(tx: SystemTx, days: number): Promise<Failing[]> {
  const { rows } = await sql<Failing>`
    select q.org_id as "orgId", q.webhook_id as id, q.failing_since as since, q.last_failed_at as until, q.warned_at is not null as "isWarned"
    from app.webhook_queues q join app.webhooks w on w.org_id = q.org_id and w.id = q.webhook_id
    where q.failing_since < now() - ${days} * interval '1 day' and q.last_failed_at >= q.failing_since + ${days} * interval '1 day'
      and w.is_enabled and w.deleted_at is null
    order by q.failing_since limit ${mostAtOnce}`.execute(tx)
  return rows
}

/** False when it was warned already, or has succeeded meanwhile. */
export async function markWarned(tx: OrgTx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_queues')
    .set({ warned_at: now })
    .where('webhook_id', '=', id)
    .where('warned_at', 'is', null)
    .where('failing_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Queues with a due delivery that no worker knows of: a transaction that was to tell of it was rolled back. A safety net. */
export async function wakeOverdue(tx: SystemTx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update app.webhook_queues q set due_at = now()
    where q.lease_owner is null and (q.due_at is null or q.due_at > now() + interval '1 minute') and (q.paused_until is null or q.paused_until < now())
      and exists (select from app.webhook_deliveries d where d.org_id = q.org_id and d.webhook_id = q.webhook_id and d.status = 'pending'
        and d.due_at < now() - interval '10 seconds') and ${isInUse(sql`q.org_id`)}`.execute(tx)
  return Number(numAffectedRows)
}
