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
}

interface CustomerValues {
  contactId: string | null
  customer: string
  customerEmail: string
  customerAddress: string
  customerTaxId: string
  placeOfSupply: string | null
  notes: string
}

/** What all documents have in common. */
export interface DocumentValues extends CustomerValues, Record<string, unknown> {
  lines: LineValues[]
}

/** Whole units or percent as hundredths. */
export const minorOf = (value: Typed): Typed => (typeof value === 'number' ? Math.round(value * 100) : value)

export const emptyLine: LineValues = { description: '', code: '', productId: null, quantity: 1, unitPrice: null, taxRate: 0 }

const lineOf = ({ unitPrice, taxBasisPoints, description, code, productId, quantity }: SalesLine): LineValues => ({
  description,
  code,
  productId,
  quantity,
  unitPrice: unitPrice / 100,
  taxRate: taxBasisPoints / 100,
})

type Stored = CustomerValues & { lines: readonly SalesLine[] }

export const valuesOf = (document: Stored | null): DocumentValues => ({
  contactId: document?.contactId ?? null,
  customer: document?.customer ?? '',
  customerEmail: document?.customerEmail ?? '',
  customerAddress: document?.customerAddress ?? '',
  customerTaxId: document?.customerTaxId ?? '',
  placeOfSupply: document?.placeOfSupply ?? null,
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
  placeOfSupply,
  notes,
  lines,
}: DocumentValues) => ({
  contactId,
  ...(customer.trim() === '' ? {} : { customer }),
  ...(customerEmail.trim() === '' ? {} : { customerEmail }),
  customerAddress,
  customerTaxId,
  placeOfSupply,
  notes,
  lines: lines.map(({ description, code, productId, quantity, unitPrice, taxRate }) => ({
    description,
    code,
    productId,
    quantity,
    unitPrice: minorOf(unitPrice),
    taxBasisPoints: minorOf(taxRate),
  })),
})
