import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Cuts } from '../../../platform/local-days.ts'
import { documentsOfLedger, isInCuts } from './sum-revenue-store.ts'

/** One entry of the ledger that earned or took back revenue, with the contact of its invoice. */
export interface EarnedEntry {
  invoiceId: string | null
  contactId: string | null
  /** The date of the document; a void has the moment of its entry. */
  at: string
  number: string
  customer: string
  currency: string
  /** Minor units, net of tax. */
  income: number
  /** When the invoice came to be: its date, or its creation if that was earlier. Touches before it may have led to it. */
  invoicedOn: string | null
  createdAt: Date | null
}

/** Revenue entry by entry, newest first: the same rows as the sums, so that they add up to them. */
export async function listEarned(tx: OrgTx, cuts: Cuts, limit: number): Promise<EarnedEntry[]> {
  const { rows } = await sql<EarnedEntry>`
    select i.id as "invoiceId", i.contact_id as "contactId", coalesce(i.number, '') as number, coalesce(i.customer, '') as customer,
      to_char(i.date, 'YYYY-MM-DD') as "invoicedOn", i.created_at as "createdAt", e.currency, (-sum(p.amount))::bigint as income,
      coalesce(to_char(d.date, 'YYYY-MM-DD'), to_char(e.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as at
    from ${documentsOfLedger}
    left join app.sales_invoices i on i.org_id = e.org_id
      and i.id = coalesce(d.id, case when e.cause_kind = 'sales-void' then e.cause_id::uuid end)
    where ${isInCuts(cuts)} and p.account = 'sales:income'
    group by e.id, e.currency, e.posted_at, d.date, i.id, i.contact_id, i.number, i.customer, i.date, i.created_at
    having sum(p.amount) <> 0
    order by coalesce(d.date, (e.posted_at at time zone 'UTC')::date) desc, e.id desc limit ${limit}`.execute(tx)
  return rows
}

/** The first invoice of each of the contacts that was created at or after a moment of theirs. */
export async function firstInvoices(tx: OrgTx, people: readonly { contactId: string; since: Date }[]): Promise<Map<string, Date>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ contactId: string; at: Date }>`
    select i.contact_id as "contactId", min(i.created_at) as at
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p ("contactId" uuid, since timestamptz)
    join app.sales_invoices i on i.contact_id = p."contactId" and i.date is not null and i.status <> 'Void' and i.created_at >= p.since
    group by 1`.execute(tx)
  return new Map(rows.map(({ contactId, at }) => [contactId, at]))
}
