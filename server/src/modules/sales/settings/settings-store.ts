import { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { SalesSettingsBody } from '@imperium/contract/sales/sales-settings.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

const toSettings = replyOf(SalesSettings)

export const defaultSettings: SalesSettings = {
  currency: 'INR',
  taxRegime: 'NONE',
  taxId: '',
  roundTotal: false,
  orderPrefix: 'SO',
  invoicePrefix: 'INV',
  creditPrefix: 'CN',
  yearStartMonth: 4,
  paymentDays: 30,
  footer: '',
  updatedAt: null,
}

export async function readSettings(tx: OrgTx): Promise<SalesSettings> {
  const row = await tx.selectFrom('sales_settings').selectAll().executeTakeFirst()
  return row ? toSettings(row) : defaultSettings
}

export async function writeSettings(tx: OrgTx, body: SalesSettingsBody, now: Date): Promise<SalesSettings> {
  const fields = {
    currency: body.currency,
    tax_regime: body.taxRegime,
    tax_id: body.taxId,
    round_total: body.roundTotal,
    order_prefix: body.orderPrefix,
    invoice_prefix: body.invoicePrefix,
    credit_prefix: body.creditPrefix,
    year_start_month: body.yearStartMonth,
    payment_days: body.paymentDays,
    footer: body.footer,
    updated_at: now,
  }
  const row = await tx
    .insertInto('sales_settings')
    .values({ org_id: tx.orgId, ...fields })
    .onConflict((on) => on.column('org_id').doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSettings(row)
}
