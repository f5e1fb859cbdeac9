import { divideRounded } from '@imperium/contract/sales/compute-tax.ts'
import { isIban, isVatNumber } from '@imperium/contract/sales/vat-number.ts'
import type { EInvoice, VatCategory } from './e-invoice.ts'

export interface BrokenRule {
  /** Of EN 16931-1, such as BR-CO-15. */
  rule: string
  /** What is wrong. */
  text: string
}

type Rule = readonly [rule: string, text: string, isKept: (invoice: EInvoice) => boolean]

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const has = (text: string): boolean => text.trim() !== ''
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const of = <T extends { category: VatCategory; basisPoints: number }>(
  all: readonly T[],
  { category, basisPoints }: T | EInvoice['vat'][number],
) => all.filter((each) => each.category === category && each.basisPoints === basisPoints)

const uses = ({ lines, allowances }: EInvoice, category: VatCategory): boolean =>
  [...lines, ...allowances].some((each) => each.category === category)
const reasoned: readonly VatCategory[] = ['E', 'AE', 'K', 'G', 'O']
/** Rules of the same shape have their own name for each category. */
const names: Readonly<Record<VatCategory, string>> = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' }

const general: readonly Rule[] = [
  ['BR-02', 'The invoice has no number', ({ number }) => has(number)],
  ['BR-03', 'The invoice has no day of issue', ({ date }) => isDay(date)],
  ['BR-05', 'The invoice has no currency', ({ currency }) => /^[A-Z]{3}$/.test(currency)],
  ['BR-06', 'The seller has no name', ({ seller }) => has(seller.name)],
  ['BR-07', 'The buyer has no name', ({ buyer }) => has(buyer.name)],
  ['BR-09', 'The country of the seller is missing', ({ seller }) => has(seller.country)],
  ['BR-11', 'The country of the buyer is missing', ({ buyer }) => has(buyer.country)],
  ['BR-16', 'The invoice has no line', ({ lines }) => lines.length > 0],
  ['BR-21', 'A line has no identifier', ({ lines }) => lines.every(({ id }) => has(id))],
  ['BR-25', 'A line has no name', ({ lines }) => lines.every(({ name }) => has(name))],
  ['BR-27', 'The price of a line is less than nothing', ({ lines }) => lines.every(({ price }) => price >= 0)],
  ['BR-CO-04', 'A line has no category of VAT', ({ lines }) => lines.every(({ category }) => category in names)],
  ['BR-CO-18', 'The invoice has no VAT breakdown', ({ vat }) => vat.length > 0],
  ['BR-CO-25', 'An amount is due, and no day is named', ({ dueDate, totals }) => totals.payable <= 0 || dueDate !== null],
  ['BR-61', 'The account for the transfer is no IBAN', ({ payment }) => payment === null || isIban(payment.iban)],
  ['BR-55', 'The invoice that a credit note is for has no number', ({ preceding }) => preceding === null || has(preceding.number)],
]

const sums: readonly Rule[] = [
  ['BR-CO-10', 'The sum of the lines is not their total', ({ lines, totals }) => sum(lines.map(({ amount }) => amount)) === totals.lines],
  [
    'BR-CO-11',
    'The sum of the discounts is not their total',
    ({ allowances, totals }) => sum(allowances.map(({ amount }) => amount)) === totals.allowances,
  ],
  ['BR-CO-13', 'The total without VAT is not lines less discounts', ({ totals }) => totals.net === totals.lines - totals.allowances],
  ['BR-CO-14', 'The total of VAT is not the sum of its parts', ({ vat, totals }) => sum(vat.map(({ amount }) => amount)) === totals.vat],
  ['BR-CO-15', 'The total with VAT is not net and VAT', ({ totals }) => totals.gross === totals.net + totals.vat],
  [
    'BR-CO-16',
    'The amount due is not the total less what was paid',
    ({ totals }) => totals.payable === totals.gross - totals.prepaid + totals.rounding,
  ],
  [
    'BR-CO-17',
    'An amount of VAT is not its rate of what is taxed',
    ({ vat }) =>
      vat.every(
        ({ taxable, basisPoints, amount }) => Math.abs(divideRounded(BigInt(taxable) * BigInt(basisPoints), 10_000n) - amount) <= 1,
      ),
  ],
]

/** What must hold of each part of the VAT breakdown. */
function rulesOfVat(part: EInvoice['vat'][number]): Rule[] {
  const { category, basisPoints, taxable, amount, reason } = part
  const name = names[category]
  return [
    [
      `BR-${name}-08`,
      'What is taxed is not the sum of lines and discounts of its rate',
      ({ lines, allowances }) =>
        taxable === sum(of(lines, part).map((line) => line.amount)) - sum(of(allowances, part).map((allowance) => allowance.amount)),
    ],
    [`BR-${name}-05`, 'The rate does not fit the category', () => (category === 'S' ? basisPoints > 0 : basisPoints === 0)],
    [`BR-${name}-09`, 'VAT is charged where none may be', () => category === 'S' || amount === 0],
    [`BR-${name}-10`, 'The reason for charging no VAT is missing', () => !reasoned.includes(category) || has(reason)],
  ]
}

/** Who needs a VAT number, by the categories that are used. */
const numbers: readonly Rule[] = [
  ['BR-S-02', 'The seller has no VAT number', (invoice) => !uses(invoice, 'S') || isVatNumber(invoice.seller.vatId)],
  ['BR-Z-02', 'The seller has no VAT number', (invoice) => !uses(invoice, 'Z') || isVatNumber(invoice.seller.vatId)],
  ['BR-E-02', 'The seller has no VAT number', (invoice) => !uses(invoice, 'E') || isVatNumber(invoice.seller.vatId)],
  ['BR-G-02', 'The seller has no VAT number', (invoice) => !uses(invoice, 'G') || isVatNumber(invoice.seller.vatId)],
  [
    'BR-AE-02',
    'Reverse charge needs the VAT numbers of seller and buyer',
    (invoice) => !uses(invoice, 'AE') || (isVatNumber(invoice.seller.vatId) && isVatNumber(invoice.buyer.vatId)),
  ],
  [
    'BR-IC-02',
    'A supply to another member state needs the VAT numbers of seller and buyer',
    (invoice) => !uses(invoice, 'K') || (isVatNumber(invoice.seller.vatId) && isVatNumber(invoice.buyer.vatId)),
  ],
  [
    'BR-O-11',
    'What is outside of VAT stands beside what is not',
    ({ vat }) => vat.length <= 1 || vat.every(({ category }) => category !== 'O'),
  ],
  [
    'BR-S-01',
    'A category of the lines is missing in the VAT breakdown',
    ({ lines, allowances, vat }) =>
      [...lines, ...allowances].every((each) => of(vat, { ...each, taxable: 0, amount: 0, reason: '' }).length === 1),
  ],
]

/** The rules of EN 16931-1 that an invoice breaks; of VAT categories, those that we use. */
export function brokenRules(invoice: EInvoice): BrokenRule[] {
  const all = [...general, ...numbers, ...invoice.vat.flatMap(rulesOfVat), ...sums]
  return all.filter(([, , isKept]) => !isKept(invoice)).map(([rule, text]) => ({ rule, text }))
}
