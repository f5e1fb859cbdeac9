import { sql } from 'kysely'
import { mostListed } from '../../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../../platform/installation/held-work.ts'

/** Recurring invoices whose day has come. */
export const listHeldInvoices: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select r.org_id as "orgId", 'recurring_invoice' as kind, r.id, r.customer as name, 1 as count, r.next_on::timestamptz as "dueAt"
    from app.sales_recurring r where r.status = 'Active' and r.next_on <= current_date and (${orgId}::uuid is null or r.org_id = ${orgId})
    limit ${mostListed}`.execute(tx)
  return rows
}
