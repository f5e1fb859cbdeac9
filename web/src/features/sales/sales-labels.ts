import type { SalesExpense } from '@imperium/contract/sales/sales-expenses.ts'
import type { InvoiceStatus, SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import type { QuotationStatus } from '@imperium/contract/sales/sales-quotations.ts'
import type { RecurringInvoice } from '@imperium/contract/sales/sales-recurring.ts'
import type { OrderStatus } from '@imperium/contract/sales/sales-orders.ts'
import type { SupplyType, TaxCategory, TaxRegime } from '@imperium/contract/sales/compute-tax.ts'
import { currentLanguage, plural, t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const orderLabels: Readonly<Record<OrderStatus, { label: string; tone: StatusTone }>> = {
  Pending: { label: t('Pending'), tone: 'warn' },
  Confirmed: { label: t('Confirmed'), tone: 'info' },
  Completed: { label: t('Completed'), tone: 'ok' },
  Cancelled: { label: t('Cancelled'), tone: 'idle' },
}

export const invoiceLabels: Readonly<Record<InvoiceStatus, { label: string; tone: StatusTone }>> = {
  Draft: { label: t('Draft'), tone: 'idle' },
  Pending: { label: t('Pending'), tone: 'warn' },
  Paid: { label: t('Paid'), tone: 'ok' },
  Overdue: { label: t('Overdue'), tone: 'bad' },
  Credited: { label: t('Credited'), tone: 'idle' },
  Void: { label: t('Void'), tone: 'idle' },
}

export const expenseLabels: Readonly<Record<SalesExpense['status'], { label: string; tone: StatusTone }>> = {
  Draft: { label: t('Draft'), tone: 'idle' },
  Recorded: { label: t('Recorded'), tone: 'ok' },
}

export const quotationLabels: Readonly<Record<QuotationStatus, { label: string; tone: StatusTone }>> = {
  Draft: { label: t('Draft'), tone: 'idle' },
  Sent: { label: t('Sent'), tone: 'info' },
  Accepted: { label: t('Accepted'), tone: 'ok' },
  Declined: { label: t('Declined'), tone: 'bad' },
  Expired: { label: t('Expired'), tone: 'idle' },
}

export const recurringLabels: Readonly<Record<RecurringInvoice['status'], { label: string; tone: StatusTone }>> = {
  Active: { label: t('Active'), tone: 'ok' },
  Paused: { label: t('Paused'), tone: 'warn' },
  Ended: { label: t('Ended'), tone: 'idle' },
}

export const everyLabels: Readonly<Record<RecurringInvoice['every'], string>> = {
  week: t('Weeks'),
  month: t('Months'),
  year: t('Years'),
}
/** How often an invoice comes: `Every 3 months`. */
export function repeatText({ every, interval }: Pick<RecurringInvoice, 'every' | 'interval'>): string {
  if (every === 'week') return plural(interval, { one: 'Every week', other: 'Every {count} weeks' })
  if (every === 'month') return plural(interval, { one: 'Every month', other: 'Every {count} months' })
  return plural(interval, { one: 'Every year', other: 'Every {count} years' })
}

export const taxCategoryLabels: Readonly<Record<TaxCategory, string>> = {
  standard: t('Taxed'),
  nil: t('Nil-rated'),
  exempt: t('Exempt'),
  outside: t('Outside the tax'),
}

export const supplyLabels: Readonly<Record<SupplyType, string>> = {
  regular: t('Regular'),
  export: t('Export'),
  'export-lut': t('Export under LUT, without tax'),
  sez: t('Special economic zone, with tax'),
  'sez-lut': t('Special economic zone under LUT, without tax'),
  'deemed-export': t('Deemed export'),
  'intra-community': t('Supply to another member state'),
}
/** Kinds of supply that a regime knows. */
export const supplyTypesOf = (regime: TaxRegime): SupplyType[] =>
  regime === 'GST'
    ? ['regular', 'export', 'export-lut', 'sez', 'sez-lut', 'deemed-export']
    : regime === 'VAT'
      ? ['regular', 'export', 'intra-community']
      : ['regular']
export const modeLabels: Readonly<Record<RecurringInvoice['mode'], string>> = {
  draft: t('Is drafted for you to issue'),
  send: t('Is issued and emailed'),
}

type Method = NonNullable<SalesInvoice['paymentMethod']>
export const methodLabels: Readonly<Record<Method, string>> = {
  'Bank transfer': t('Bank transfer'),
  UPI: t('UPI'),
  Card: t('Card'),
  Cash: t('Cash'),
  Cheque: t('Cheque'),
  Online: t('Online'),
  Other: t('Other'),
  'Credit balance': t('Credit balance'),
}

/** Minor units as an amount of their currency: `₹1,180.00`. Rupees are grouped as in India. */
export function formatMoney(minor: number, currency: string): string {
  const language = currentLanguage()
  const locale = currency === 'INR' && language === 'en' ? 'en-IN' : language
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(minor / 100)
}

/** A quantity or a percentage with all its decimals: `1,234.125`. */
export const formatPlain = (value: number): string => new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 6 }).format(value)

export const optionsOf = (labels: Readonly<Record<string, { label: string }>>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value, label }))
