import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'

/** A number field while it is typed in: text that is no number goes on to the schema, which refuses it. */
type Typed = number | string | null

interface LineValues {
  description: string
  code: string
  productId: string | null
  quantity: Typed
  /** In whole units of the currency. */
  unitPrice: Typed
  /** In percent. */
  taxRate: Typed
  unit: string
  /** In percent, and in whole units of the currency. */
  discountRate: Typed
  discountAmount: Typed
  taxCategory: string
  orderLine: number | null
}

interface CustomerValues {
  contactId: string | null
  customer: string
  customerEmail: string
  customerAddress: string
  customerTaxId: string
  customerCountry: string
  placeOfSupply: string | null
  supplyType: string
  currency: string
  notes: string
}

/** What all documents have in common. */
export interface DocumentValues extends CustomerValues, Record<string, unknown> {
  lines: LineValues[]
  /** In percent, and in whole units of the currency. */
  discountRate: Typed
  discountAmount: Typed
}

/** Whole units or percent as hundredths. */
export const minorOf = (value: Typed): Typed => (typeof value === 'number' ? Math.round(value * 100) : value)

export const emptyLine: LineValues = {
  description: '',
  code: '',
  productId: null,
  quantity: 1,
  unitPrice: null,
  taxRate: 0,
  unit: '',
  discountRate: 0,
  discountAmount: 0,
  taxCategory: 'standard',
  orderLine: null,
}

const lineOf = ({ unitPrice, taxBasisPoints, description, code, productId, quantity, ...line }: SalesLine): LineValues => ({
  description,
  code,
  productId,
  quantity,
  unitPrice: unitPrice / 100,
  taxRate: taxBasisPoints / 100,
  unit: line.unit,
  discountRate: line.discountBasisPoints / 100,
  discountAmount: line.discountAmount / 100,
  taxCategory: line.taxCategory,
  orderLine: line.orderLine,
})

type Stored = CustomerValues & { lines: readonly SalesLine[]; discountBasisPoints: number; discountAmount: number }

/** A new document is in the organization's own currency. */
export const valuesOf = (document: Stored | null, ownCurrency: string): DocumentValues => ({
  contactId: document?.contactId ?? null,
  customer: document?.customer ?? '',
  customerEmail: document?.customerEmail ?? '',
  customerAddress: document?.customerAddress ?? '',
  customerTaxId: document?.customerTaxId ?? '',
  customerCountry: document?.customerCountry ?? '',
  placeOfSupply: document?.placeOfSupply ?? null,
  supplyType: document?.supplyType ?? 'regular',
  currency: document?.currency ?? ownCurrency,
  discountRate: (document?.discountBasisPoints ?? 0) / 100,
  discountAmount: (document?.discountAmount ?? 0) / 100,
  notes: document?.notes ?? '',
  lines: document ? document.lines.map(lineOf) : [emptyLine],
})

/** Blank name and address come from the contact. */
export const bodyOf = ({
  contactId,
  customer,
  customerEmail,
  customerAddress,
  customerTaxId,
  customerCountry,
  placeOfSupply,
  supplyType,
  currency,
  discountRate,
  discountAmount,
  notes,
  lines,
}: DocumentValues) => ({
  contactId,
  ...(customer.trim() === '' ? {} : { customer }),
  ...(customerEmail.trim() === '' ? {} : { customerEmail }),
  customerAddress,
  customerTaxId,
  customerCountry,
  placeOfSupply,
  supplyType,
  currency,
  discountBasisPoints: minorOf(discountRate ?? 0),
  discountAmount: minorOf(discountAmount ?? 0),
  notes,
  lines: lines.map(({ description, code, productId, quantity, unitPrice, taxRate, ...line }) => ({
    description,
    code,
    productId,
    quantity,
    unitPrice: minorOf(unitPrice),
    taxBasisPoints: minorOf(taxRate),
    unit: line.unit,
    discountBasisPoints: minorOf(line.discountRate ?? 0),
    discountAmount: minorOf(line.discountAmount ?? 0),
    taxCategory: line.taxCategory,
    orderLine: line.orderLine,
  })),
})
