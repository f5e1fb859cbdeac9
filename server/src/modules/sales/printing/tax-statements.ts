import { divideRounded, rateOf } from '@imperium/contract/sales/compute-tax.ts'
import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import { rateOfMicros } from '../invoices/invoice-store.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import type { Seller } from '../invoices/seller.ts'
import type { PrintedDocument } from './render-document.ts'

/** Endorsements in the words of the rules (CGST Rules, 2017, rule 46; for VAT, Directive 2006/112/EC, articles 138 and 146). */
const endorsements: Readonly<Record<string, string>> = {
  export: 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX',
  'export-lut': 'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
  sez: 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX',
  'sez-lut':
    'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
  'deemed-export': 'DEEMED EXPORT',
}
const underVat: Readonly<Record<string, string>> = {
  export: 'Export: exempt from VAT (Directive 2006/112/EC, article 146)',
  'intra-community': 'Intra-Community supply: exempt from VAT (Directive 2006/112/EC, article 138)',
}

type Supplied = Pick<InvoiceRow, 'supply_type' | 'reverse_charge'>

export function statementsOf(seller: Seller, { supply_type }: Pick<Supplied, 'supply_type'>): string[] {
  if (seller.taxRegime === 'VAT') return [underVat[supply_type] ?? ''].filter(Boolean)
  if (seller.taxRegime !== 'GST') return []
  const isUnderLut = supply_type.endsWith('-lut')
  return [
    endorsements[supply_type] ?? '',
    isUnderLut && seller.lutNumber ? `LUT: ${seller.lutNumber}` : '',
    // Rule 5(1)(f) of the CGST Rules.
    seller.isComposition ? 'Composition taxable person, not eligible to collect tax on supplies' : '',
  ].filter(Boolean)
}

/** Under GST what bears no tax at all goes out on a bill of supply (CGST Act, section 31(3)(c), rule 49). */
export function titleOf(seller: Seller, row: Supplied, lines: readonly SalesLine[]): PrintedDocument['title'] {
  if (seller.taxRegime !== 'GST') return 'invoice'
  const bearsNone = row.supply_type === 'regular' && !row.reverse_charge && lines.length > 0 && lines.every((line) => rateOf(line) === 0)
  return seller.isComposition || bearsNone ? 'billOfSupply' : 'taxInvoice'
}

/** Value and tax in the seller's own currency. */
export function ownValue(
  seller: Seller,
  { currency, exchange_rate_micros: micros }: Pick<InvoiceRow, 'currency' | 'exchange_rate_micros'>,
  { subtotal, discount, tax, amount }: { subtotal: number; discount: number; tax: number; amount: number },
): NonNullable<PrintedDocument['own']> | null {
  const own = seller.currency ?? 'INR'
  if (micros === null || own === currency) return null
  const inOwn = (minor: number) => divideRounded(BigInt(minor) * BigInt(micros), 1_000_000n)
  return { currency: own, rate: rateOfMicros(micros) ?? 1, taxable: inOwn(subtotal - discount), tax: inOwn(tax), total: inOwn(amount) }
}
