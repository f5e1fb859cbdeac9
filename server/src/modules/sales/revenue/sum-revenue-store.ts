import { sql } from 'kysely'
import { discountOf, lineAmount } from '@imperium/contract/sales/compute-tax.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { isDateWithin, isWithin, stretchOf, stretchOfDate } from '../../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../../platform/resources/counted-row.ts'
import { bodyOfRow } from '../recurring/change-recurring.ts'

export const documentsOfLedger = sql`
  app.ledger_entries e
  join app.ledger_postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account in ('sales:income', 'sales:received')
  left join lateral (
    select i.date, i.id, i.number, i.customer from app.sales_invoices i
    where i.org_id = e.org_id and i.id = case when e.cause_kind = 'sales-invoice' then e.cause_id::uuid end
    union all
    select n.date, n.invoice_id, n.number, m.customer from app.sales_credit_notes n
    join app.sales_invoices m on m.org_id = n.org_id and m.id = n.invoice_id
    where n.org_id = e.org_id and n.id = case when e.cause_kind = 'sales-credit-note' then e.cause_id::uuid end
    union all
    select y.date, y.invoice_id, m.number, m.customer from app.sales_payments y
    join app.sales_invoices m on m.org_id = y.org_id and m.id = y.invoice_id
    where y.org_id = e.org_id and y.id = case when e.cause_kind = 'sales-payment' then e.cause_id::uuid end
  ) d on true`

const [date, postedAt] = [sql`d.date`, sql`e.posted_at`]

export const isInCuts = (cuts: Cuts) =>
  sql`e.cause_kind like 'sales-%' and case when d.date is null then ${isWithin(postedAt, cuts)} else ${isDateWithin(date, cuts)} end`

const amounts = sql`
  coalesce(-sum(p.amount) filter (where p.account = 'sales:income'), 0)::bigint as income,
  coalesce(sum(p.amount) filter (where p.account = 'sales:received'), 0)::bigint as received`

/**
 * What the ledger says was earned (net of tax) and received, by the date of the document: entries of old documents were posted later. What has
 * no date of its own, as a void, is of the moment of its entry.
 */
export async function sumRevenue(tx: OrgTx, cuts: Cuts, split: 'document' | null = null): Promise<StretchRow[]> {
  const { rows } = await sql<Record<'income' | 'received' | 'stretch', number> & { key: string; currency: string }>`
    select case when d.date is null then ${stretchOf(postedAt, cuts)} else ${stretchOfDate(date, cuts)} end as stretch,
      ${split === null ? sql`''` : sql`e.cause_kind`} as key, e.currency, ${amounts}
    from ${documentsOfLedger} where ${isInCuts(cuts)} group by 1, 2, 3`.execute(tx)
  return rows.map(({ stretch, key, currency, ...values }) => ({ stretch, key, currency, values }))
}

/** The same entries one by one, newest first: a void has the number of its invoice. */
export async function listRevenue(tx: OrgTx, cuts: Cuts, part: CountedPart<'document'> | null, limit: number): Promise<CountedRow[]> {
  const { rows } = await sql<
    Record<'id' | 'label' | 'detail' | 'currency', string> & Record<'income' | 'received', number> & { at: Date | string }
  >`
    select coalesce(d.id, v.id, e.id) as id, coalesce(to_char(d.date, 'YYYY-MM-DD'), to_char(e.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as at,
      coalesce(d.number, v.number, '') as label, coalesce(d.customer, v.customer, '') as detail, e.currency, ${amounts}
    from ${documentsOfLedger}
    left join app.sales_invoices v on v.org_id = e.org_id and v.id = case when e.cause_kind = 'sales-void' then e.cause_id::uuid end
    where ${isInCuts(cuts)} and ${part === null ? sql`true` : sql`e.cause_kind = ${part.key}`}
    group by e.id, e.posted_at, e.currency, d.id, d.date, d.number, d.customer, v.id, v.number, v.customer
    order by coalesce(d.date, (e.posted_at at time zone 'UTC')::date) desc, e.id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, at, label, detail, currency, ...values }) => ({ id, at, label, detail, currency, values }))
}

/** Months in a year over the recurrences in it. */
const perMonth = { week: [52n, 12n], month: [1n, 1n], year: [1n, 12n] } as const

/** What the active recurring invoices bring in a month, net of tax; the sum of each currency is rounded once, half up. */
export async function sumRecurring(tx: OrgTx, split: 'interval' | null = null): Promise<Omit<StretchRow, 'stretch'>[]> {
  const found = await tx
    .selectFrom('sales_recurring')
    .select(['body', 'currency', 'every', 'interval_count'])
    .where('status', '=', 'Active')
    .execute()
  const twelfths = new Map<string, { key: string; currency: string; sum: bigint }>()
  for (const { body, currency, every, interval_count } of found) {
    const [times, over] = perMonth[every as keyof typeof perMonth]
    const { lines, ...off } = bodyOfRow({ body })
    const subtotal = lines.reduce((sum, line) => sum + lineAmount(line), 0)
    const net = BigInt(subtotal - discountOf(subtotal, off))
    const key = split === null ? '' : every
    const place = `${key} ${currency}`
    twelfths.set(place, { key, currency, sum: (twelfths.get(place)?.sum ?? 0n) + (net * times * 12n) / (over * BigInt(interval_count)) })
  }
  return [...twelfths.values()].map(({ key, currency, sum }) => ({ key, currency, values: { mrr: Number((sum + 6n) / 12n) } }))
}
