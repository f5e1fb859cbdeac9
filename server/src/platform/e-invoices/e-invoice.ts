/** Categories of VAT in EN 16931 (UNTDID 5305). */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type VatCategory = (typeof vatCategories)[number]

/** Seller or buyer. */
export interface EInvoiceParty {
  name: string
  /** With the prefix of its country. */
  vatId: string
  /** ISO code. */
  country: string
  street: string
  city: string
  email: string
}

export interface EInvoiceLine {
  id: string
  name: string
  /** At most three decimals; less than zero: the line takes off. */
  quantity: number
  /** UN/ECE recommendation 20. */
  unit: string
  /** Minor units, as all amounts; never less than zero. */
  price: number
  /** Off the line. */
  discount: number
  /** Quantity times price, less the discount. */
  amount: number
  category: VatCategory
  /** Hundredths of a percent. */
  basisPoints: number
}

/** Off the document, of one category and rate. */
export interface EInvoiceAllowance {
  amount: number
  category: VatCategory
  basisPoints: number
}

export interface EInvoiceVat {
  category: VatCategory
  basisPoints: number
  taxable: number
  amount: number
  /** Why no VAT is charged; empty where it is. */
  reason: string
}

/** An invoice or a credit note by the semantic model of EN 16931-1, as far as we write and read it. */
export interface EInvoice {
  kind: 'invoice' | 'credit-note'
  number: string
  date: string
  dueDate: string | null
  currency: string
  note: string
  buyerReference: string
  orderReference: string
  /** Of a credit note. */
  preceding: { number: string; date: string } | null
  seller: EInvoiceParty
  buyer: EInvoiceParty
  /** Where to transfer the money. */
  payment: { iban: string; bic: string } | null
  lines: EInvoiceLine[]
  allowances: EInvoiceAllowance[]
  vat: EInvoiceVat[]
  totals: {
    lines: number
    allowances: number
    net: number
    vat: number
    gross: number
    prepaid: number
    rounding: number
    payable: number
  }
}
