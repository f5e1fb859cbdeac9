import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

interface Month {
  first: string
  after: string
}

const inMonth = ({ first, after }: Month) => sql<boolean>`date >= ${first}::date and date < ${after}::date`
/** Returns are in rupees, so of invoices with a rate; and of those that were issued under GST, but for composition dealers. */
const isReported = sql<boolean>`(i.currency = 'INR' or i.exchange_rate_micros is not null) and i.number is not null
  and i.seller->>'taxRegime' = 'GST' and coalesce((i.seller->>'isComposition')::boolean, false) = false`

/** Issued invoices of a month with their lines. */
export async function gstInvoices(tx: OrgTx, month: Month) {
  return tx
    .selectFrom('sales_invoices as i')
    .select(['i.id', 'i.number', 'i.date', 'i.amount', 'i.customer_tax_id', 'i.place_of_supply', 'i.supply_type', 'i.reverse_charge'])
    .select(['i.status', 'i.taxes', 'i.exchange_rate_micros'])
    .select((eb) =>
      eb
        .selectFrom('sales_invoice_lines as l')
        .select(
          sql<GstRow[]>`coalesce(json_agg(json_build_object('description', description, 'code', code, 'unit', unit,
            'quantity', thousandths / 1000.0, 'taxBasisPoints', tax_basis_points, 'taxCategory', tax_category, 'amount', amount, 'taxable', taxable) order by position), '[]')`.as(
            'lines',
          ),
        )
        .whereRef('l.document_id', '=', 'i.id')
        .as('lines'),
    )
    .where(isReported)
    .where(inMonth(month))
    .orderBy('i.number')
    .execute()
}

export interface GstRow {
  description: string
  code: string
  /** Missing, as the next ones, in credit notes from before there were units. */
  unit?: string
  quantity: number
  taxBasisPoints: number
  taxCategory?: string
  amount: number
  taxable?: number
}

/** Credit notes of a month with what they take from their invoice. */
export async function gstCreditNotes(tx: OrgTx, { first, after }: Month) {
  const rows = await tx
    .selectFrom('sales_credit_notes as n')
    .innerJoin('sales_invoices as i', (join) => join.onRef('i.org_id', '=', 'n.org_id').onRef('i.id', '=', 'n.invoice_id'))
    .select(['n.number', 'n.date', 'n.amount', 'n.taxes', 'n.lines', 'i.amount as invoice_amount', 'i.date as invoice_date'])
    .select(['i.customer_tax_id', 'i.place_of_supply', 'i.supply_type', 'i.reverse_charge', 'i.exchange_rate_micros'])
    .where(isReported)
    .where(sql<boolean>`n.date >= ${first}::date and n.date < ${after}::date`)
    .orderBy('n.number')
    .execute()
  // Written by `insertCreditNote`.
  return rows.map((row) => ({ ...row, lines: row.lines as unknown as GstRow[] }))
}
