import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { salesEvents } from '@imperium/contract/events/sales.ts'
import { organizationsWith } from '../../../platform/db/organizations-with.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addDays } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { factsOf } from './invoice-events.ts'
import { markOverdue } from './invoice-store.ts'

const atOnce = 100

/** Invoices become overdue when the day after their due date begins in the organization's time zone. */
export async function markOverdueInvoices(platform: Platform): Promise<void> {
  const { db, clock, events } = platform
  // No time zone is more than a day ahead of UTC.
  const latestDay = addDays(clock.now().toISOString().slice(0, 10), 1)
  const isDue = sql<SqlBool>`r.status = 'Pending' and r.due_date < ${latestDay}::date`
  let after: string | null = null
  do {
    const orgIds: string[] = await db.withSystem((tx) => organizationsWith(tx, 'sales_invoices', isDue, { after, limit: atOnce }))
    for (const orgId of orgIds)
      await db.withOrg(orgId, async (tx) => {
        const overdue = await markOverdue(tx, await todayOf(platform, tx), clock.now())
        const payloads = overdue.map((row) => ({ ...factsOf(row), due: row.amount - row.credited - row.paid }))
        await events.emitAll(tx, salesEvents.overdue, payloads)
      })
    after = orgIds.length < atOnce ? null : (orgIds.at(-1) ?? null)
  } while (after !== null)
}
