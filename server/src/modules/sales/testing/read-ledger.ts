import type pg from 'pg'

type Sums = Record<'receivable' | 'received' | 'overpaid' | 'withheld' | 'tax' | 'all', number>

/** What the ledger of an organization says of its sales, and what its documents and payments say; both in minor units. */
export async function readLedger(owner: pg.Pool, orgId: string): Promise<{ ledger: Sums; documents: Sums }> {
  const { rows } = await owner.query<{ ledger: Sums; documents: Sums }>(
    `with posted as (select account, amount from app.ledger_postings where org_id = $1 and account like 'sales:%'),
       issued as (select * from app.sales_invoices where org_id = $1 and number is not null and status <> 'Void')
     select json_build_object(
         'receivable', coalesce(sum(amount) filter (where account = 'sales:receivable'), 0),
         'received', coalesce(sum(amount) filter (where account = 'sales:received'), 0),
         'overpaid', coalesce(sum(amount) filter (where account = 'sales:overpaid'), 0),
         'withheld', coalesce(sum(amount) filter (where account = 'sales:withheld'), 0),
         'tax', coalesce(sum(amount) filter (where account = 'sales:tax'), 0),
         'all', coalesce(sum(amount), 0)) as ledger,
       json_build_object(
         'receivable', (select coalesce(sum(amount - credited - paid + released), 0) from issued),
         'received', (select coalesce(sum(amount - withheld), 0) from app.sales_payments where org_id = $1 and method <> 'Credit balance')
           + (select coalesce(sum(amount), 0) from app.sales_credit_moves where org_id = $1 and kind in ('advance', 'overpaid', 'refunded')),
         'overpaid', -(select coalesce(sum(amount), 0) from app.sales_credit_moves where org_id = $1),
         'withheld', (select coalesce(sum(withheld), 0) from app.sales_payments where org_id = $1),
         'tax', (select coalesce(sum(tax), 0) from app.sales_credit_notes where org_id = $1) - (select coalesce(sum(tax), 0) from issued),
         'all', 0) as documents
     from posted`,
    [orgId],
  )
  if (!rows[0]) throw new Error('a sum has a row')
  return rows[0]
}
