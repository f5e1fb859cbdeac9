import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

interface Scope {
  contactId: string
  currency: string
}

/**
 * What moved the balance of a customer: issued invoices (but for those that were voided before anything happened to them), credit notes, and
 * payments.
 */
const movements = ({ contactId, currency }: Scope) => sql`
  with mine as (
    select org_id, id, number, date, amount, created_at from app.sales_invoices
    where contact_id = ${contactId}::uuid and currency = ${currency} and number is not null and status <> 'Void'
  )
  select date, 'invoice' as kind, id as invoice_id, number, amount, id as place from mine
  union all
  select n.date, 'credit', m.id, n.number, -n.amount, n.id
  from mine m join app.sales_credit_notes n on n.org_id = m.org_id and n.invoice_id = m.id
  union all
  select p.date, 'payment', m.id, m.number, -p.amount, p.id
  from mine m join app.sales_payments p on p.org_id = m.org_id and p.invoice_id = m.id`

export async function balanceBefore(tx: OrgTx, scope: Scope, day: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from (${movements(scope)}) m where date < ${day}::date`.execute(tx)
  return rows[0]?.sum ?? 0
}

interface Movement {
  date: string
  kind: 'invoice' | 'credit' | 'payment'
  invoice_id: string
  number: string
  amount: number
}

/** By day; of one day by their ids, which are made in order. */
export async function listMovements(tx: OrgTx, scope: Scope, days: { from: string; to: string; limit: number }): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select date, kind, invoice_id, number, amount from (${movements(scope)}) m
    where date between ${days.from}::date and ${days.to}::date order by date, place limit ${days.limit}`.execute(tx)
  return rows
}
