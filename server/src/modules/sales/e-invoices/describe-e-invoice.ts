import { grossAmount, rateOf } from '@imperium/contract/sales/compute-tax.ts'
import { uneceOf } from '@imperium/contract/sales/units.ts'
import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { brokenRules } from '../../../platform/e-invoices/check-rules.ts'
import type { EInvoice, EInvoiceAllowance, EInvoiceVat, VatCategory } from '../../../platform/e-invoices/e-invoice.ts'
import { conflict } from '../../../platform/errors.ts'
import { found } from '../../../platform/resources/checks.ts'
import { taxesOf } from '../documents/document-columns.ts'
import { linesOf } from '../documents/line-store.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import { listCreditNotes } from '../invoices/payment-store.ts'
import { readSeller } from '../invoices/seller.ts'
import type { Seller } from '../invoices/seller.ts'

/** Of a whole document, whatever its lines say. */
function categoryOfDocument(seller: Seller, row: InvoiceRow): VatCategory | null {
  if (seller.taxRegime === 'NONE') return 'O'
  if (row.reverse_charge) return 'AE'
  if (row.supply_type === 'intra-community') return 'K'
  return row.supply_type === 'export' ? 'G' : null
}

const categoryOfLine = (line: SalesLine): VatCategory =>
  line.taxCategory === 'exempt' ? 'E' : line.taxCategory === 'outside' ? 'O' : rateOf(line) > 0 ? 'S' : 'Z'

const reasons: Readonly<Record<VatCategory, string>> = {
  S: '',
  Z: '',
  E: 'Exempt from VAT',
  AE: 'Reverse charge',
  K: 'Intra-Community supply',
  G: 'Export outside the EU',
  O: 'Not subject to VAT',
}

interface Document {
  number: string
  date: string
  lines: readonly SalesLine[]
  taxes: unknown
  subtotal: number
  discount: number
  tax: number
  round_off: number
  amount: number
}

interface Rated {
  category: VatCategory
  basisPoints: number
}
const keyOf = ({ category, basisPoints }: Rated) => `${category} ${basisPoints}`

/** Discounts of the document and VAT, for each category and rate of its lines. */
function breakdownOf(
  rated: readonly (Rated & { line: SalesLine })[],
  taxes: EInvoiceVat[],
): { allowances: EInvoiceAllowance[]; vat: EInvoiceVat[] } {
  const groups = [...Map.groupBy(rated, keyOf).values()]
  const allowances = groups.flatMap((group) => {
    const amount = group.reduce((sum, { line }) => sum + line.amount - line.taxable, 0)
    const [{ category, basisPoints } = { category: 'Z' as const, basisPoints: 0 }] = group
    return amount === 0 ? [] : [{ amount, category, basisPoints }]
  })
  const vat = groups.map((group): EInvoiceVat => {
    const [{ category, basisPoints } = { category: 'Z' as const, basisPoints: 0 }] = group
    const taxable = group.reduce((sum, { line }) => sum + line.taxable, 0)
    const amount = category === 'S' ? (taxes.find((tax) => tax.basisPoints === basisPoints)?.amount ?? 0) : 0
    return { category, basisPoints, taxable, amount, reason: reasons[category] }
  })
  return { allowances, vat }
}

/** A line with a price below nothing is one with a quantity below nothing: prices must not be (BR-27). */
function lineOf({ line, category, basisPoints }: Rated & { line: SalesLine }, at: number): EInvoice['lines'][number] {
  const sign = line.unitPrice < 0 ? -1 : 1
  return {
    id: String(at + 1),
    name: line.description,
    quantity: sign * line.quantity,
    unit: uneceOf(line.unit),
    price: sign * line.unitPrice,
    discount: grossAmount(line) - line.amount,
    amount: line.amount,
    category,
    basisPoints,
  }
}

function describe(
  row: InvoiceRow,
  seller: Seller,
  document: Document,
  of: Pick<EInvoice, 'kind' | 'preceding' | 'dueDate'> & { prepaid: number },
): EInvoice {
  const whole = categoryOfDocument(seller, row)
  const rated = document.lines.map((line) => {
    const category = whole ?? categoryOfLine(line)
    return { line, category, basisPoints: category === 'S' ? rateOf(line) : 0 }
  })
  const taxes = taxesOf(document.taxes).map(({ basisPoints, amount }) => ({
    category: 'S' as const,
    basisPoints,
    taxable: 0,
    amount,
    reason: '',
  }))
  const gross = document.amount - document.round_off
  return {
    kind: of.kind,
    number: document.number,
    date: document.date,
    dueDate: of.dueDate,
    currency: row.currency,
    note: row.notes,
    buyerReference: row.buyer_reference,
    orderReference: row.order_ref ?? '',
    preceding: of.preceding,
    seller: {
      name: seller.name,
      vatId: seller.taxRegime === 'VAT' ? seller.taxId : '',
      country: seller.country ?? '',
      street: (seller.street ?? '').replaceAll('\n', ', '),
      city: seller.city ?? '',
      email: seller.email,
    },
    buyer: {
      name: row.customer,
      vatId: whole === 'O' ? '' : row.customer_tax_id,
      country: row.customer_country,
      street: row.customer_address.replaceAll('\n', ', '),
      city: '',
      email: row.customer_email,
    },
    payment: seller.iban ? { iban: seller.iban, bic: seller.bic ?? '' } : null,
    lines: rated.map(lineOf),
    ...breakdownOf(rated, taxes),
    totals: {
      lines: document.subtotal,
      allowances: document.discount,
      net: document.subtotal - document.discount,
      vat: document.tax,
      gross,
      prepaid: of.prepaid,
      rounding: document.round_off,
      payable: document.amount - of.prepaid,
    },
  }
}

/**
 * An issued invoice, or one of its credit notes, by the model of EN 16931.
 * @throws 404; 409 for a draft, a seller under GST, and with the rule that it breaks.
 */
export async function describeEInvoice(tx: OrgTx, id: string, creditNoteId?: string): Promise<EInvoice> {
  const row = found(await findInvoice(tx, id))
  if (row.number === null || row.date === null) throw conflict('Only issued invoices are e-invoices. Issue the draft first.')
  const seller = readSeller(row.seller)
  if (seller.taxRegime === 'GST') throw conflict('Invoices under GST are registered at the portal in India; EN 16931 is for VAT.')
  const note = creditNoteId === undefined ? undefined : found((await listCreditNotes(tx, id)).find((each) => each.id === creditNoteId))
  const lines = note?.lines ?? (await linesOf(tx, 'sales_invoice_lines', id))
  const invoice = note
    ? describe(
        row,
        seller,
        { ...note, lines },
        { kind: 'credit-note', preceding: { number: row.number, date: row.date }, dueDate: note.date, prepaid: 0 },
      )
    : describe(
        row,
        seller,
        { ...row, number: row.number, date: row.date, lines },
        { kind: 'invoice', preceding: null, dueDate: row.due_date, prepaid: row.paid - row.released },
      )
  const [broken] = brokenRules(invoice)
  if (broken) throw conflict(message('The e-invoice breaks the rule {rule}: {text}', { rule: broken.rule, text: broken.text }))
  return invoice
}
