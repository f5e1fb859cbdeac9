import { z } from 'zod'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import type { Platform } from '../../../platform/platform.ts'
import { invoiceIdNumbered, latestOpenInvoiceId } from '../invoices/invoice-store.ts'
import { readInvoice } from '../invoices/read-invoice.ts'
import { dueOf, isOpen } from '../invoices/settle-invoice.ts'
import { money } from '../printing/render-document.ts'

export const InvoiceInput = z.string().trim().min(1, 'Name an invoice').max(40).describe('Id or number of an invoice')

const isId = (text: string): boolean => z.uuid().safeParse(text).success

/** The invoice that a text names by id or number. @throws 404. */
export async function readInvoiceNamed(platform: Platform, tx: OrgTx, text: string): Promise<SalesInvoiceDetail> {
  const id = isId(text) ? text : await invoiceIdNumbered(tx, text)
  if (id === undefined) throw notFound()
  return readInvoice(platform, tx, id)
}

/** The newest invoice of a contact that is not paid yet. */
export async function readOpenInvoiceOf(platform: Platform, tx: OrgTx, contactId: string): Promise<SalesInvoiceDetail | null> {
  const id = await latestOpenInvoiceId(tx, contactId)
  return id === undefined ? null : readInvoice(platform, tx, id)
}

/** Of a draft, before it goes out: characters that its PDF cannot show. */
export const missingOf = (missingLetters: string[]): JsonObject => (missingLetters.length > 0 ? { missingLetters } : {})

/** An invoice as workflows and models read it: amounts in units of the currency. */
export function invoiceOutput(invoice: SalesInvoiceDetail) {
  const { id, number, status, contactId, customer, customerEmail, currency, amount, date, dueDate, payUrl, missingLetters } = invoice
  const due = isOpen(invoice) ? dueOf(invoice) : 0
  return {
    id,
    number,
    status,
    isOpen: isOpen(invoice),
    contactId,
    customer,
    customerEmail,
    currency,
    amount: amount / 100,
    due: due / 100,
    dueText: money(due, currency, 'en'),
    date,
    dueDate,
    payUrl,
    ...missingOf(missingLetters),
  }
}
