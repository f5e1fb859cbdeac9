import type { ComputedDocument, Discount, SupplyType, TaxAmount, TaxCategory, TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import { computeDocument, grossAmount, rateOf } from '@imperium/contract/sales/compute-tax.ts'
import { salesLimits } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesLine, SalesLineBody } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { invalid } from '../../../platform/errors.ts'

/** Hundredths and thousandths of the two units: a quantity is kept in thousandths. */
const perUnit = 1_000

export interface LineColumns {
  position: number
  description: string
  code: string
  product_id: string | null
  thousandths: number
  unit: string
  unit_price: number
  discount_basis_points: number
  discount_amount: number
  tax_basis_points: number
  tax_category: string
  order_line: number | null
  amount: number
  taxable: number
}

/** What of a document decides its tax, besides the seller. */
export interface Supply {
  placeOfSupply: string | null
  supplyType: SupplyType
  reverseCharge: boolean
}

/** Of a stored document: the table's check holds the kinds of the contract. */
export const supplyOf = (row: { place_of_supply: string | null; supply_type: string; reverse_charge?: boolean }): Supply => ({
  placeOfSupply: row.place_of_supply,
  supplyType: row.supply_type as SupplyType,
  reverseCharge: row.reverse_charge ?? false,
})

type Selling = Pick<SalesSettings, 'taxRegime' | 'taxId' | 'roundTotal'> & { isComposition?: boolean }

/** The tax rules that hold for a document of this organization and customer. */
export const rulesOf = ({ taxRegime, taxId, roundTotal, isComposition = false }: Selling, supply: Supply): TaxRules => ({
  regime: taxRegime,
  sellerState: taxRegime === 'GST' ? taxId.slice(0, 2) : null,
  ...supply,
  isComposition: taxRegime === 'GST' && isComposition,
  roundTotal,
})

export const totalColumns = ({ subtotal, discount, taxes, tax, roundOff, total }: ComputedDocument) => ({
  subtotal,
  discount,
  taxes: JSON.stringify(taxes),
  tax,
  round_off: roundOff,
  amount: total,
})

interface CopiedRow {
  contact_id: string | null
  customer: string
  customer_email: string
  customer_address: string
  customer_tax_id: string
  customer_country: string
  place_of_supply: string | null
  supply_type: string
  currency: string
  notes: string
  discount_basis_points: number
  discount_amount: number
}

/** What a document takes over from the one that it is made of, besides its lines. */
export const copiedColumns = (row: CopiedRow): CopiedRow => ({
  contact_id: row.contact_id,
  customer: row.customer,
  customer_email: row.customer_email,
  customer_address: row.customer_address,
  customer_tax_id: row.customer_tax_id,
  customer_country: row.customer_country,
  place_of_supply: row.place_of_supply,
  supply_type: row.supply_type,
  currency: row.currency,
  notes: row.notes,
  discount_basis_points: row.discount_basis_points,
  discount_amount: row.discount_amount,
})

/** The discount of a document as its table keeps it. */
export const discountColumns = ({ discountBasisPoints = 0, discountAmount = 0 }: Discount) => ({
  discount_basis_points: discountBasisPoints,
  discount_amount: discountAmount,
})
export const discountOfRow = (row: { discount_basis_points: number; discount_amount: number }) => ({
  discountBasisPoints: row.discount_basis_points,
  discountAmount: row.discount_amount,
})

type Line = Omit<SalesLineBody, 'unit'> & { unit: string }

/** @throws 422 for what takes off more than is there. */
function assertPositive(lines: readonly Line[], computed: ComputedDocument, rules: TaxRules): void {
  lines.forEach((line, at) => {
    if (Math.abs(grossAmount(line)) < line.discountAmount)
      throw invalid([{ path: `lines.${at}.discountAmount`, message: 'The discount is more than the line' }])
  })
  if (computed.subtotal < 0)
    throw invalid([{ path: 'lines', message: 'The lines add up to less than nothing. Issue a credit note instead.' }])
  if (computed.discount > computed.subtotal) throw invalid([{ path: 'discountAmount', message: 'The discount is more than the document' }])
  if (computed.total > salesLimits.total) throw invalid([{ path: 'lines', message: 'The total is too large' }])
  if (rules.regime === 'NONE') return
  const bases = new Map<number, number>()
  lines.forEach((line, at) => bases.set(rateOf(line), (bases.get(rateOf(line)) ?? 0) + (computed.taxables[at] ?? 0)))
  if ([...bases.values()].some((base) => base < 0))
    throw invalid([{ path: 'lines', message: 'What is taken off at a tax rate is more than the other lines of this rate' }])
}

/** Totals and lines as the tables keep them. @throws 422 for a total that is too large, and for what takes off more than is there. */
export function documentColumns(lines: readonly Line[], rules: TaxRules, off: Discount = {}) {
  const computed = computeDocument(lines, rules, off)
  assertPositive(lines, computed, rules)
  const lineRows = lines.map((line, at): LineColumns => ({
    position: at + 1,
    description: line.description,
    code: line.code,
    product_id: line.productId,
    thousandths: Math.round(line.quantity * perUnit),
    unit: line.unit,
    unit_price: line.unitPrice,
    ...discountColumns(line),
    tax_basis_points: line.taxBasisPoints,
    tax_category: line.taxCategory,
    order_line: line.orderLine,
    amount: computed.lineAmounts[at] ?? 0,
    taxable: computed.taxables[at] ?? 0,
  }))
  return { totals: totalColumns(computed), lineRows }
}

export const toLine = (row: LineColumns): SalesLine => ({
  description: row.description,
  code: row.code,
  productId: row.product_id,
  quantity: row.thousandths / perUnit,
  unit: row.unit,
  unitPrice: row.unit_price,
  ...discountOfRow(row),
  taxBasisPoints: row.tax_basis_points,
  // The table's check holds the categories of the contract.
  taxCategory: row.tax_category as TaxCategory,
  orderLine: row.order_line,
  amount: row.amount,
  taxable: row.taxable,
})

/** Written by `totalColumns`. */
export const taxesOf = (stored: unknown): TaxAmount[] => stored as TaxAmount[]
