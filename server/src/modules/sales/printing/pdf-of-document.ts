import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { gstStates } from '@imperium/contract/sales/gstin.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Turn } from '../../../platform/jobs/turns.ts'
import type { PdfDocument } from '../../../platform/pdf/pdf-document.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import { documentLabels } from './document-labels.ts'
import { descriptionOf, money, ownValueOf, percent, quantityOf, spelledTotal } from './render-document.ts'
import type { PrintedDocument } from './render-document.ts'

/** A sales document as the PDF writer takes it. */
export function pdfOf(printed: PrintedDocument): PdfDocument {
  const { language, title, stamp, look, facts, seller, customer, currency, lines, taxes, placeOfSupply } = {
    ...printed,
    placeOfSupply: printed.customer.placeOfSupply,
  }
  const labels = documentLabels[language]
  const amount = (minor: number) => money(minor, currency, language)
  const party = ({ name, address, email, taxId }: Omit<PrintedDocument['customer'], 'placeOfSupply'>) =>
    [name, address, email, taxId && `${labels.taxId}: ${taxId}`].filter(Boolean)
  const place = placeOfSupply ? [`${labels.place}: ${gstStates[placeOfSupply] ?? ''} (${placeOfSupply})`] : []
  return {
    language,
    title: labels[title],
    creator: seller.name,
    stamp: stamp ? labels[stamp] : null,
    accent: look.accent,
    logo: look.logo,
    facts: facts.flatMap(([word, value]) => (value ? [{ label: labels[word], value }] : [])),
    parties: [
      { heading: labels.seller, lines: party(seller) },
      { heading: labels.billTo, lines: [...party(customer), ...place] },
    ],
    columns: [
      { label: labels.description, weight: 4 },
      { label: labels.code, weight: 1.2 },
      { label: labels.quantity, weight: 1.1, isNumber: true },
      { label: labels.price, weight: 1.6, isNumber: true },
      { label: labels.rate, weight: 0.9, isNumber: true },
      { label: labels.amount, weight: 1.7, isNumber: true },
    ],
    rows: lines.map((line) => [
      descriptionOf(line, printed),
      line.code,
      quantityOf(line),
      amount(line.unitPrice),
      percent(line.taxBasisPoints),
      amount(line.amount),
    ]),
    sums: [
      { label: labels.subtotal, value: amount(printed.subtotal) },
      ...(printed.discount === 0 ? [] : [{ label: labels.discount, value: amount(-printed.discount) }]),
      ...taxes.map(({ kind, basisPoints, amount: tax }) => ({ label: `${kind} ${percent(basisPoints)}`, value: amount(tax) })),
      ...(printed.roundOff === 0 ? [] : [{ label: labels.roundOff, value: amount(printed.roundOff) }]),
      { label: labels.total, value: amount(printed.total), isTotal: true },
      ...printed.after.map(([word, value]) => ({ label: labels[word], value: amount(value) })),
    ],
    code: printed.eInvoice
      ? {
          text: printed.eInvoice.signedQr,
          facts: [
            { label: 'IRN', value: printed.eInvoice.irn },
            { label: 'Ack No.', value: printed.eInvoice.ackNumber },
            { label: 'Ack Date', value: printed.eInvoice.ackDate },
          ],
        }
      : null,
    paragraphs: [
      spelledTotal(printed),
      ...(printed.statements ?? []),
      ownValueOf(printed),
      printed.reverseCharge ? labels.reverseCharge : '',
      printed.notes,
      seller.footer,
    ]
      .filter((text) => text !== '')
      .map((text) => ({ text })),
    pageLabel: labels.page,
  }
}

/** `INV/26-27/00001` as a name of a file. */
export const pdfName = ({ language, title, facts }: Pick<PrintedDocument, 'language' | 'title' | 'facts'>): string => {
  const number = facts.find(([word]) => word === 'number')?.[1] ?? ''
  return `${`${documentLabels[language][title]} ${number}`.trim().replaceAll(/[/\\:*?"<>|\p{Cc}]+/gu, '-')}.pdf`
}

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>

/** Reads in a transaction, draws outside of it. */
export async function pdfResponse(inOrg: InOrg, read: (tx: OrgTx) => Promise<PrintedDocument>): Promise<FileResponse> {
  const { orgId, printed } = await inOrg(async (tx) => ({ orgId: tx.orgId, printed: await read(tx) }))
  return pdfOfPrinted({ orgId }, printed)
}

export async function pdfOfPrinted(turn: Turn, printed: PrintedDocument): Promise<FileResponse> {
  return { content: await writePdf(turn, pdfOf(printed)), fileName: pdfName(printed) }
}
