import { countryCodeOf } from '@imperium/contract/countries.ts'
import { computeDocument, outsideIndia } from '@imperium/contract/sales/compute-tax.ts'
import type { TaxAmount, TaxRegime } from '@imperium/contract/sales/compute-tax.ts'
import { isGstin, stateCodeOf } from '@imperium/contract/sales/gstin.ts'
import { countryOfVatNumber, isVatNumber } from '@imperium/contract/sales/vat-number.ts'

export interface InvoiceSeller {
  name: string
  address: string
  taxRegime: TaxRegime
  taxId: string
  taxBasisPoints: number
  sac: string
  /** Letter of undertaking of exports without tax; missing or empty: none. */
  lutNumber?: string
}

export interface InvoiceCustomer {
  name: string
  address: string
  email: string
  taxId: string
  country: string
  /** State of India, as its name or code; missing in older documents. */
  state?: string
}

export interface InvoiceAmounts {
  taxable: number
  taxes: TaxAmount[]
  tax: number
  /** State code of GST; null without GST. */
  placeOfSupply: string | null
  /** What the tax law wants to be said where no tax is charged; empty: nothing. */
  statement: string
}

/** Member states of the EU, with Greece by its ISO code. */
const memberStates: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const statements = {
  reversed: 'Reverse charge: VAT is payable by the customer (Directive 2006/112/EC, article 196).',
  outside: 'Outside the scope of VAT: the customer is established in another country (Directive 2006/112/EC, article 44).',
  export: 'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
} as const

/**
 * Why no tax is charged; null: it is. Under VAT a business of another member state pays it itself, known by its VAT number, and customers outside
 * of the union pay none; a customer whose country is unknown is taken as of the seller's. Under GST exports bear none under a letter of undertaking.
 */
function untaxedAs(
  { taxRegime, taxId, lutNumber = '' }: InvoiceSeller,
  customer: InvoiceCustomer,
  place: string | null,
): keyof typeof statements | null {
  if (taxRegime === 'GST') return place === outsideIndia && lutNumber !== '' ? 'export' : null
  if (taxRegime !== 'VAT') return null
  const home = countryOfVatNumber(taxId)
  const country = countryCodeOf(customer.country) ?? countryOfVatNumber(customer.taxId)
  if (home === null || country === null || country === home) return null
  if (!memberStates.has(country)) return 'outside'
  const isBusiness = isVatNumber(customer.taxId) && countryOfVatNumber(customer.taxId) === country
  return memberStates.has(home) && isBusiness ? 'reversed' : null
}

/** A registered customer's state stands in its GSTIN, that of others in their profile; where none is on record, it is taken as the seller's. */
export function placeOfSupply({ taxRegime, taxId }: InvoiceSeller, customer: InvoiceCustomer): string | null {
  if (taxRegime !== 'GST') return null
  if (isGstin(customer.taxId)) return customer.taxId.slice(0, 2)
  const isHome = customer.country.trim() === '' || countryCodeOf(customer.country) === 'IN'
  if (!isHome) return outsideIndia
  return stateCodeOf(customer.state ?? '') ?? taxId.slice(0, 2)
}

/** The parts of an amount that includes tax. Rounding is left to the taxable value, so that all adds up to what was paid. */
export function computeInvoice(seller: InvoiceSeller, customer: InvoiceCustomer, amount: number): InvoiceAmounts {
  const place = placeOfSupply(seller, customer)
  const untaxed = untaxedAs(seller, customer, place)
  const rate = seller.taxRegime === 'NONE' || untaxed !== null ? 0 : seller.taxBasisPoints
  const net = Math.round((amount * 10_000) / (10_000 + rate))
  const { taxes, tax } = computeDocument([{ quantity: 1, unitPrice: net, taxBasisPoints: rate }], {
    regime: seller.taxRegime,
    sellerState: seller.taxRegime === 'GST' ? seller.taxId.slice(0, 2) : null,
    placeOfSupply: place,
    reverseCharge: false,
    roundTotal: false,
  })
  return { taxable: amount - tax, taxes, tax, placeOfSupply: place, statement: untaxed === null ? '' : statements[untaxed] }
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
