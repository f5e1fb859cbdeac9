import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { EInvoiceSyntax } from '@imperium/contract/sales/sales-e-invoices.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { writeCii } from '../../../platform/e-invoices/write-cii.ts'
import { writeUbl } from '../../../platform/e-invoices/write-ubl.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import { pdfName, pdfOf } from '../printing/pdf-of-document.ts'
import { printedInvoice } from '../printing/printed-documents.ts'
import { describeEInvoice } from './describe-e-invoice.ts'

const writers = { ubl: writeUbl, cii: writeCii } as const
const fileNameOf = (number: string): string => number.replaceAll(/[^A-Za-z0-9-]+/g, '-')

export async function eInvoiceXml(
  tx: OrgTx,
  id: string,
  { syntax, creditNoteId }: { syntax: EInvoiceSyntax; creditNoteId?: string | undefined },
): Promise<FileResponse> {
  const invoice = await describeEInvoice(tx, id, creditNoteId)
  return { content: writers[syntax](invoice), fileName: `${fileNameOf(invoice.number)}-${syntax}.xml` }
}

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>

/** The PDF of an invoice with its XML inside, by Factur-X 1.0 (ZUGFeRD 2) in the profile EN 16931. */
export async function facturX(inOrg: InOrg, id: string, language: Language): Promise<FileResponse> {
  const { orgId, printed, invoice } = await inOrg(async (tx) => ({
    orgId: tx.orgId,
    printed: await printedInvoice(tx, id, language),
    invoice: await describeEInvoice(tx, id),
  }))
  const facturX = { xml: writeCii(invoice), date: `${invoice.date}T00:00:00Z` }
  return { content: await writePdf({ orgId }, { ...pdfOf(printed), facturX }), fileName: pdfName(printed) }
}
