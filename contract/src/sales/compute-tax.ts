export const taxRegimes = ['NONE', 'GST', 'VAT'] as const
export type TaxRegime = (typeof taxRegimes)[number]
export const taxKinds = ['CGST', 'SGST', 'UTGST', 'IGST', 'VAT'] as const
export type TaxKind = (typeof taxKinds)[number]

export interface TaxedLine {
  /** At most three decimals. */
  quantity: number
  /** Minor units. */
  unitPrice: number
  /** Hundredths of a percent: 1800 is 18 %. */
  taxBasisPoints: number
}

export interface TaxRules {
  regime: TaxRegime
  /** State codes of GST; null: unknown, and then both are taken as the same. */
  sellerState: string | null
  placeOfSupply: string | null
  /** The customer pays the tax to the state: none is charged. */
  reverseCharge: boolean
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
  /** Of each line, before tax. */
  lineAmounts: number[]
  subtotal: number
  taxes: TaxAmount[]
  tax: number
  roundOff: number
  total: number
}

/** Union territories without a legislature: UTGST takes the place of SGST. */
const territories: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', '97'])
/** Rounded totals are whole units of a currency with hundredths. */
const minorPerUnit = 100

/** Half up, exact for every size. */
const divide = (numerator: bigint, denominator: bigint): number => Number((numerator * 2n + denominator) / (denominator * 2n))

export const lineAmount = ({ quantity, unitPrice }: Pick<TaxedLine, 'quantity' | 'unitPrice'>): number =>
  divide(BigInt(Math.round(quantity * 1_000)) * BigInt(unitPrice), 1_000n)

/** The parts that the rate is divided into, each with its numerator over 20,000. */
function partsOf({ regime, sellerState, placeOfSupply }: TaxRules): { kind: TaxKind; halves: 1 | 2 }[] {
  if (regime === 'NONE') return []
  if (regime === 'VAT') return [{ kind: 'VAT', halves: 2 }]
  const place = placeOfSupply ?? sellerState
  if (place !== sellerState) return [{ kind: 'IGST', halves: 2 }]
  return [
    { kind: 'CGST', halves: 1 },
    { kind: place !== null && territories.has(place) ? 'UTGST' : 'SGST', halves: 1 },
  ]
}

/**
 * Amounts of an order or an invoice. Tax is computed on the sum of the lines of each rate and rounded half up to a minor unit, once for each part
 * (CGST, SGST, IGST); the total is rounded to a whole unit where the rules say so, and the difference is shown.
 */
export function computeDocument(lines: readonly TaxedLine[], rules: TaxRules): ComputedDocument {
  const lineAmounts = lines.map(lineAmount)
  const subtotal = lineAmounts.reduce((sum, amount) => sum + amount, 0)
  const bases = new Map<number, number>()
  lines.forEach(({ taxBasisPoints }, at) => bases.set(taxBasisPoints, (bases.get(taxBasisPoints) ?? 0) + (lineAmounts[at] ?? 0)))
  const taxed = rules.reverseCharge ? [] : [...bases].filter(([rate]) => rate > 0).toSorted(([one], [other]) => one - other)
  const taxes = taxed.flatMap(([rate, base]) =>
    partsOf(rules).map(({ kind, halves }) => ({
      kind,
      basisPoints: (rate * halves) / 2,
      base,
      amount: divide(BigInt(base) * BigInt(rate) * BigInt(halves), 20_000n),
    })),
  )
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
  const exact = subtotal + tax
  const total = rules.roundTotal ? divide(BigInt(exact), BigInt(minorPerUnit)) * minorPerUnit : exact
  return { lineAmounts, subtotal, taxes, tax, roundOff: total - exact, total }
}
