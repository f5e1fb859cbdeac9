import { addOnNames } from '@imperium/contract/billing/add-ons.ts'
import { wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../../platform/db/database.ts'
import { financialYear, serialNumber } from '../../../platform/documents/serial-number.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile } from '../../organizations/index.ts'
import type { Order } from '../order-store.ts'
import type { RefundRow } from '../refunds/refund-store.ts'
import { computeInvoice, shareOfTaxes } from './compute-invoice.ts'
import type { InvoiceCustomer, InvoiceSeller } from './compute-invoice.ts'
import { insertInvoice, invoicesOfOrder, nextSerial, taxOfRefund } from './invoice-store.ts'

/** Sandbox payments have a series of their own: the operator's real numbers stay free of gaps and of tests. */
const sandboxPrefix = 'TST'
const startMonths = { GST: 4, VAT: 1, NONE: 4 } as const
/** Days of documents are those of the operator: India's under GST. */
const zones = { GST: 'Asia/Kolkata', VAT: 'UTC', NONE: 'UTC' } as const

export function sellerOf({ config }: Platform): InvoiceSeller {
  const regime = config.operatorTaxRegime
  return {
    name: config.operatorName ?? new URL(config.publicUrl).host,
    address: config.operatorAddress
      .split(';')
      .map((line) => line.trim())
      .join('\n'),
    taxRegime: regime,
    taxId: config.operatorTaxId.toUpperCase(),
    taxBasisPoints: config.operatorTaxPercent * 100,
    sac: config.operatorSac,
    lutNumber: config.operatorLut,
  }
}

/** A contribution buys nothing, so it bears no tax. */
const isReceipt = ({ purpose }: Pick<Order, 'purpose'>): boolean => purpose === 'CONTRIBUTION'
export const sellerOfOrder = (platform: Platform, order: Pick<Order, 'purpose'>): InvoiceSeller =>
  isReceipt(order) ? { ...sellerOf(platform), taxRegime: 'NONE' } : sellerOf(platform)

export async function customerOf(tx: OrgTx): Promise<InvoiceCustomer> {
  const profile = await findProfile(tx, tx.orgId)
  if (!profile) throw new Error('the organization cannot be read')
  return {
    name: profile.legalName || profile.name,
    address: [profile.address, profile.city, profile.state, profile.country].filter(Boolean).join('\n'),
    email: profile.billingEmail,
    taxId: profile.taxId.trim().toUpperCase(),
    country: profile.country,
    state: profile.state,
  }
}

async function numberOf(platform: Platform, tx: AuthTx, order: Order, kind: 'invoice' | 'credit-note', day: string): Promise<string> {
  const { operatorInvoicePrefix, operatorTaxRegime } = platform.config
  const own =
    operatorInvoicePrefix
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '')
      .slice(0, 3) || 'INV'
  const base = order.provider === 'sandbox' ? sandboxPrefix : own
  // Receipts have a series of their own: that of tax invoices is reported whole.
  const ofKind = isReceipt(order) ? `${base.slice(0, 2)}R` : base
  const prefix = kind === 'invoice' ? ofKind : `${base.slice(0, 2)}${isReceipt(order) ? 'B' : 'C'}`
  const period = financialYear(day, startMonths[operatorTaxRegime])
  const number = serialNumber(prefix, period, await nextSerial(tx, prefix, period))
  if (number === null) throw new Error(`the number series ${prefix} of ${period} is used up`)
  return number
}

const today = ({ clock, config }: Platform): string =>
  new Date(wallAt(clock.now().getTime(), zones[config.operatorTaxRegime])).toISOString().slice(0, 10)

/** Issues the invoice of a paid order in the transaction of its payment. */
export async function issueInvoice(platform: Platform, tx: AuthTx, orgId: string, order: Order): Promise<void> {
  const date = today(platform)
  const number = await numberOf(platform, tx, order, 'invoice', date)
  const seller = sellerOfOrder(platform, order)
  await asOrg(tx, orgId, async (orgTx) => {
    const customer = await customerOf(orgTx)
    const { taxable, tax, taxes, placeOfSupply, statement } = computeInvoice(seller, customer, order.amount)
    const isSandbox = order.provider === 'sandbox'
    const said = { ...(isReceipt(order) ? { isReceipt: true } : {}), ...(statement === '' ? {} : { statement }) }
    const document = { seller, customer, description: descriptionOf(order), placeOfSupply, taxes, isSandbox, ...said }
    const { id: orderId, currency, amount } = order
    await insertInvoice(orgTx, { kind: 'invoice', number, orderId, date, currency, taxable, tax, amount, document })
  })
}

const addOnTexts = {
  SEATS: 'additional members',
  CONTACTS: 'packs of 100,000 contacts',
  MESSAGES: 'packs of 500,000 messages a month',
  RUNS: 'packs of 100,000 runs a month',
  STORAGE: 'packs of 100 GB of storage',
} as const

function descriptionOf({ purpose, planType, billingCycle, credit, addOn, addOnQuantity, addOns }: Order): string {
  if (addOn !== null) return `${addOnQuantity} ${addOnTexts[addOn]}, for the rest of the period`
  if (purpose === 'CREDITS') return 'AI credits'
  if (planType === null) return 'Contribution'
  const packs = addOnNames.flatMap((name) => (addOns[name] ? [`${addOns[name]} ${addOnTexts[name]}`] : []))
  const plan = [`${planNames[planType]} plan, ${billingCycle === 'YEARLY' ? 'a year' : 'a month'}`, ...packs].join('; ')
  return credit > 0 ? `${plan}, less unused time` : plan
}

/** The credit note of a refund; the invoice itself stays as it is. */
export async function issueCreditNote(platform: Platform, tx: AuthTx, orgId: string, order: Order, refund: RefundRow): Promise<void> {
  const invoice = await asOrg(tx, orgId, async (orgTx) => (await invoicesOfOrder(orgTx, order.id)).find(({ kind }) => kind === 'invoice'))
  if (!invoice) return
  const date = today(platform)
  const number = await numberOf(platform, tx, order, 'credit-note', date)
  await asOrg(tx, orgId, async (orgTx) => {
    const tax = await taxOfRefund(orgTx, order.id, refund.amount, order.refunded + refund.amount === order.amount)
    const taxes = shareOfTaxes(invoice.document.taxes, { tax, of: invoice.tax })
    await insertInvoice(orgTx, {
      kind: 'credit-note',
      number,
      orderId: order.id,
      refundId: refund.id,
      date,
      currency: order.currency,
      taxable: refund.amount - tax,
      tax,
      amount: refund.amount,
      document: { ...invoice.document, taxes, against: invoice.number, reason: refund.reason },
    })
  })
}
