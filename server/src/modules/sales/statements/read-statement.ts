import type { SalesStatement, StatementQuery } from '@imperium/contract/sales/sales-statements.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import type { PdfDocument } from '../../../platform/pdf/pdf-document.ts'
import { found } from '../../../platform/resources/checks.ts'
import { findContact } from '../../contacts/index.ts'
import { sellerOf } from '../invoices/seller.ts'
import { documentLabels } from '../printing/document-labels.ts'
import { money } from '../printing/render-document.ts'
import { readLook, readSettings } from '../settings/settings-store.ts'
import { balanceBefore, listMovements } from './statement-store.ts'

const mostEntries = 1_000

/** @throws 404 for an unknown contact; 409 for more entries than a statement holds; 422 for days in the wrong order. */
export async function readStatement(tx: OrgTx, { contactId, from, to, currency: chosen }: StatementQuery): Promise<SalesStatement> {
  if (to < from) throw invalid([{ path: 'to', message: 'The end is before the start' }])
  const { name: customer } = found(await findContact(tx, contactId))
  const { currency = chosen ?? 'INR' } = chosen ? { currency: chosen } : await readSettings(tx)
  const scope = { contactId, currency }
  const opening = await balanceBefore(tx, scope, from)
  const rows = await listMovements(tx, scope, { from, to, limit: mostEntries + 1 })
  if (rows.length > mostEntries) throw conflict('A statement has at most 1,000 entries. Choose a shorter period.')
  let balance = opening
  const entries = rows.map(({ invoice_id: invoiceId, ...row }) => {
    balance += row.amount
    return { ...row, invoiceId, balance }
  })
  return { contactId, customer, from, to, currency, opening, entries, closing: balance }
}

/** The statement as the PDF writer takes it. */
export async function statementPdf(tx: OrgTx, query: StatementQuery, language: Language): Promise<PdfDocument> {
  const { customer, from, to, currency, opening, entries, closing } = await readStatement(tx, query)
  const seller = await sellerOf(tx, await readSettings(tx))
  const { accent, logo } = await readLook(tx)
  const labels = documentLabels[language]
  const amount = (minor: number) => money(minor, currency, language)
  const kinds = { invoice: labels.invoice, credit: labels.creditNote, payment: labels.payment }
  return {
    language,
    title: labels.statement,
    creator: seller.name,
    accent,
    logo,
    facts: [{ label: labels.period, value: `${from} – ${to}` }],
    parties: [
      { heading: labels.seller, lines: [seller.name, seller.address, seller.email].filter(Boolean) },
      { heading: labels.customer, lines: [customer] },
    ],
    columns: [
      { label: labels.date, weight: 1.4 },
      { label: labels.description, weight: 3.4 },
      { label: labels.amount, weight: 1.8, isNumber: true },
      { label: labels.balanceShort, weight: 1.8, isNumber: true },
    ],
    rows: [
      [from, labels.opening, '', amount(opening)],
      ...entries.map(({ date, kind, number, amount: moved, balance }) => [
        date,
        `${kinds[kind]} ${number}`,
        amount(moved),
        amount(balance),
      ]),
    ],
    sums: [{ label: labels.closing, value: amount(closing), isTotal: true }],
    paragraphs: seller.footer === '' ? [] : [{ text: seller.footer }],
    pageLabel: labels.page,
  }
}
