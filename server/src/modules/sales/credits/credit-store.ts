import { sql } from 'kysely'
import type { CreditMove } from '@imperium/contract/sales/sales-credits.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

export interface NewMove {
  id: string
  contact_id: string | null
  customer: string
  kind: 'advance' | 'overpaid' | 'credited' | 'applied' | 'refunded'
  currency: string
  amount: number
  date: string
  number?: string
  invoice_id?: string
  method?: string
  reference?: string
}

export async function insertMove(tx: OrgTx, move: NewMove): Promise<void> {
  await tx
    .insertInto('sales_credit_moves')
    .values({ org_id: tx.orgId, ...move })
    .execute()
}

/** One balance at a time changes: two applications of the same credit wait for each other. */
export const lockBalance = (tx: OrgTx, contactId: string, currency: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sales-credit ${tx.orgId} ${contactId} ${currency}`}, 0))`.execute(tx)

export async function balanceOf(tx: OrgTx, contactId: string, currency: string): Promise<number> {
  const { sum } = await tx
    .selectFrom('sales_credit_moves')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('contact_id', '=', contactId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return sum
}

/** What came from an invoice to the credit of its customer. */
export async function creditOfInvoice(tx: OrgTx, invoiceId: string, kind: 'overpaid' | 'credited'): Promise<number> {
  const { sum } = await tx
    .selectFrom('sales_credit_moves')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return sum
}

/** Newest first. */
export async function listMoves(tx: OrgTx, contactId: string, limit: number): Promise<CreditMove[]> {
  const rows = await tx
    .selectFrom('sales_credit_moves as m')
    .leftJoin('sales_invoices as i', (join) => join.onRef('i.org_id', '=', 'm.org_id').onRef('i.id', '=', 'm.invoice_id'))
    .select(['m.id', 'm.kind', 'm.currency', 'm.amount', 'm.date', 'm.number', 'm.invoice_id as invoiceId', 'i.number as invoiceNumber'])
    .select(['m.method', 'm.reference'])
    .where('m.contact_id', '=', contactId)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
  // The table's check holds the kinds of the contract.
  return rows as CreditMove[]
}

export const balancesOf = (tx: OrgTx, contactId: string) =>
  tx
    .selectFrom('sales_credit_moves')
    .select(['currency', sql<number>`sum(amount)::bigint`.as('balance')])
    .where('contact_id', '=', contactId)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
