import { z } from 'zod'
import { Timestamp, line, text } from '../kit/fields.ts'
import { get, operations, put } from '../kit/operations.ts'
import { taxRegimes } from './compute-tax.ts'
import { Currency } from './sales-documents.ts'

/** Three characters, `/26-27/` and six digits are the 16 characters that a serial may have. */
const prefix = line(3).regex(/^[A-Z0-9]{1,3}$/, 'Use 1 to 3 capital letters or digits')

const fields = {
  currency: Currency,
  taxRegime: z.enum(taxRegimes),
  /** GSTIN under GST. */
  taxId: line(30),
  /** Whether totals are rounded to whole units of the currency. */
  roundTotal: z.boolean(),
  orderPrefix: prefix,
  invoicePrefix: prefix,
  creditPrefix: prefix,
  /** First month of the financial year, 1 to 12. */
  yearStartMonth: z.int().min(1).max(12),
  paymentDays: z.int().min(0).max(365),
  /** Below every invoice: bank account, terms. */
  footer: text(1_000),
}

export const SalesSettings = z.object({ ...fields, updatedAt: Timestamp.nullable() }).meta({ id: 'SalesSettings' })
export type SalesSettings = z.infer<typeof SalesSettings>

export const SalesSettingsBody = z
  .strictObject(fields)
  .refine(({ orderPrefix, invoicePrefix, creditPrefix }) => new Set([orderPrefix, invoicePrefix, creditPrefix]).size === 3, {
    path: ['invoicePrefix'],
    message: 'Orders, invoices and credit notes need different prefixes',
  })
export type SalesSettingsBody = z.infer<typeof SalesSettingsBody>

export const salesSettings = operations(
  'sales-settings',
  { read: 'sales:read', write: 'sales:manage' },
  {
    read: get('/sales-settings', 'Read currency, tax identity and number series of sales', { reply: SalesSettings, v1: true }),
    update: put('/sales-settings', 'Change currency, tax identity and number series of sales', {
      body: SalesSettingsBody,
      reply: SalesSettings,
    }),
  },
)
