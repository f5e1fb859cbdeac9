import type { ComputedDocument, TaxAmount, TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import { computeDocument } from '@imperium/contract/sales/compute-tax.ts'
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
  unit_price: number
  tax_basis_points: number
  amount: number
}

/** The tax rules that hold for a document of this organization and customer. */
export const rulesOf = (
  { taxRegime, taxId, roundTotal }: Pick<SalesSettings, 'taxRegime' | 'taxId' | 'roundTotal'>,
  placeOfSupply: string | null,
  reverseCharge = false,
): TaxRules => ({
  regime: taxRegime,
  sellerState: taxRegime === 'GST' ? taxId.slice(0, 2) : null,
  placeOfSupply,
  reverseCharge,
  roundTotal,
})

export const totalColumns = ({ subtotal, taxes, tax, roundOff, total }: ComputedDocument) => ({
  subtotal,
  taxes: JSON.stringify(taxes),
  tax,
  round_off: roundOff,
  amount: total,
})

/** Totals and lines as the tables keep them. @throws 422 for a total that is too large. */
export function documentColumns(lines: readonly SalesLineBody[], rules: TaxRules) {
  const computed = computeDocument(lines, rules)
  if (computed.total > salesLimits.total) throw invalid([{ path: 'lines', message: 'The total is too large' }])
  const lineRows = lines.map(({ description, code, productId, quantity, unitPrice, taxBasisPoints }, at): LineColumns => ({
    position: at + 1,
    description,
    code,
    product_id: productId,
    thousandths: Math.round(quantity * perUnit),
    unit_price: unitPrice,
    tax_basis_points: taxBasisPoints,
    amount: computed.lineAmounts[at] ?? 0,
  }))
  return { totals: totalColumns(computed), lineRows }
}

export const toLine = (row: LineColumns): SalesLine => ({
  description: row.description,
  code: row.code,
  productId: row.product_id,
  quantity: row.thousandths / perUnit,
  unitPrice: row.unit_price,
  taxBasisPoints: row.tax_basis_points,
  amount: row.amount,
})

/** Written by `totalColumns`. */
export const taxesOf = (stored: unknown): TaxAmount[] => stored as TaxAmount[]
