export const taxRegimes = ['NONE', 'GST', 'VAT'] as const
export type TaxRegime = (typeof taxRegimes)[number]
export const taxKinds = ['CGST', 'SGST', 'UTGST', 'IGST', 'VAT'] as const
export type TaxKind = (typeof taxKinds)[number]

/** Why a line bears no tax; `standard` lines bear their rate. */
export const taxCategories = ['standard', 'nil', 'exempt', 'outside'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** What kind of supply a document is. `-lut` kinds are made under a letter of undertaking or a bond, without payment of tax. */
export const supplyTypes = ['regular', 'export', 'export-lut', 'sez', 'sez-lut', 'deemed-export', 'intra-community'] as const
export type SupplyType = (typeof supplyTypes)[number]

/** Off a line or a document, before tax: a part of it, a fixed amount, or both added. */
export interface Discount {
  /** Hundredths of a percent. */
  discountBasisPoints?: number
  /** Minor units. */
  discountAmount?: number
}

export interface TaxedLine extends Discount {
  /** At most three decimals. */
  quantity: number
  /** Minor units; less than zero: the line takes off. */
  unitPrice: number
  /** Hundredths of a percent: 1800 is 18 %. */
  taxBasisPoints: number
  taxCategory?: TaxCategory
}

export interface TaxRules {
  regime: TaxRegime
  /** State codes of GST; null: unknown, and then both are taken as the same. */
  sellerState: string | null
  placeOfSupply: string | null
  /** The customer pays the tax to the state: none is charged. */
  reverseCharge: boolean
  supplyType?: SupplyType
  /** The seller pays a part of the turnover and collects no tax (CGST Act, section 10). */
  isComposition?: boolean
  /** The total is rounded to whole units (rupees). */
  roundTotal: boolean
}

export interface TaxAmount {
  kind: TaxKind
  /** Rate of this part: half of the line's rate for CGST and SGST, so 12.5 for 0.25 %. */
  basisPoints: number
  base: number
  amount: number
}

export interface ComputedDocument {
  /** Of each line, less its own discount, before tax. */
  lineAmounts: number[]
  /** Of each line, less its share of the document's discount. */
  taxables: number[]
  subtotal: number
  /** Of the document. */
  discount: number
  taxes: TaxAmount[]
  tax: number
  roundOff: number
  total: number
}

/** Union territories without a legislature: UTGST takes the place of SGST. */
const territories: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', '97'])
export const outsideIndia = '96'
/** Rounded totals are whole units of a currency with hundredths. */
const minorPerUnit = 100

/** Half away from zero, exact for every size. */
export function divideRounded(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = Number((size * 2n + denominator) / (denominator * 2n))
  return numerator < 0n && rounded !== 0 ? -rounded : rounded
}

/** Quantity times price, before any discount. */
export const grossAmount = ({ quantity, unitPrice }: Pick<TaxedLine, 'quantity' | 'unitPrice'>): number =>
  divideRounded(BigInt(Math.round(quantity * 1_000)) * BigInt(unitPrice), 1_000n)

export const discountOf = (gross: number, { discountBasisPoints = 0, discountAmount = 0 }: Discount): number =>
  divideRounded(BigInt(gross) * BigInt(discountBasisPoints), 10_000n) + discountAmount

export function lineAmount(line: Discount & Pick<TaxedLine, 'quantity' | 'unitPrice'>): number {
  const gross = grossAmount(line)
  return gross - discountOf(gross, line)
}

/** Shares of a whole by the size of each part, which add up to the whole. */
export function shareOut(whole: number, parts: readonly number[]): number[] {
  const all = parts.reduce((sum, part) => sum + part, 0)
  if (all === 0) return parts.map((_, at) => (at === 0 ? whole : 0))
  let before = 0
  let cumulated = 0
  return parts.map((part) => {
    cumulated += part
    const upTo = divideRounded(BigInt(whole) * BigInt(cumulated) * BigInt(Math.sign(all)), BigInt(Math.abs(all)))
    const share = upTo - before
    before = upTo
    return share
  })
}

/** Whether nothing is charged whatever the rate is. */
const isUncharged = ({ regime, supplyType = 'regular', reverseCharge, isComposition = false }: TaxRules): boolean => {
  if (regime === 'NONE' || reverseCharge || isComposition) return true
  if (regime === 'VAT') return supplyType === 'export' || supplyType === 'export-lut' || supplyType === 'intra-community'
  return supplyType === 'export-lut' || supplyType === 'sez-lut'
}

/** A special economic zone is always another State (IGST Act, section 7(5)(b)), and so is what leaves India. */
export function isInterState({ sellerState, placeOfSupply, supplyType = 'regular' }: TaxRules): boolean {
  const isZeroRated = supplyType === 'export' || supplyType === 'export-lut' || supplyType === 'sez' || supplyType === 'sez-lut'
  return isZeroRated || (placeOfSupply ?? sellerState) !== sellerState
}

/** The parts that the rate is divided into, each with its numerator over 20,000. */
function partsOf(rules: TaxRules): { kind: TaxKind; halves: 1 | 2 }[] {
  if (rules.regime === 'VAT') return [{ kind: 'VAT', halves: 2 }]
  if (isInterState(rules)) return [{ kind: 'IGST', halves: 2 }]
  const place = rules.placeOfSupply ?? rules.sellerState
  return [
    { kind: 'CGST', halves: 1 },
    { kind: place !== null && territories.has(place) ? 'UTGST' : 'SGST', halves: 1 },
  ]
}

interface TaxableLine {
  taxable: number
  taxBasisPoints: number
  taxCategory?: TaxCategory
}

export const rateOf = ({ taxBasisPoints, taxCategory = 'standard' }: Pick<TaxableLine, 'taxBasisPoints' | 'taxCategory'>): number =>
  taxCategory === 'standard' ? taxBasisPoints : 0

/**
 * Tax is computed on the sum of the lines of each rate and rounded half up to a minor unit, once for each part. CGST and SGST are computed from
 * the same sum, so they are equal on every document.
 */
export function computeTaxes(lines: readonly TaxableLine[], rules: TaxRules): TaxAmount[] {
  if (isUncharged(rules)) return []
  const bases = new Map<number, number>()
  for (const line of lines) bases.set(rateOf(line), (bases.get(rateOf(line)) ?? 0) + line.taxable)
  const taxed = [...bases].filter(([rate]) => rate > 0).toSorted(([one], [other]) => one - other)
  return taxed.flatMap(([rate, base]) =>
    partsOf(rules).map(({ kind, halves }) => ({
      kind,
      basisPoints: (rate * halves) / 2,
      base,
      amount: divideRounded(BigInt(base) * BigInt(rate) * BigInt(halves), 20_000n),
    })),
  )
}

/** Amounts of an order or an invoice. The total is rounded to a whole unit where the rules say so, and the difference is shown. */
export function computeDocument(lines: readonly TaxedLine[], rules: TaxRules, off: Discount = {}): ComputedDocument {
  const lineAmounts = lines.map(lineAmount)
  const subtotal = lineAmounts.reduce((sum, amount) => sum + amount, 0)
  const discount = discountOf(subtotal, off)
  const shares = shareOut(discount, lineAmounts)
  const taxables = lineAmounts.map((amount, at) => amount - (shares[at] ?? 0))
  const taxes = computeTaxes(
    lines.map((line, at) => ({ ...line, taxable: taxables[at] ?? 0 })),
    rules,
  )
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
  const exact = subtotal - discount + tax
  const total = rules.roundTotal ? divideRounded(BigInt(exact), BigInt(minorPerUnit)) * minorPerUnit : exact
  return { lineAmounts, taxables, subtotal, discount, taxes, tax, roundOff: total - exact, total }
}
