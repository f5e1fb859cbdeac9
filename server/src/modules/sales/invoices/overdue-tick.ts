import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { salesEvents } from '@imperium/contract/events/sales.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eachOrganizationWith } from '../documents/each-organization.ts'
import { latestDay } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { factsOf } from './invoice-events.ts'
import { markOverdue } from './invoice-store.ts'

/** Invoices become overdue when the day after their due date begins in the organization's time zone. */
export const markOverdueInvoices = (platform: Platform): Promise<void> =>
  eachOrganizationWith(
    platform,
    'sales_invoices',
    sql<SqlBool>`r.status = 'Pending' and r.due_date < ${latestDay(platform.clock.now())}::date`,
    async (tx) => {
      const overdue = await markOverdue(tx, await todayOf(platform, tx), platform.clock.now())
      const payloads = overdue.map((row) => ({ ...factsOf(row), due: row.amount - row.credited - row.paid + row.released }))
      await platform.events.emitAll(tx, salesEvents.overdue, payloads)
    },
  )
