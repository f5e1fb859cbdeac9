import { gstStates } from '@imperium/contract/sales/gstin.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { PdfDocument } from '../../../platform/pdf/pdf-document.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import { spellAmount } from '../../../platform/text/spell-amount.ts'
import { titleOf } from './invoice-page.ts'
import type { InvoiceRow } from './invoice-store.ts'

/** An invoice or credit note of the operator, for the same writer as the documents of sales. */
export function pdfOfInvoice(row: InvoiceRow): PdfDocument {
  const { number, date, currency, taxable, amount, document } = row
  const { seller, customer, description, placeOfSupply, taxes, isSandbox, against, reason } = document
  const format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', { style: 'currency', currency })
  const money = (minor: number) => format.format(minor / 100)
  const isGst = seller.taxRegime === 'GST'
  const party = ({ name, address, taxId }: { name: string; address: string; taxId: string }) =>
    [name, ...address.split('\n'), taxId && `${isGst ? 'GSTIN' : 'Tax ID'}: ${taxId}`].filter(Boolean)
  const place = placeOfSupply ? `${gstStates[placeOfSupply] ?? ''} (${placeOfSupply})` : ''
  const facts = [
    ['Number', number],
    ['Date', date],
    ['For invoice', against ?? ''],
    ['Reason', reason ?? ''],
    ['Place of supply', place],
  ] as const
  return {
    language: 'en',
    title: titleOf(row),
    stamp: isSandbox ? 'Sandbox' : null,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    parties: [
      { heading: 'Seller', lines: party(seller) },
      { heading: 'Bill to', lines: [...party(customer), customer.email] },
    ],
    columns: [
      { label: 'Description', weight: 4 },
      { label: isGst ? 'SAC' : '', weight: 1.2 },
      { label: 'Amount', weight: 1.7, isNumber: true },
    ],
    rows: [[description, isGst ? seller.sac : '', money(taxable)]],
    sums: [
      ...taxes.map((tax) => ({ label: `${tax.kind} ${tax.basisPoints / 100} %`, value: money(tax.amount) })),
      { label: 'Total', value: money(amount), isTotal: true },
    ],
    paragraphs: [
      { text: spellAmount(amount, currency) },
      ...(isGst ? [{ text: 'Tax is not payable on reverse charge.' }] : []),
      ...(isSandbox ? [{ text: 'Paid with the sandbox: no money moved, and this is no tax document.' }] : []),
    ],
    pageLabel: 'Page {page} of {pages}',
  }
}

export const invoicePdf = async (row: InvoiceRow): Promise<FileResponse> => ({
  content: await writePdf(pdfOfInvoice(row)),
  fileName: `${row.number.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
})
