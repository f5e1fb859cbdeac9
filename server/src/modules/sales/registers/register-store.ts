import { sql } from 'kysely'
import type { ChartOfAccounts, SalesAgeing } from '@imperium/contract/sales/sales-registers.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Open invoices by customer and currency, by the days from their due date to a day. */
export async function sumAgeing(tx: OrgTx, day: string, limit: number): Promise<SalesAgeing['rows']> {
  const { rows } = await sql<SalesAgeing['rows'][number]>`
    with open as (
      select contact_id, customer, currency, amount - credited - paid + released as due, ${day}::date - due_date as days
      from app.sales_invoices where status in ('Pending', 'Overdue')
    )
    select contact_id as "contactId", max(customer) as customer, currency,
      coalesce(sum(due) filter (where days <= 0), 0)::bigint as "notDue",
      coalesce(sum(due) filter (where days between 1 and 30), 0)::bigint as "to30",
      coalesce(sum(due) filter (where days between 31 and 60), 0)::bigint as "to60",
      coalesce(sum(due) filter (where days between 61 and 90), 0)::bigint as "to90",
      coalesce(sum(due) filter (where days > 90), 0)::bigint as "over90",
      sum(due)::bigint as total
    from open group by contact_id, case when contact_id is null then customer end, currency
    order by total desc, customer limit ${limit}`.execute(tx)
  return rows
}

interface LedgerRow {
  id: string
  postedAt: string
  kind: string
  account: string
  amount: number
  currency: string
  number: string
  customer: string
}

/** Postings of sales of a period with the document that caused them, by entry and line. */
export async function listPostings(
  tx: OrgTx,
  { from, to, after, limit }: { from: string; to: string; after: { entry: string; line: number } | null; limit: number },
): Promise<(LedgerRow & { line: number })[]> {
  const { rows } = await sql<LedgerRow & { line: number }>`
    select e.id, to_char(e.posted_at at time zone 'UTC', 'YYYY-MM-DD') as "postedAt", e.cause_kind as kind, p.line, p.account, p.amount, e.currency,
      coalesce(i.number, n.number, m.number, '') as number, coalesce(i.customer, v.customer, m.customer, '') as customer
    from app.ledger_entries e
    join app.ledger_postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account like 'sales:%'
    left join app.sales_credit_notes n on n.org_id = e.org_id and e.cause_kind = 'sales-credit-note' and n.id::text = e.cause_id
    left join app.sales_invoices v on v.org_id = n.org_id and v.id = n.invoice_id
    left join app.sales_payments y on y.org_id = e.org_id and e.cause_kind = 'sales-payment' and y.id::text = e.cause_id
    left join app.sales_credit_moves m on m.org_id = e.org_id and e.cause_kind = 'sales-credit' and m.id::text = e.cause_id
    left join app.sales_invoices i on i.org_id = e.org_id
      and i.id::text = case when e.cause_kind in ('sales-invoice', 'sales-void') then e.cause_id else y.invoice_id::text end
    where e.posted_at >= ${from}::date and e.posted_at < ${to}::date + 1
      and (${after?.entry ?? null}::uuid is null or (e.id, p.line) > (${after?.entry ?? null}::uuid, ${after?.line ?? 0}))
    order by e.id, p.line limit ${limit}`.execute(tx)
  return rows
}

export async function readChart(tx: OrgTx): Promise<Partial<ChartOfAccounts>> {
  const row = await tx.selectFrom('sales_settings').select('accounts').executeTakeFirst()
  // Written by `writeChart`.
  return (row?.accounts ?? {}) as Partial<ChartOfAccounts>
}

export async function writeChart(tx: OrgTx, chart: ChartOfAccounts): Promise<void> {
  await tx
    .updateTable('sales_settings')
    .set({ accounts: JSON.stringify(chart) })
    .execute()
}
