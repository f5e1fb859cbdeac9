import { computeDocument } from '@imperium/contract/sales/compute-tax.ts'
import type { ComputedDocument, TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import type { SalesCreditBody } from '@imperium/contract/sales/sales-invoices.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { toLine } from '../documents/document-columns.ts'
import type { LineColumns } from '../documents/document-columns.ts'
import type { CreditedLine } from './payment-store.ts'

interface Credit {
  lines: readonly LineColumns[]
  /** Of earlier credit notes. */
  earlier: readonly Pick<CreditedLine, 'position' | 'quantity'>[]
  /** All that is left unless given. */
  chosen: SalesCreditBody['lines']
  /** What of the invoice's amount was not credited yet. */
  left: number
  rules: TaxRules
}

const thousandthsOf = (quantity: number): number => Math.round(quantity * 1_000)

/**
 * Lines and totals of a credit note, by the tax rules of the invoice. The last one takes exactly what is left, so that rounding never adds up to
 * another total. @throws 409 where nothing is left; 422 for an unknown line, and for more than is left of it.
 */
export function computeCredit({ lines, earlier, chosen, left, rules }: Credit): { lines: CreditedLine[]; computed: ComputedDocument } {
  const remaining = new Map(lines.map((line) => [line.position, line.thousandths]))
  for (const { position, quantity } of earlier) remaining.set(position, (remaining.get(position) ?? 0) - thousandthsOf(quantity))
  const isLeft = [...remaining.values()].some((thousandths) => thousandths > 0)
  if (!isLeft || left === 0) throw conflict('The invoice is credited in full already.')
  const taken = new Map(chosen ? [] : remaining)
  chosen?.forEach(({ line, quantity }, at) => {
    const all = (taken.get(line) ?? 0) + thousandthsOf(quantity)
    if (all > (remaining.get(line) ?? 0))
      throw invalid([{ path: `lines.${at}.quantity`, message: 'This is more than is left of the line' }])
    taken.set(line, all)
  })
  const credited = lines
    .filter(({ position }) => (taken.get(position) ?? 0) > 0)
    .map((row) => ({ ...toLine(row), position: row.position, quantity: (taken.get(row.position) ?? 0) / 1_000 }))
  const exact = computeDocument(credited, { ...rules, roundTotal: false })
  const isLast = [...remaining].every(([position, thousandths]) => thousandths <= (taken.get(position) ?? 0))
  const total = isLast ? left : Math.min(exact.total, left)
  return {
    lines: credited.map((line, at) => ({ ...line, amount: exact.lineAmounts[at] ?? 0 })),
    computed: { ...exact, total, roundOff: total - exact.total },
  }
}
