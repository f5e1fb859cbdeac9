import type { SalesBankLine } from '@imperium/contract/sales/sales-bank.ts'

type Proposal = SalesBankLine['proposals'][number]

export interface OpenInvoice {
  id: string
  number: string | null
  customer: string
  currency: string
  due: number
}

const shown = 5
/** Letters and digits alone: banks break references into lines and drop slashes. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])

const weights = { reference: 4, amount: 2, customer: 1 } as const

/** Open invoices that an entry may pay: by their number in its text, by the amount that is due, and by the customer's name. */
export function proposeMatches(
  entry: Pick<SalesBankLine, 'amount' | 'currency' | 'party' | 'text'>,
  invoices: readonly OpenInvoice[],
): Proposal[] {
  if (entry.amount <= 0) return []
  const text = plain(entry.text)
  const party = wordsOf(entry.party)
  const scored = invoices.flatMap(({ id, number, customer, currency, due }) => {
    if (currency !== entry.currency || number === null) return []
    const name = [...wordsOf(customer)]
    const matches = [
      ...(text.includes(plain(number)) ? (['reference'] as const) : []),
      ...(due === entry.amount ? (['amount'] as const) : []),
      ...(name.length > 0 && name.every((word) => party.has(word)) ? (['customer'] as const) : []),
    ]
    if (matches.length === 0) return []
    return [{ score: matches.reduce((sum, each) => sum + weights[each], 0), proposal: { invoiceId: id, number, customer, due, matches } }]
  })
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ proposal }) => proposal)
}
