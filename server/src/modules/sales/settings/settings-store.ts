import { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { SalesSettingsBody } from '@imperium/contract/sales/sales-settings.ts'
import { plainTaxId } from '@imperium/contract/sales/vat-number.ts'
import type { Insertable } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import { readDocumentLook } from '../../branding/index.ts'

const toSettings = replyOf(SalesSettings, ({ logo }: { logo: Uint8Array | null }) => ({ hasLogo: logo !== null }))

export const defaultSettings: SalesSettings = {
  currency: 'INR',
  taxRegime: 'NONE',
  taxId: '',
  isComposition: false,
  lutNumber: '',
  iban: '',
  bic: '',
  roundTotal: false,
  quotationPrefix: 'QT',
  quotationDays: 30,
  orderPrefix: 'SO',
  invoicePrefix: 'INV',
  creditPrefix: 'CN',
  receiptPrefix: 'RV',
  yearStartMonth: 4,
  paymentDays: 30,
  footer: '',
  accent: null,
  hasLogo: false,
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
    quotation_prefix: body.quotationPrefix,
    quotation_days: body.quotationDays,
    order_prefix: body.orderPrefix,
    invoice_prefix: body.invoicePrefix,
    credit_prefix: body.creditPrefix,
    receipt_prefix: body.receiptPrefix,
    is_composition: body.isComposition,
    lut_number: body.lutNumber,
    iban: plainTaxId(body.iban),
    bic: body.bic,
    year_start_month: body.yearStartMonth,
    payment_days: body.paymentDays,
    footer: body.footer,
    accent: body.accent,
    updated_at: now,
  }
  return toSettings(await save(tx, fields))
}

async function save(tx: OrgTx, fields: Omit<Insertable<DB['sales_settings']>, 'org_id'>) {
  return tx
    .insertInto('sales_settings')
    .values({ org_id: tx.orgId, ...fields })
    .onConflict((on) => on.column('org_id').doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Settings that were never written are written with their defaults first. */
export async function keepSettingsRow(tx: OrgTx, now: Date): Promise<void> {
  const has = await tx.selectFrom('sales_settings').select('org_id').executeTakeFirst()
  if (!has) await writeSettings(tx, defaultSettings, now)
}

/** The logo of documents alone. */
export async function readOwnLogo(tx: OrgTx): Promise<Uint8Array | null> {
  const row = await tx.selectFrom('sales_settings').select('logo').executeTakeFirst()
  return row?.logo ?? null
}

/** How documents look: by their own settings, and where these say nothing, by the organization's brand. */
export async function readLook(tx: OrgTx): Promise<{ accent: string | null; logo: Uint8Array | null }> {
  const row = await tx.selectFrom('sales_settings').select(['accent', 'logo']).executeTakeFirst()
  const brand = row?.accent && row.logo ? { accent: null, logo: null } : await readDocumentLook(tx)
  return { accent: row?.accent ?? brand.accent, logo: row?.logo ?? brand.logo }
}

export async function writeLogo(tx: OrgTx, logo: Uint8Array | null, now: Date): Promise<SalesSettings> {
  await keepSettingsRow(tx, now)
  const changes = { logo: logo && Buffer.from(logo), updated_at: now }
  return toSettings(await tx.updateTable('sales_settings').set(changes).returningAll().executeTakeFirstOrThrow())
}

export interface PaymentAccountRow {
  payment_provider: string | null
  payment_key_id: string
  payment_secret: string | null
  payment_webhook_secret: string | null
}

export async function readPaymentAccount(tx: OrgTx): Promise<PaymentAccountRow> {
  const row = await tx
    .selectFrom('sales_settings')
    .select(['payment_provider', 'payment_key_id', 'payment_secret', 'payment_webhook_secret'])
    .executeTakeFirst()
  return row ?? { payment_provider: null, payment_key_id: '', payment_secret: null, payment_webhook_secret: null }
}

export async function writePaymentAccount(tx: OrgTx, account: PaymentAccountRow, now: Date): Promise<void> {
  await keepSettingsRow(tx, now)
  await tx.updateTable('sales_settings').set(account).execute()
}

export const listSealedAccounts = (tx: SystemTx) =>
  tx
    .selectFrom('sales_settings')
    .select(['org_id', 'payment_secret', 'payment_webhook_secret'])
    .where((eb) => eb.or([eb('payment_secret', 'is not', null), eb('payment_webhook_secret', 'is not', null)]))
    .execute()

export async function writeSealedAccount(
  tx: SystemTx,
  orgId: string,
  sealed: Pick<PaymentAccountRow, 'payment_secret' | 'payment_webhook_secret'>,
): Promise<void> {
  await tx.updateTable('sales_settings').set(sealed).where('org_id', '=', orgId).execute()
}
