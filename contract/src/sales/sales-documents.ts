import { z } from 'zod'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'
import { gstStates } from './gstin.ts'
import { supplyTypes, taxCategories, taxKinds } from './compute-tax.ts'
import { unitCodes } from './units.ts'
import { isCountryCode } from '../countries.ts'

export const salesLimits = {
  lines: 100,
  quantity: 1_000_000,
  unitPrice: 100_000_000_000,
  total: 10_000_000_000_000,
  missingLetters: 20,
} as const

/** Currencies with hundredths, which all amounts are counted in. */
export const salesCurrencies = ['INR', 'USD', 'EUR', 'GBP', 'AUD', 'CAD', 'SGD', 'AED', 'CHF'] as const
export const Currency = z.enum(salesCurrencies)
export type Currency = z.infer<typeof Currency>

/** Integer minor units (paise, cents). */
export const Amount = z.int()
export const StateCode = z.string().refine((code) => Object.hasOwn(gstStates, code), 'Unknown state code')

export const SalesLine = z
  .object({
    description: z.string(),
    /** HSN of goods, SAC of services. */
    code: z.string(),
    /** The product that it was filled from; null: free text. */
    productId: Id.nullable(),
    quantity: z.number(),
    /** Unit quantity code, or empty. */
    unit: z.string(),
    unitPrice: Amount,
    /** Off this line, before tax: hundredths of a percent, and an amount besides. */
    discountBasisPoints: z.int(),
    discountAmount: Amount,
    taxBasisPoints: z.int(),
    taxCategory: z.enum(taxCategories),
    /** Line of the order that it invoices, from 1; null: none. */
    orderLine: z.int().nullable(),
    /** Less the line's discount, before tax. */
    amount: Amount,
    /** Less its share of the document's discount too. */
    taxable: Amount,
  })
  .meta({ id: 'SalesLine' })
export type SalesLine = z.infer<typeof SalesLine>

export const SalesTax = z.object({ kind: z.enum(taxKinds), basisPoints: z.number(), base: Amount, amount: Amount }).meta({ id: 'SalesTax' })

/** HSN of goods or SAC of services. */
export const codeFormat = /^(\d{4}|\d{6}|\d{8})?$/

export const discountBody = {
  discountBasisPoints: z.int().min(0).max(10_000, 'At most 100 %').default(0),
  discountAmount: z.int().min(0).max(salesLimits.total).default(0),
}

const hasThreeDecimals = (value: number) => Math.abs(value * 1_000 - Math.round(value * 1_000)) < 1e-6

export const SalesLineBody = z.strictObject({
  description: required(300, 'Description is required'),
  code: line(8).regex(codeFormat, 'Use 4, 6 or 8 digits').default(''),
  productId: Id.nullable().default(null),
  quantity: z
    .number('Quantity is required')
    .min(0.001, 'Must be more than 0')
    .max(salesLimits.quantity)
    .refine(hasThreeDecimals, 'Use at most 3 decimals'),
  unit: z.enum(unitCodes).default(''),
  /** Less than zero: the line takes off. */
  unitPrice: z.int('Unit price is required').min(-salesLimits.unitPrice).max(salesLimits.unitPrice),
  ...discountBody,
  taxBasisPoints: z.int('Tax rate is required').min(0).max(10_000).default(0),
  taxCategory: z.enum(taxCategories).default('standard'),
  orderLine: z.int().min(1).max(salesLimits.lines).nullable().default(null),
})
export type SalesLineBody = z.infer<typeof SalesLineBody>

export const linesBody = z.array(SalesLineBody).min(1, 'Add at least one line').max(salesLimits.lines)

/** Who buys; what is left out comes from the contact. */
export const customerBody = {
  contactId: Id,
  customer: line(200).optional(),
  customerEmail: z
    .union([z.literal(''), z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address'))])
    .optional(),
  customerAddress: text(500).default(''),
  /** GSTIN under GST, VAT number with the prefix of its country under VAT; both are checked by their check digits. */
  customerTaxId: line(30).default(''),
  /** ISO code, or empty. */
  customerCountry: z
    .string()
    .refine((code) => code === '' || isCountryCode(code), 'Use the code of a country, such as IN or DE')
    .default(''),
  /** State of supply under GST; unless given, that of the GSTIN, else that of the seller. */
  placeOfSupply: StateCode.nullable().default(null),
  /** Exports, special economic zones and deemed exports; `-lut`: without payment of tax. */
  supplyType: z.enum(supplyTypes).default('regular'),
}

/** The customer as the document keeps it. */
export const customerFields = {
  /** Null: the contact was erased. */
  contactId: Id.nullable(),
  customer: z.string(),
  customerEmail: z.string(),
  customerAddress: z.string(),
  customerTaxId: z.string(),
  customerCountry: z.string(),
  placeOfSupply: z.string().nullable(),
  supplyType: z.enum(supplyTypes),
}

export const totalFields = {
  currency: Currency,
  subtotal: Amount,
  /** Off the subtotal, before tax. */
  discount: Amount,
  tax: Amount,
  /** With tax. */
  amount: Amount,
}

/** What every document with lines is written with. */
export const documentBody = {
  ...customerBody,
  currency: Currency.optional(),
  notes: text(2_000).default(''),
  /** Off the whole document, before tax. */
  ...discountBody,
  lines: linesBody,
}

/** Of the version that the caller read: 409 when it was changed since. */
export const versionField = { updatedAt: Timestamp.optional() }

/** What every document with lines shows in a list. */
export const documentFields = { id: Id, ...customerFields, notes: z.string(), ...totalFields, createdAt: Timestamp, updatedAt: Timestamp }

/** And when it is read by itself. */
export const detailFields = {
  lines: z.array(SalesLine).max(salesLimits.lines),
  discountBasisPoints: z.int(),
  discountAmount: Amount,
  taxes: z.array(SalesTax).max(300),
  roundOff: Amount,
}

/** Characters that no font of its PDF has, which prints boxes for them; empty once it went out. */
export const missingLettersField = z.array(z.string()).max(salesLimits.missingLetters)

/** How a document reaches its customer: as an email with its PDF, or as a text message with the link of its page. */
export const sendWays = ['email', 'sms', 'whatsapp'] as const
export type SendVia = (typeof sendWays)[number]
export const sendQuery = z.strictObject({ via: z.enum(sendWays).default('email') })
