import { gstStates } from '@imperium/contract/sales/gstin.ts'
import { spellAmount } from '../../../platform/text/spell-amount.ts'
import type { InvoiceRow } from './invoice-store.ts'

export interface DescribedParty {
  name: string
  address: string
  /** With its label; empty where there is none. */
  taxId: string
}

function titleOf({ kind, document }: InvoiceRow): string {
  if (kind === 'credit-note') return 'Credit note'
  if (document.isReceipt) return 'Receipt'
  return document.seller.taxRegime === 'NONE' ? 'Invoice' : 'Tax invoice'
}

/** What an invoice or credit note of the operator says, as plain text: for its page and its PDF. */
export function describeInvoice(row: InvoiceRow) {
  const { number, date, currency, amount, taxable, document } = row
  const { seller, customer, description, placeOfSupply, taxes, isSandbox, against, reason, statement } = document
  const format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', { style: 'currency', currency })
  const money = (minor: number) => format.format(minor / 100)
  const isGst = seller.taxRegime === 'GST'
  const party = ({ name, address, taxId }: DescribedParty): DescribedParty => ({
    name,
    address,
    taxId: taxId && `${isGst ? 'GSTIN' : 'Tax ID'}: ${taxId}`,
  })
  const facts = [
    { label: 'Number', value: number },
    { label: 'Date', value: date },
    { label: 'For invoice', value: against ?? '' },
    { label: 'Reason', value: reason ?? '' },
    { label: 'Place of supply', value: placeOfSupply ? `${gstStates[placeOfSupply] ?? ''} (${placeOfSupply})` : '' },
  ]
  return {
    title: titleOf(row),
    facts: facts.filter(({ value }) => value !== ''),
    seller: party(seller),
    customer: party(customer),
    line: { description, code: isGst ? seller.sac : '', amount: money(taxable) },
    codeLabel: isGst ? 'SAC' : '',
    taxes: taxes.map((tax) => ({ label: `${tax.kind} ${tax.basisPoints / 100} %`, value: money(tax.amount) })),
    total: money(amount),
    spelledTotal: spellAmount(amount, currency),
    notes: [
      ...(isGst ? ['Tax is not payable on reverse charge.'] : []),
      ...(statement ? [statement] : []),
      ...(statement && isGst && seller.lutNumber ? [`LUT: ${seller.lutNumber}`] : []),
      ...(isSandbox ? ['Paid with the sandbox: no money moved, and this is no tax document.'] : []),
    ],
  }
}
