import { computeTaxes, divideRounded, isInterState as crossesStates, outsideIndia } from '@imperium/contract/sales/compute-tax.ts'
import type { SupplyType, TaxAmount, TaxCategory } from '@imperium/contract/sales/compute-tax.ts'

/** An issued invoice or credit note, as a return needs it. Amounts in paise. */
export interface GstDocument {
  kind: 'invoice' | 'credit-note'
  number: string
  /** 2026-12-24. */
  date: string
  total: number
  customerTaxId: string
  /** State code; 96: outside India. */
  placeOfSupply: string
  supplyType: SupplyType
  reverseCharge: boolean
  /** Taken back in its own month: its number is used, and nothing of it is reported. One that was credited is not void. */
  isVoid: boolean
  lines: readonly GstLine[]
  taxes: readonly TaxAmount[]
  /** What the invoice of a credit note was worth, and its day: they decide where the note is reported. */
  invoiceTotal?: number
  invoiceDate?: string
}

export interface GstLine {
  description: string
  /** HSN or SAC. */
  code: string
  /** Unit of the line; empty: none. */
  unit: string
  quantity: number
  basisPoints: number
  category: TaxCategory
  taxable: number
}

export interface RateSums {
  rt: number
  taxable: number
  igst: number
  cgst: number
  sgst: number
}

export const rupees = (paise: number): number => Number((paise / 100).toFixed(2))
export const day = (date: string): string => date.split('-').toReversed().join('-')

export const isExport = ({ placeOfSupply, supplyType }: GstDocument): boolean =>
  placeOfSupply === outsideIndia || supplyType === 'export' || supplyType === 'export-lut'
const isSez = ({ supplyType }: GstDocument): boolean => supplyType === 'sez' || supplyType === 'sez-lut'
/** Exports and supplies to special economic zones are zero-rated: nothing of them is nil-rated or exempt. */
const isZeroRated = (document: GstDocument): boolean => isExport(document) || isSez(document)

export const isInterState = (document: GstDocument, state: string): boolean =>
  crossesStates({ ...rulesIn(document, state), supplyType: isExport(document) ? 'export' : document.supplyType })

const rulesIn = ({ placeOfSupply, supplyType }: GstDocument, sellerState: string) =>
  ({ regime: 'GST', sellerState, placeOfSupply, supplyType, reverseCharge: false, roundTotal: false }) as const

/** The rate that a line is reported at: nothing is paid under a letter of undertaking. */
const rateIn = ({ supplyType }: GstDocument, { basisPoints, category }: GstLine): number =>
  category !== 'standard' || supplyType === 'export-lut' || supplyType === 'sez-lut' ? 0 : basisPoints

/** Lines that stand with a rate in the return; those without tax inside India are reported together, in table 8. */
export const ratedLines = (document: GstDocument): GstLine[] =>
  document.lines.filter((line) => (isZeroRated(document) ? line.category !== 'outside' : rateIn(document, line) > 0))
export const untaxedLines = (document: GstDocument): GstLine[] =>
  isZeroRated(document) ? [] : document.lines.filter((line) => rateIn(document, line) === 0)

/** Under reverse charge the invoice charges no tax, and the return states what the customer owes (table 4B). */
const taxesIn = (document: GstDocument, state: string): readonly TaxAmount[] =>
  document.reverseCharge
    ? computeTaxes(
        document.lines.map(({ taxable, basisPoints, category }) => ({ taxable, taxBasisPoints: basisPoints, taxCategory: category })),
        rulesIn(document, state),
      )
    : document.taxes

/** Taxable value and tax of each rate. */
export function ratesOf(document: GstDocument, state: string, lines: readonly GstLine[] = ratedLines(document)): RateSums[] {
  const taxes = taxesIn(document, state)
  const rates = [...new Set(lines.map((line) => rateIn(document, line)))].toSorted((one, other) => one - other)
  const taxOf = (basisPoints: number, ...kinds: string[]) =>
    taxes.filter((each) => kinds.includes(each.kind) && each.basisPoints === basisPoints).reduce((sum, each) => sum + each.amount, 0)
  return rates.map((rate) => ({
    rt: rate / 100,
    taxable: lines.filter((line) => rateIn(document, line) === rate).reduce((sum, line) => sum + line.taxable, 0),
    igst: taxOf(rate, 'IGST'),
    cgst: taxOf(rate / 2, 'CGST'),
    sgst: taxOf(rate / 2, 'SGST', 'UTGST'),
  }))
}

export const signOf = ({ kind }: GstDocument): 1 | -1 => (kind === 'credit-note' ? -1 : 1)

export const signed = (document: GstDocument, state: string, lines?: readonly GstLine[]): RateSums[] =>
  ratesOf(document, state, lines).map(({ rt, ...sums }) => {
    const sign = signOf(document)
    return { rt, taxable: sign * sums.taxable, igst: sign * sums.igst, cgst: sign * sums.cgst, sgst: sign * sums.sgst }
  })

const none = { taxable: 0, igst: 0, cgst: 0, sgst: 0 }
export const added = (sums: readonly Omit<RateSums, 'rt'>[]) =>
  sums.reduce<typeof none>(
    (sum, each) => ({
      taxable: sum.taxable + each.taxable,
      igst: sum.igst + each.igst,
      cgst: sum.cgst + each.cgst,
      sgst: sum.sgst + each.sgst,
    }),
    none,
  )

export function grouped<T, R>(items: readonly T[], keyOf: (item: T) => string, toRow: (key: string, of: T[]) => R): R[] {
  return [...Map.groupBy(items, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, of]) => toRow(key, of))
}

/** The document in rupees at the rate of its invoice (rule 34 of the CGST Rules): millionths of a rupee for a unit of its currency. */
export function inRupees(document: GstDocument, micros: number): GstDocument {
  const paise = (minor: number) => divideRounded(BigInt(minor) * BigInt(micros), 1_000_000n)
  return {
    ...document,
    total: paise(document.total),
    lines: document.lines.map((line) => ({ ...line, taxable: paise(line.taxable) })),
    taxes: document.taxes.map((tax) => ({ ...tax, base: paise(tax.base), amount: paise(tax.amount) })),
    ...(document.invoiceTotal === undefined ? {} : { invoiceTotal: paise(document.invoiceTotal) }),
  }
}
