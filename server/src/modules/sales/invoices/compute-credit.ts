import { computeTaxes, divideRounded } from '@imperium/contract/sales/compute-tax.ts'
import type { ComputedDocument, TaxAmount, TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import type { SalesCreditBody } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { toLine } from '../documents/document-columns.ts'
import type { LineColumns } from '../documents/document-columns.ts'
import type { CreditedLine } from './payment-store.ts'

interface Taken {
  lines: readonly Pick<CreditedLine, 'position' | 'quantity' | 'amount' | 'taxable'>[]
  taxes: readonly TaxAmount[]
}

interface Credit {
  lines: readonly LineColumns[]
  /** Of the invoice. */
  taxes: readonly TaxAmount[]
  /** Earlier credit notes. */
  earlier: readonly Taken[]
  /** All that is left unless given. */
  chosen: SalesCreditBody['lines']
  /** What of the invoice's amount was not credited yet. */
  left: number
  rules: TaxRules
}

const thousandthsOf = (quantity: number): number => Math.round(quantity * 1_000)
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** @throws 422 for an unknown line, and for more than is left of it. */
function chooseQuantities(chosen: NonNullable<Credit['chosen']>, remaining: ReadonlyMap<number, number>): Map<number, number> {
  const taken = new Map<number, number>()
  chosen.forEach(({ line, quantity }, at) => {
    const all = (taken.get(line) ?? 0) + thousandthsOf(quantity)
    if (all > (remaining.get(line) ?? 0))
      throw invalid([{ path: `lines.${at}.quantity`, message: 'This is more than is left of the line' }])
    taken.set(line, all)
  })
  return taken
}

/** What is left of each tax of the invoice: both halves of GST are equal in it, as they are in each document that took of them. */
const taxesLeft = (taxes: readonly TaxAmount[], earlier: readonly Taken[]): TaxAmount[] =>
  taxes.map((tax) => {
    const taken = earlier.flatMap((note) =>
      note.taxes.filter(({ kind, basisPoints }) => kind === tax.kind && basisPoints === tax.basisPoints),
    )
    return { ...tax, base: tax.base - sumOf(taken.map(({ base }) => base)), amount: tax.amount - sumOf(taken.map(({ amount }) => amount)) }
  })

/**
 * A credit note by the invoice's tax rules: lines give back their part of their worth after discounts, the last note exactly the rest.
 * @throws 409 where nothing is left; 422 for an unknown line, and for more than is left of it.
 */
export function computeCredit({ lines, taxes, earlier, chosen, left, rules }: Credit): {
  lines: CreditedLine[]
  computed: ComputedDocument
} {
  const takenOf = (position: number) => earlier.flatMap((note) => note.lines.filter((line) => line.position === position))
  const creditedOf = (position: number) => sumOf(takenOf(position).map(({ quantity }) => thousandthsOf(quantity)))
  const remaining = new Map(lines.map((line) => [line.position, line.thousandths - creditedOf(line.position)]))
  const isLeft = [...remaining.values()].some((thousandths) => thousandths > 0)
  if (!isLeft || left === 0) throw conflict('The invoice is credited in full already.')
  const taken = chosen ? chooseQuantities(chosen, remaining) : remaining
  const credited = lines
    .filter(({ position }) => (taken.get(position) ?? 0) > 0)
    .map((row): CreditedLine => {
      const { position, thousandths } = row
      const upTo = creditedOf(position) + (taken.get(position) ?? 0)
      const part = (whole: number, before: number) => divideRounded(BigInt(whole) * BigInt(upTo), BigInt(thousandths)) - before
      const amount = part(row.amount, sumOf(takenOf(position).map((line) => line.amount)))
      const taxable = part(row.taxable, sumOf(takenOf(position).map((line) => line.taxable)))
      return { ...toLine(row), position, quantity: (taken.get(position) ?? 0) / 1_000, amount, taxable }
    })
  const isLast = [...remaining].every(([position, thousandths]) => thousandths <= (taken.get(position) ?? 0))
  const noteTaxes = isLast ? taxesLeft(taxes, earlier) : computeTaxes(credited, rules)
  const subtotal = sumOf(credited.map(({ amount }) => amount))
  const discount = subtotal - sumOf(credited.map(({ taxable }) => taxable))
  const tax = sumOf(noteTaxes.map(({ amount }) => amount))
  const exact = subtotal - discount + tax
  const total = isLast ? left : Math.max(0, Math.min(exact, left))
  const computed = { subtotal, discount, taxes: noteTaxes, tax, roundOff: total - exact, total }
  return {
    lines: credited,
    computed: { ...computed, lineAmounts: credited.map(({ amount }) => amount), taxables: credited.map(({ taxable }) => taxable) },
  }
}
