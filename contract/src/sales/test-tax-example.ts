import type { Discount, TaxRules, TaxedLine } from './compute-tax.ts'

export interface TaxExample {
  name: string
  /** Act and section, rule, notification or article that the example follows. */
  source: string
  rules: Partial<TaxRules>
  /** Quantity, unit price in minor units, rate in hundredths of a percent. */
  lines: readonly (readonly [quantity: number, unitPrice: number, basisPoints: number, more?: Partial<TaxedLine>])[]
  /** Off the whole document. */
  off?: Discount
  /** Kind and amount of each part, in the order of the document. */
  taxes: readonly (readonly [kind: string, amount: number])[]
  total: number
  /** How the example stands in GSTR-1 of its seller in Maharashtra: its buyer, and codes and units of its lines (one for all, or each). */
  filed?: { taxId?: string; codes: readonly string[]; units?: readonly string[]; micros?: number }
}

/** Registered customers: of Maharashtra, of Karnataka, a special economic zone in Maharashtra. */
export const local = '27AABCU9603R1ZN'
export const southern = '29AAGCB7383J1Z4'
export const zone = '27AAGCB7383J1Z8'
export const service = ['998314']

export const vat = { regime: 'VAT', sellerState: null, placeOfSupply: null } as const
export const rupees = { roundTotal: true } as const
/** The seller is in Maharashtra (27) unless it is said. */
export const interState = { placeOfSupply: '29' } as const
