import { computeDocument } from '@imperium/contract/sales/compute-tax.ts'
import type { TaxAmount, TaxRegime } from '@imperium/contract/sales/compute-tax.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'

export interface InvoiceSeller {
  name: string
  address: string
  taxRegime: TaxRegime
  taxId: string
  taxBasisPoints: number
  sac: string
}

export interface InvoiceCustomer {
  name: string
  address: string
  email: string
  taxId: string
  country: string
}

export interface InvoiceAmounts {
  taxable: number
  taxes: TaxAmount[]
  tax: number
  /** State code of GST; null without GST. */
  placeOfSupply: string | null
}

const outsideIndia = '96'

/** A registered customer's state stands in its GSTIN; others in India are taken as of the seller's state, where no state is on record. */
export function placeOfSupply({ taxRegime, taxId }: InvoiceSeller, customer: InvoiceCustomer): string | null {
  if (taxRegime !== 'GST') return null
  if (isGstin(customer.taxId)) return customer.taxId.slice(0, 2)
  return /^\s*(in|india|bharat|भारत)?\s*$/i.test(customer.country) ? taxId.slice(0, 2) : outsideIndia
}

/** The parts of an amount that includes tax. Rounding is left to the taxable value, so that all adds up to what was paid. */
export function computeInvoice(seller: InvoiceSeller, customer: InvoiceCustomer, amount: number): InvoiceAmounts {
  const place = placeOfSupply(seller, customer)
  const rate = seller.taxRegime === 'NONE' ? 0 : seller.taxBasisPoints
  const net = Math.round((amount * 10_000) / (10_000 + rate))
  const { taxes, tax } = computeDocument([{ quantity: 1, unitPrice: net, taxBasisPoints: rate }], {
    regime: seller.taxRegime,
    sellerState: seller.taxRegime === 'GST' ? seller.taxId.slice(0, 2) : null,
    placeOfSupply: place,
    reverseCharge: false,
    roundTotal: false,
  })
  return { taxable: amount - tax, taxes, tax, placeOfSupply: place }
}

/** The part of each tax that a refund gives back. */
export function shareOfTaxes(taxes: readonly TaxAmount[], part: { tax: number; of: number }): TaxAmount[] {
  let left = part.tax
  return taxes.map((each, at) => {
    const amount = at === taxes.length - 1 ? left : part.of === 0 ? 0 : Math.floor((each.amount * part.tax) / part.of)
    left -= amount
    return { ...each, amount }
  })
}
