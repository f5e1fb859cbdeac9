import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Deletes those of these orders that no invoice was made of. */
export async function deleteUnbilledOrders(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from app.sales_orders o where o.id = any(${[...ids]}::uuid[])
      and not exists (select from app.sales_invoices i where i.org_id = o.org_id and i.order_id = o.id)
      and not exists (select from app.sales_quotations q where q.org_id = o.org_id and q.order_id = o.id)`.execute(tx)
}

/** Deletes those of these products that no document and no recurring invoice names. */
export async function deleteUnusedProducts(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from app.sales_products p where p.id = any(${[...ids]}::uuid[])
      and not exists (select from app.sales_order_lines l where l.org_id = p.org_id and l.product_id = p.id)
      and not exists (select from app.sales_invoice_lines l where l.org_id = p.org_id and l.product_id = p.id)
      and not exists (select from app.sales_quotation_lines l where l.org_id = p.org_id and l.product_id = p.id)
      and not exists (select from app.sales_recurring r where r.org_id = p.org_id and r.body::text like '%' || p.id || '%')`.execute(tx)
}
