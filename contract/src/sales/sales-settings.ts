import { z } from 'zod'
import { Timestamp, line, text } from '../kit/fields.ts'
import { del, get, operations, put } from '../kit/operations.ts'
import { taxRegimes } from './compute-tax.ts'
import { Currency } from './sales-documents.ts'
import { isIban } from './vat-number.ts'

/** Three characters, `/26-27/` and six digits are the 16 characters that a serial may have. */
const prefix = line(3).regex(/^[A-Z0-9]{1,3}$/, 'Use 1 to 3 capital letters or digits')

const fields = {
  currency: Currency,
  taxRegime: z.enum(taxRegimes),
  /** GSTIN under GST, VAT number with its prefix under VAT. */
  taxId: line(30),
  /** Under GST: the seller pays by the composition scheme, and issues bills of supply without tax. */
  isComposition: z.boolean().default(false),
  /** Letter of undertaking for exports and supplies to special economic zones without payment of tax. */
  lutNumber: line(40).default(''),
  /** Where customers transfer money to; printed, and carried by e-invoices. */
  iban: line(42)
    .refine((text) => text === '' || isIban(text), 'This is no valid IBAN: check its digits')
    .default(''),
  bic: line(11)
    .regex(/^([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/, 'This is no valid BIC')
    .default(''),
  /** Whether totals are rounded to whole units of the currency. */
  roundTotal: z.boolean(),
  quotationPrefix: prefix.default('QT'),
  /** How long quotations are valid. */
  quotationDays: z.int().min(1).max(365).default(30),
  orderPrefix: prefix,
  invoicePrefix: prefix,
  creditPrefix: prefix,
  /** Of receipt vouchers for advances. */
  receiptPrefix: prefix.default('RV'),
  /** First month of the financial year, 1 to 12. */
  yearStartMonth: z.int().min(1).max(12),
  paymentDays: z.int().min(0).max(365),
  /** Below every invoice: bank account, terms. */
  footer: text(1_000),
  /** Colour of headings on documents. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Use a colour such as #3b46d6')
    .nullable()
    .default(null),
}

export const SalesSettings = z.object({ ...fields, hasLogo: z.boolean(), updatedAt: Timestamp.nullable() }).meta({ id: 'SalesSettings' })
export type SalesSettings = z.infer<typeof SalesSettings>

export const SalesSettingsBody = z
  .strictObject(fields)
  .refine(
    ({ quotationPrefix, orderPrefix, invoicePrefix, creditPrefix, receiptPrefix }) =>
      new Set([quotationPrefix, orderPrefix, invoicePrefix, creditPrefix, receiptPrefix]).size === 5,
    {
      path: ['invoicePrefix'],
      message: 'Quotations, orders, invoices, credit notes and receipts need different prefixes',
    },
  )
export type SalesSettingsBody = z.infer<typeof SalesSettingsBody>

export const checkoutProviders = ['sandbox', 'razorpay', 'stripe'] as const
export type CheckoutProvider = (typeof checkoutProviders)[number]

/** Where customers pay online. Secrets are written, never shown. */
export const SalesPaymentAccount = z
  .object({
    /** Null: customers do not pay online. */
    provider: z.enum(checkoutProviders).nullable(),
    keyId: z.string(),
    hasSecret: z.boolean(),
    hasWebhookSecret: z.boolean(),
    /** To be entered at the provider, which tells of payments there. */
    webhookUrl: z.string(),
  })
  .meta({ id: 'SalesPaymentAccount' })
export type SalesPaymentAccount = z.infer<typeof SalesPaymentAccount>

const secret = line(200)
export const SalesPaymentAccountBody = z.strictObject({
  provider: z.enum(checkoutProviders).nullable(),
  /** Razorpay's key id; Stripe has none. */
  keyId: line(100).default(''),
  /** Left out: the one that is kept. */
  secret: secret.optional(),
  webhookSecret: secret.optional(),
})
export type SalesPaymentAccountBody = z.infer<typeof SalesPaymentAccountBody>

export const salesSettings = operations(
  'sales-settings',
  { read: 'sales:read', write: 'sales:manage' },
  {
    read: get('/sales-settings', 'Read currency, tax identity and number series of sales', { reply: SalesSettings, v1: true }),
    update: put('/sales-settings', 'Change currency, tax identity and number series of sales', {
      body: SalesSettingsBody,
      reply: SalesSettings,
    }),
    logo: get('/sales-settings/logo', 'The logo on documents', { file: 'image/png' }),
    setLogo: put('/sales-settings/logo', 'Set the logo on documents: a PNG, JPEG or WebP of at most 2 MB', {
      upload: ['image/png', 'image/jpeg', 'image/webp'],
      bodyLimit: 2 * 1024 * 1024,
      reply: SalesSettings,
      transaction: false,
      errors: [503],
    }),
    removeLogo: del('/sales-settings/logo', 'Remove the logo from documents', { reply: SalesSettings }),
    readPayments: get('/sales-settings/payments', 'Read where customers pay online', {
      access: 'sales:manage',
      reply: SalesPaymentAccount,
    }),
    updatePayments: put('/sales-settings/payments', 'Change where customers pay online', {
      body: SalesPaymentAccountBody,
      reply: SalesPaymentAccount,
      recentSignIn: true,
    }),
  },
)
