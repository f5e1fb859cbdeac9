import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { PdfDocument } from '../../../platform/pdf/pdf-document.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import { describeInvoice } from './describe-invoice.ts'
import type { DescribedParty } from './describe-invoice.ts'
import type { InvoiceRow } from './invoice-store.ts'

const linesOf = ({ name, address, taxId }: DescribedParty) => [name, ...address.split('\n'), taxId].filter(Boolean)

/** An invoice or credit note of the operator, for the same writer as the documents of sales. */
export function pdfOfInvoice(row: InvoiceRow): PdfDocument {
  const { title, facts, seller, customer, line, codeLabel, taxes, total, spelledTotal, notes } = describeInvoice(row)
  return {
    language: 'en',
    creator: seller.name,
    title,
    stamp: row.document.isSandbox ? 'Sandbox' : null,
    facts,
    parties: [
      { heading: 'Seller', lines: linesOf(seller) },
      { heading: 'Bill to', lines: [...linesOf(customer), row.document.customer.email] },
    ],
    columns: [
      { label: 'Description', weight: 4 },
      { label: codeLabel, weight: 1.2 },
      { label: 'Amount', weight: 1.7, isNumber: true },
    ],
    rows: [[line.description, line.code, line.amount]],
    sums: [...taxes, { label: 'Total', value: total, isTotal: true }],
    paragraphs: [{ text: spelledTotal }, ...notes.map((text) => ({ text }))],
    pageLabel: 'Page {page} of {pages}',
  }
}

export const invoicePdf = async (orgId: string, row: InvoiceRow): Promise<FileResponse> => ({
  content: await writePdf({ orgId }, pdfOfInvoice(row)),
  fileName: `${row.number.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
})
